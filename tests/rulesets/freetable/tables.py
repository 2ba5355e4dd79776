"""Tables in other units than those of the systems at hand: inches, UD, and any unit at all."""

from __future__ import annotations

from rulesets.engine.geometry import Base, rectangle
from rulesets.freetable.passage import BARRED, FREE, Going
from rulesets.freetable.shapes import Layout, Nature, Shape, laid_out, shaped

INCHES = (72.0, 48.0)
UD = (45.0, 30.0)

WOOD = Nature("wood", "wood", "rough", sight=2.0, cover=True, hinders=True)
BOG = Nature("bog", "bog", "bad", hinders=True)
POND = Nature("pond", "pond", "water", hinders=True)
HILL = Nature("hill", "hill", height=True)
STREAM = Nature("stream", "stream", "water", river=True, hinders=True)
WALL = Nature("wall", "wall", "wall", wall=True)


def area(nature: Nature, x: float, y: float, width: float, depth: float, heading: float = 0.0) -> Shape:
    return shaped(nature.kind, nature, outline=rectangle(x, y, width, depth, heading))


def laid(*shapes: Shape) -> Layout:
    return laid_out(shapes)


def base(x: float, y: float, heading: float = 90.0, width: float = 4.0, depth: float = 2.0) -> Base:
    return Base(x, y, heading, width, depth)


def going(shape: Shape) -> Going:
    """Water bars everybody; who comes into a wood goes 3 in an action at most."""
    if shape.ground == "water":
        return Going(barred=True, over=2.5, ahead=12.0) if shape.crossings else BARRED
    return Going(most=3.0) if shape.ground == "rough" else FREE
