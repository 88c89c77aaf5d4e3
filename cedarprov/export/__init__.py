"""Views of a store for people and other tools: archives, and the trail of one record."""
