"""What cookui costs, measured: `python -m benchmarks` writes one table; see docs/performance.md."""
