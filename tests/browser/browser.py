"""A page of `rulespec web` in headless Chromium, driven by clicks; used by `make browser` only.

Reads a game; gives a served page and what a person does with it. Nothing is fetched from outside this machine.
"""

import functools
import http.server
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from click.testing import CliRunner
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement

from rulespec.cli.commands.web import Handler
from rulespec.cli.main import cli

CHROMIUM, DRIVER = "/usr/bin/chromium", "/usr/bin/chromedriver"
FLAGS = (
    "--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --hide-scrollbars --disable-dev-shm-usage"
).split()
PATIENCE = 240
DESKTOP, PHONE = (1280, 1000), (390, 844)


@contextmanager
def served(game: str, out: Path, *options: str) -> Iterator[str]:
    """The page of a game at an address of this machine."""
    written = CliRunner().invoke(cli, ["web", game, "--out", str(out), *options])
    assert written.exit_code == 0, written.output
    handler = functools.partial(Handler, directory=str(out))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()


@contextmanager
def browser(size: tuple[int, int], profile: Path, dark: bool = False) -> Iterator[webdriver.Chrome]:
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for flag in (*FLAGS, f"--user-data-dir={profile}", f"--window-size={size[0]},{size[1]}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
    try:
        width, height = size  # a window cannot be as narrow as a phone; what the page believes can
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                               {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600})  # fmt: skip
        if dark:
            driver.execute_cdp_cmd(
                "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "dark"}]}
            )
        yield driver
    finally:
        driver.quit()


class Player:
    """A person in front of the page."""

    def __init__(self, driver: webdriver.Chrome, address: str) -> None:
        self.driver = driver
        driver.get(address)
        self.until(lambda: self.all("#setup[open]"), "the page did not open")

    def all(self, css: str) -> list[WebElement]:
        return self.driver.find_elements(By.CSS_SELECTOR, css)

    def one(self, css: str) -> WebElement:
        return self.driver.find_element(By.CSS_SELECTOR, css)

    def js(self, code: str, *arguments: Any) -> Any:
        return self.driver.execute_script(code, *arguments)

    def until(self, holds: Any, otherwise: str, patience: float = PATIENCE) -> None:
        end = time.monotonic() + patience
        while not holds():
            errors = self.errors()
            assert not errors, errors
            assert time.monotonic() < end, f"{otherwise}: {self.one('body').text[:2000]}"
            time.sleep(0.05)

    def begin(self, seed: int = 1, **seats: str) -> float:
        """Start a new game; returns how many seconds it took until something could be done."""
        self.js("document.getElementById('seed').value = arguments[0]", str(seed))
        for player, who in seats.items():
            self.js(f"document.querySelector('select[name={player}]').value = arguments[0]", who)
        began = time.monotonic()
        self.one("#start").click()
        self.until(self.is_waiting, "the game did not begin")
        return time.monotonic() - began

    def is_waiting(self) -> bool:
        """The page is at rest: it is the person's turn, or the game is over."""
        return bool(
            self.js(
                "return document.body.dataset.state === 'ready' && document.querySelector('#choices button') !== null"
            )
        )

    @property
    def is_over(self) -> bool:
        return bool(self.all("#choices .over"))

    def choices(self) -> int:
        return int(self.js("return document.querySelectorAll('#choices button.go').length"))

    def choose(self, number: int) -> None:
        """Click the choice of that number, or the place of the board that stands for it if there is one."""
        self.js("document.querySelectorAll('#choices button.go')[arguments[0]].click()", number)
        self.until(self.is_waiting, "the page did not come to rest after a choice")

    def moves_told(self) -> int:
        return int(self.js("return document.querySelectorAll('#events li').length"))

    def errors(self) -> list[str]:
        """What the console complains about."""
        return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]

    def shoot(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        height = min(int(self.js("return document.documentElement.scrollHeight")), 4000)
        width = int(self.js("return innerWidth"))
        clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
        data = self.driver.execute_cdp_cmd("Page.captureScreenshot", {"clip": clip, "captureBeyondViewport": True})[
            "data"
        ]
        import base64

        path.write_bytes(base64.b64decode(data))

    def is_wider_than_the_screen(self) -> bool:
        return bool(self.js("return document.documentElement.scrollWidth > document.documentElement.clientWidth"))


def dumped(player: Player) -> str:
    return json.dumps(player.js("return document.body.innerText"))
