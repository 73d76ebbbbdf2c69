"""Pola Naftowe in short, for who has no rulebook at hand."""

from __future__ import annotations

from stagepost_contracts.texts import say

SUMMARY = (
    say("You own oil wells, tankers and refineries; who holds the most cash after the last round wins."),
    say("Who cannot pay even one obligation is out of the game at once, and the last one left wins."),
    say("Lobbying: all declare a sum in secret and all pay it. The highest acts first, settles ties, may let one player ignore the event, chooses the lot of the auction, and may change a declaration at the exchange once."),
    say("Demand and Random Event: dice say how many barrels the exchange wants, and what is different this round."),
    say("Infrastructure: in turn, each buys or gives up wells, tankers and a refinery. A field says what a well costs, what it costs each round, and how many barrels it yields."),
    say("Auction: one tanker, refinery or well, by open bids clockwise; who passes is out."),
    say("Extraction: wells yield barrels, tankers hold them, and what does not fit is fined."),
    say("Refinery Supply and Income: each refinery wants barrels every round, fines each that is missing, and pays an income at the end of the round."),
    say("Fees: wells and tankers cost their upkeep, from cash in hand."),
    say("Stock Exchange: in two sessions all declare in secret how much they sell. The fewer barrels come to the market, the better the price; the most declared is sold first, and beyond the demand a barrel brings little."),
    say("Players may deal with each other in every phase but Fees."),
)  # fmt: skip
