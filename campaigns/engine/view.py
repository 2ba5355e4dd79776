"""What somebody may see of a campaign: the only way from a state to a page, an API answer, a PDF or a feed.

The umpire (`UMPIRE`, None) sees all. A faction sees its own forces whole, those of its allies where they
stand, and of others what it has sighted. A neutral onlooker is the faction "" and sees what is public.
"""
