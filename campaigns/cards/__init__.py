"""What the pages of campaigns show, as dataclasses that know no HTML; all of it comes out of a view."""
