"""The studio's server: addresses, security, connections and the rooms that they share."""
