"""Retrieval: candidates, places, expansion, budget, status, and a receipt that accounts for all."""
