"""Pola Naftowe (Oil Fields): five rounds of lobbying, drilling and selling on the exchange."""
