"""From files to what a store can take in: walking, reading, describing, splitting, anchoring."""
