"""Model values as RDF and back: pure functions, the vocabulary, and guards on what is parsed."""
