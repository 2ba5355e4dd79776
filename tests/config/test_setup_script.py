"""What bin/setup shows while it works."""

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_libraries_are_counted_while_they_come() -> None:
    """pip's own lines are many and say nothing of how much is left."""
    script = (ROOT / "bin/setup").read_text("utf-8")
    function = re.search(r"^counted_libraries\(\).*?^}", script, re.MULTILINE | re.DOTALL)
    assert function is not None
    said = "\n".join(
        [*(f"Collecting x{n}==1" for n in range(20)), "  Downloading x", "Installing collected: x"]
    )
    shell = f'say() {{ echo "$*"; }}\nLOCK=requirements/dev.txt\n{function[0]}\ncounted_libraries'
    done = subprocess.run(
        ["bash", "-euc", shell], input=f"{said}\n", capture_output=True, text=True, cwd=ROOT
    )
    total = (ROOT / "requirements/dev.txt").read_text("utf-8").count("==")
    assert done.stdout.splitlines() == [
        f"fetching library 10 of {total}", f"fetching library 20 of {total}", f"unpacking {total} libraries"
    ]  # fmt: skip
