"""Army lists of any rule system: the document, its plain text, two compared, the judgement on one."""

from rulesets.engine.lists.diff import Change, diff
from rulesets.engine.lists.document import (
    FORMAT,
    MAX_BYTES,
    VERSION,
    ArmyList,
    ListCommand,
    ListLeader,
    ListUnit,
    dump_list,
    list_schema,
    parse_list,
)
from rulesets.engine.lists.report import CostLine, Report, Violation
from rulesets.engine.lists.rules import Extra, ExtraValue, Fault, ListError, ListRules, check_list, list_rules
from rulesets.engine.lists.samples import samples_in
from rulesets.engine.lists.text import from_text, to_text

__all__ = [
    "FORMAT",
    "MAX_BYTES",
    "VERSION",
    "ArmyList",
    "Change",
    "CostLine",
    "Extra",
    "ExtraValue",
    "Fault",
    "ListCommand",
    "ListError",
    "ListLeader",
    "ListRules",
    "ListUnit",
    "Report",
    "Violation",
    "check_list",
    "diff",
    "dump_list",
    "from_text",
    "list_rules",
    "list_schema",
    "parse_list",
    "samples_in",
    "to_text",
]
