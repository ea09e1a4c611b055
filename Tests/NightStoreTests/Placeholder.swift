// NightStoreTests
