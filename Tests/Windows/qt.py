"""A Qt window that prints which style it has drawn, in the format of libadwaita.py."""
import sys
import time

from PyQt6.QtCore import QT_VERSION_STR
from PyQt6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget


class Window(QWidget):
    def __init__(self):
        super().__init__()
        self.shown = None
        self.told = time.time()
        rows = QVBoxLayout(self)
        rows.addWidget(QLabel("nightd, Qt"))
        rows.addWidget(QLineEdit("Good evening"))
        rows.addWidget(QPushButton("Sleep well"))
        self.resize(800, 500)

    def paintEvent(self, event):
        super().paintEvent(event)
        style = "dark" if self.palette().window().color().lightness() < 128 else "light"
        if style != self.shown:
            self.shown = style
            print(style, f"{time.time():.6f} {self.told:.6f}", flush=True)


print(f"Qt {QT_VERSION_STR}", flush=True)
application = QApplication(sys.argv)
window = Window()


def tell(_):
    window.told = time.time()
    # With this theme Qt reports a change, but keeps the palette with which it started.
    application.setPalette(application.style().standardPalette())


application.styleHints().colorSchemeChanged.connect(tell)
window.show()
sys.exit(application.exec())
