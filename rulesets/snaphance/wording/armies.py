"""Sentences of lists and army books: faults, remarks, the parts of a price, and what forms ask."""

from __future__ import annotations

from rulesets.engine.wording import plural

# -- the check of a list ----------------------------------------------------------------------------

NO_GROUP = "The army has no command group."
ADD_GROUP = "Add a group with its General."
GENERAL = "General"
ADD_GENERAL = "Add a General."
NO_BREAK_LEVEL = "The break level is 0 percent: the army would be broken from the start."
CHOOSE_BREAK_LEVEL = "Choose 33 to 50 percent."
DIVIDE = "Divide it into a left wing, a centre and a right wing."


def one_of(labels: list[str]) -> str:
    return " or ".join(labels)


def few_groups(number: int) -> str:
    return f"The army has {plural(number, 'group')}; normally there are three or more."


def unusual_break_level(percent: int) -> str:
    return f"The army breaks at {percent} percent; usual is between a third and a half."


def choose_percent(low: int, high: int) -> str:
    return f"Choose {low} to {high} percent."


# -- what a list asks -------------------------------------------------------------------------------

TRAINING = "Training"
BREAK_LEVEL = "Break level in percent"
BREAK_LEVEL_HELP = "The army breaks when this share of its break points is lost, usually a third to a half."


def training_help(well: int, poorly: int) -> str:
    return (
        f"Order Tests are harder beyond {well}H of the General in a well trained army, beyond {poorly}H in a "
        "poorly trained one, otherwise beyond the command range."
    )


# -- the parts of a price ---------------------------------------------------------------------------

STRENGTH = "Strength points"
CHARGE_BONUS = "Charge Bonus"
BONUS_KEPT = "Charge Bonus kept after a loss"
MOVEMENT = "Movement points"
ORDER_RATING = "Order rating"
FIREARM = "Firearm, less its pikes"
CONTACT_FIRE = "Contact fire"
REAR_RANKS = "Rear ranks"
SECOND_RANK = "A second rank that fires"
CAVALRY_PURSUIT = "Cavalry pursuit of foot"
MAY_CONTACT_MOUNTED = "May contact mounted stands"
COMPULSORY_PURSUIT = "Compulsory pursuit"

# -- books of one's own -----------------------------------------------------------------------------

BREAK_POINTS = "must be 1, 2 or 3"
TAKES_DICE = "takes dice away: it must be 0 or less"
FOOT_ALONE = "is for foot alone"

PREVIEW = "Beside the card: the points our formula gives"
STANDS = "Stands"
FIGURES = "Figures"
CHANGES = "Changes"
HOW_MANY = "How many may take it"
LIMIT = "Limit"
LIMITS = (("any", "any number of stands"), ("count", "so many stands of the army"))
RATINGS = (("A", "A, the best"), ("B", "B"), ("C", "C, the worst"))

FIELDS = {
    "code": ("Class", "SN-2.0.b"),
    "sp": ("SP", "Of each rank"),
    "ranks": ("Ranks", ""),
    "mp": ("MP", ""),
    "charge_bonus": ("Charge Bonus", ""),
    "charge_bonus_after_loss": ("Charge Bonus after a loss", "1 unless it keeps more, SN-10.3.g"),
    "order_rating": ("Order rating", ""),
    "break_points": ("Break points", "Of each rank"),
    "weapon": ("Firearm", ""),
    "mix_dice": ("Dice lost for pikes", "Pike and Shot: -1 to -3"),
    "contact_fire_dice": ("Contact fire", "Horse: 2, SN-7.6.a"),
    "pursuit_table": ("Pursuit table", "SN-13.0.b"),
    "must_pursue": ("Must try to pursue", "SN-13.0.d"),
    "may_contact_mcs": ("Foot that may contact horse", "SN-10.0.c"),
}
"""Label and help of each figure of a stand."""


def at_least(least: int) -> str:
    return f"must be {least} or more"


def at_most(most: int) -> str:
    return f"must be 1 to {most}"


def up_to_bonus(bonus: int) -> str:
    return f"must be 0 to the Charge Bonus, {bonus}"


def no_pursuit(stands: str) -> str:
    return f"must be none: {stands} are Support Stands"


def for_any_number(many: int) -> str:
    return f"{many} for any number"


def class_with_code(name: str, code: str) -> str:
    return f"{name} ({code})"


def asked_by_formula(points: int) -> str:
    return f"The formula of points would ask {points}."
