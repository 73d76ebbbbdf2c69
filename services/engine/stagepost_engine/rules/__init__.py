"""What every game shares: the contract, forms, dice, and the one place where play moves on."""
