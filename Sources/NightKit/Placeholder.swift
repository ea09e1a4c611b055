// NightKit
