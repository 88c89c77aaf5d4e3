"""What values are made of: named fields that are given once and never change.

    >>> class Point(Frozen):
    ...     x: int
    ...     y: int = 0
    >>> Point(x=1)
    Point(x=1, y=0)
    >>> replace(Point(x=1), y=2) == Point(x=1, y=2)
    True

A value class says nothing but its fields. The library underneath builds one in a hundredth of the
time that a dataclass takes, which every process would wait for again; what does change after it
was made is a dataclass still.
"""

from __future__ import annotations

from typing import Any, TypeVar, dataclass_transform

from msgspec import Struct, StructMeta, ValidationError, convert, field
from msgspec import to_builtins as as_data
from msgspec.structs import fields, replace
from msgspec.structs import force_setattr as settle

__all__ = [
    "Frozen",
    "as_data",
    "field",
    "field_names",
    "from_data",
    "replace",
    "required_names",
    "settle",
]

_Meta = TypeVar("_Meta", bound="FrozenMeta")
_Value = TypeVar("_Value", bound="Frozen")


class FrozenMeta(StructMeta):
    """Makes classes of values whose fields are given by name."""

    def __new__(  # noqa: PYI019 - in a metaclass, Self is not allowed (PEP 673)
        cls: type[_Meta],
        name: str,
        bases: tuple[type, ...],
        namespace: dict[str, Any],
        **settings: Any,  # noqa: ANN401 - what a Struct takes
    ) -> _Meta:
        """Make a class; `kw_only=False` lets its fields be given by position."""
        chosen = {"frozen": True, "kw_only": True, **settings}
        return super().__new__(cls, name, bases, namespace, **chosen)


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
class Frozen(Struct, metaclass=FrozenMeta, frozen=True):
    """A value: equal, hashed, compared and shown by its fields."""


def required_names(kind: type[Frozen]) -> tuple[str, ...]:
    """Return the names of the fields that have no default."""
    return tuple(item.name for item in fields(kind) if item.required)


def field_names(kind: type[Frozen] | Frozen) -> tuple[str, ...]:
    """Return the names of the fields, in order."""
    return kind.__struct_fields__


def from_data(kind: type[_Value], data: object) -> _Value:
    """Return the value that `as_data` made plain data of.

    Raises:
        ValueError: The data is of another form, or no right value.
    """
    try:
        return convert(data, kind)
    except ValidationError as error:
        raise ValueError(str(error)) from error
