"""PROV documents in each of their syntaxes, read to the values of `cedarprov.model.prov`."""
