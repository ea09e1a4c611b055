// NightCore
