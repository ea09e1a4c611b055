"""The page that browsers show, served on a local port of this machine."""
import http.server
import os
import threading


class Page(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "page.html"), "rb") as file:
            text = file.read()
        self.send_response(200 if self.path == "/" else 404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(text if self.path == "/" else b"")

    def log_message(self, *words):
        pass


def serve():
    """Serves the page until this program ends; returns the page's address."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://localhost:{server.server_address[1]}/"
