"""Bombay in short, for who has no rulebook at hand."""

from __future__ import annotations

from stagepost_contracts.texts import say

SUMMARY = (
    say("You lead an elephant through India, buy silk at trading posts, sell it in four cities and build palaces; who has the most rupees at the end wins."),
    say("At the beginning of each set bales are drawn and sorted: the commonest colours lie in the cheap market on the left, the rarest in the dear one on the right."),
    say("A turn has a few points for moving, buying, selling and building, in any order, or it is consolidated for a rupee."),
    say("A bale is bought at an open post of its colour, once in a turn, at the price of the market where its colour lies."),
    say("A city pays best for the colour on top of its demand, and less for those below; what is sold goes to the bottom. The lowest brings a client token, and the first sale in a city a city token."),
    say("A palace costs a bale and stands where no building is. Each opponent who enters it brings its owner a rupee of the bank, and on some places lies a token with a bonus."),
    say("At the end there are rewards for the most palaces and clients together, and for tokens of three or four cities."),
    say("Rupees and tokens lie behind screens until the end."),
)  # fmt: skip
