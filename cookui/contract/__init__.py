"""The operation contract: pure rules over plain JSON documents, in the words of the contract page."""
