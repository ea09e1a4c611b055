// NightClient
