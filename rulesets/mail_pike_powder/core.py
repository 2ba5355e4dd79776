"""How Mail, Pike & Powder is played."""

from rulesets.engine.system import Core, TableLimits
from rulesets.mail_pike_powder import setup, tables, tactics, turn, victory

CORE = Core(
    check_setup=setup.check_setup,
    begin=setup.begin,
    play=turn.play,
    tactician=tactics.choose,
    agreements=lambda: setup.AGREEMENTS,
    scores=victory.scores,
    adviser=tactics.advise,
    slips={"recruit": 0.35, "regular": 0.15},
    table=TableLimits(
        width=tables.figures().table_width, depth=tables.figures().table_depth, least=30,
        most_width=144, most_depth=72,
    ),  # MPP-C-29
)  # fmt: skip
