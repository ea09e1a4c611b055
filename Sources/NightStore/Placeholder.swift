// NightStore
