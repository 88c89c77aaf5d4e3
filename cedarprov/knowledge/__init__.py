"""What a store is used through: one class that composes the rest."""

from cedarprov.knowledge.knowledge import Knowledge, create

__all__ = ["Knowledge", "create"]
