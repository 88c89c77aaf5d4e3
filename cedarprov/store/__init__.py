"""The RDF store behind one port, its files, its lock, and the one door to write through."""
