"""The expressions, types and remarks that the automaton's nodes are made of, for readers of the automaton.

Reads the typed rules' node files and hands on their names: a backend imports this and `nodes`, nothing to their left.
"""

from rulespec.rules.elements import by_element
from rulespec.rules.expressions import (
    NO,
    YES,
    Apply,
    CanChoose,
    Const,
    Contains,
    Entry,
    Expr,
    FirstOf,
    IsKind,
    Lookup,
    Op,
    PlaceAt,
    Quantified,
    Read,
    RulingIs,
    SetBy,
    Total,
    Var,
)
from rulespec.rules.statements import About
from rulespec.rules.types import Flag, Kind, MapOf, Member, Number, Scalar, SetOf, Type, domain

__all__ = [
    "NO",
    "YES",
    "About",
    "Apply",
    "CanChoose",
    "Const",
    "Contains",
    "Entry",
    "Expr",
    "FirstOf",
    "Flag",
    "IsKind",
    "Kind",
    "Lookup",
    "MapOf",
    "Member",
    "Number",
    "Op",
    "PlaceAt",
    "Quantified",
    "Read",
    "RulingIs",
    "Scalar",
    "SetBy",
    "SetOf",
    "Total",
    "Type",
    "Var",
    "by_element",
    "domain",
]
