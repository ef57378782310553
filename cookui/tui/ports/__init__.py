"""What the interface needs of the world, as protocols, and what stands behind them."""
