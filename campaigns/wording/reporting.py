"""The report of a battle on a table: where its form begins."""

from campaigns.wording.labels import points

OF_BOTH = "Filled in from both reports where they agree. Where they differ, decide for yourself."
OF_BATTLE = "Filled in from the battle as it was fought or recorded here. Check it, and correct errors."


def forces_worth(names: str, worth: float) -> str:
    return f"{names}, worth {points(worth)}"


def of_one(name: str) -> str:
    return f"Filled in from the report of {name}. Check it, and correct errors."
