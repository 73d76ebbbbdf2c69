"""The post office: takes the players' mail on loopback and shows it in a browser."""
