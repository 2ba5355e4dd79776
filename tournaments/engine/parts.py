"""What all parts of a tournament document are made of."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, SerializerFunctionWrapHandler, model_serializer

MOST_ROUNDS = 30
Text = Annotated[str, Field(max_length=120)]
Points = Annotated[float, Field(ge=-1000, le=1000, multiple_of=0.5)]
Key = Annotated[str, Field(min_length=1, max_length=32, pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]*$")]
RoundNumber = Annotated[int, Field(ge=1, le=MOST_ROUNDS)]
Number = Annotated[int, Field(ge=1, le=9999)]


class Strict(BaseModel):
    """A part of a document: unknown fields are faults, numbers are finite."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False, frozen=True)


class Tagged(Strict):
    """One of several kinds of parts: `by` says which, and is written even where all else is as usual."""

    by: str

    @model_serializer(mode="wrap")
    def _tagged(self, written: SerializerFunctionWrapHandler) -> dict[str, Any]:
        found: dict[str, Any] = written(self)
        return {"by": self.by} | found
