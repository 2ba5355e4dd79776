"""Army lists of any rule system: the document, its plain text, two compared, the judgement on one."""

from rulesets.engine.errors import Fault
from rulesets.engine.lists.diff import Change, compare
from rulesets.engine.lists.document import (
    FORMAT,
    MAX_BYTES,
    MAX_COMMANDS,
    MAX_UNITS,
    UNNAMED,
    VERSION,
    ArmyList,
    ListCommand,
    ListLeader,
    ListUnit,
    dump_list,
    list_schema,
)
from rulesets.engine.lists.leftovers import Leftover, Meant, Posted, Reading, decided
from rulesets.engine.lists.posted import read_posted
from rulesets.engine.lists.reading import read_list, samples_in
from rulesets.engine.lists.report import CostLine, Report, Violation
from rulesets.engine.lists.rules import ExtraValue, ListError, ListRules, RulesOf
from rulesets.engine.lists.text import read_text, write_text

__all__ = [
    "FORMAT",
    "MAX_BYTES",
    "MAX_COMMANDS",
    "MAX_UNITS",
    "UNNAMED",
    "VERSION",
    "ArmyList",
    "Change",
    "CostLine",
    "ExtraValue",
    "Fault",
    "Leftover",
    "ListCommand",
    "ListError",
    "ListLeader",
    "ListRules",
    "ListUnit",
    "Meant",
    "Posted",
    "Reading",
    "Report",
    "RulesOf",
    "Violation",
    "compare",
    "decided",
    "dump_list",
    "list_schema",
    "read_list",
    "read_posted",
    "read_text",
    "samples_in",
    "write_text",
]
