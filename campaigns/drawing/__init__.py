"""A campaign's map drawn as SVG: for the page, with links in it, and for paper.

`drawn` draws what a View lets somebody see, or a map without a campaign. Attributes instead of styles, which
browsers forbid in a page; patterns beside colours, so that black and white says the same.
"""
