"""A turn of a map campaign: `marching` up to its engagements, `aftermath` once they are settled."""
