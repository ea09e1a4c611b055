// NightBus
