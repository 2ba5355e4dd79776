"""The published JSON Schemas of campaigns' documents."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from jsonschema import Draft202012Validator

from campaigns.engine import shipped
from campaigns.engine.documents import CampaignDocument
from campaigns.engine.maps import CampaignMap
from campaigns.engine.orders import Orders
from campaigns.engine.rules import CampaignRules

if TYPE_CHECKING:
    from pydantic import BaseModel

SCHEMAS = Path(__file__).parents[3] / "docs" / "schemas"
MODELS = {
    "campaign": CampaignDocument,
    "campaign_map": CampaignMap,
    "campaign_rules": CampaignRules,
    "campaign_orders": Orders,
}


@pytest.mark.parametrize("name", MODELS)
def test_the_published_schemas_are_current(name: str) -> None:
    """If this fails, write `MODELS[name].model_json_schema()` to the file that it names."""
    model: type[BaseModel] = MODELS[name]
    assert json.loads((SCHEMAS / f"{name}.schema.json").read_text()) == model.model_json_schema()


@pytest.mark.parametrize("key", list(shipped.campaigns()))
def test_campaigns_that_ship_fit_the_schema(key: str) -> None:
    schema = json.loads((SCHEMAS / "campaign.schema.json").read_text())
    Draft202012Validator(schema).validate(shipped.document(key))
