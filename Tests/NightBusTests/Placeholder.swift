// NightBusTests
