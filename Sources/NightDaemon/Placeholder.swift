// NightDaemon
