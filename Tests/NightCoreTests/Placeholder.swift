// NightCoreTests
