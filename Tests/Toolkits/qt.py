"""A Qt window that prints which style it has drawn, in the format of gtk.py: qt.py 5|6."""
import importlib
import sys
import time

widgets = importlib.import_module(f"PyQt{sys.argv[1]}.QtWidgets")


class Window(widgets.QWidget):
    shown = None

    def paintEvent(self, event):
        super().paintEvent(event)
        style = "dark" if self.palette().window().color().lightness() < 128 else "light"
        if style != self.shown:
            self.shown = style
            print(style, f"{time.time():.6f}", flush=True)


application = widgets.QApplication(sys.argv[:1])
window = Window()
widgets.QVBoxLayout(window).addWidget(widgets.QLabel("Good evening"))
window.resize(400, 300)
window.show()
sys.exit(application.exec())
