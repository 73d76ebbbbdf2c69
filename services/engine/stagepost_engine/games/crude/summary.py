"""Crude in short, for who has no rulebook at hand."""

from __future__ import annotations

from stagepost_contracts.texts import say

SUMMARY = (
    say("You run an oil company on a quarter of the board: rigs become wells, wells pump crude, refineries make gasoline of it, gas stations sell it."),
    say("At first all spend their money on rigs, gas stations and refineries, and place them."),
    say("A turn begins with the market: barrels are bought and sold at one of two markets, where each barrel sold lowers the price and each one bought raises it."),
    say("Then two dice choose a row and a column. What stands there works: wells pump, refineries refine, stations sell to the consumers. What stands in both works twice, and a rig in both may become a well."),
    say("The left neighbour's assets in the row of the same number work as well."),
    say("Doubles bring news: taxes, rewards, a closed market. The difference of the dice moves a track, and at its end the economy changes with all prices of assets."),
    say("At the end of a turn assets are built, and those that were hit may be sold."),
    say("Who has enough cash may declare victory; all others have one more turn, all assets are sold at the prices of the last card, and the most cash wins."),
)  # fmt: skip
