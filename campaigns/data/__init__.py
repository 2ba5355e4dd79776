"""The maps and campaigns that ship, and the sources that the maps are built from."""
