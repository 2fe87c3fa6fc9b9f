#!/usr/bin/env python3
"""The command palette of Textual in an app without a terminal, with one provider whose commands
come from a server. Keys and clicks are the messages that the driver of a terminal sends."""
import asyncio, os, sys, time

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(here, "..", "template-python"))
import engine

# It has no sign of older rows or failures, and says that it searches after half a second.
RULES = {"features": ["choice", "cancel", "cancellation", "no-match"], "submit": "row"}


class Loop(engine.Loop):
    """A loop in which a task can wait until no other one can run."""

    def __init__(self):
        super().__init__()
        self.idlers = []

    async def idle(self):
        self.idlers.append(self.create_future())
        await self.idlers[-1]

    def settle(self):
        super().settle()
        while self.idlers:
            self.idlers.pop(0).set_result(None)
            super().settle()

    def pass_time(self):
        """Lets time pass until no timer is left."""
        self.settle()
        while (wake_at := self.wake_at()) is not None:
            self.now = wake_at
            self.settle()


loop = Loop()
time.monotonic = loop.time
try:
    from textual import __version__, events
    from textual.app import App
    from textual.command import CommandInput, CommandList, CommandPalette, Hit, Provider
    from textual.widgets import LoadingIndicator
except ModuleNotFoundError as error:
    print(f"{error.name} is not installed: pip install textual", file=sys.stderr)
    sys.exit(127)


class Titles(Provider):
    async def search(self, query):
        box = self.app.box
        for place, row in enumerate(await box.search(query)):
            yield Hit(1 / (1 + place), row, lambda row=row: box.open(row=row))


class Page(App):
    COMMANDS = {Titles}
    animation_level = "none"


class Box:
    """The palette of the one app, which a key opens."""

    def __init__(self, search, open):
        self.search, self.open = search, open
        app.box = self

    @property
    def palette(self):
        return app.screen if isinstance(app.screen, CommandPalette) else None

    async def send(self, message):
        app.post_message(message)
        await loop.idle()

    def strike(self, key):
        return self.send(events.Key(key, key if len(key) == 1 else None))

    def input(self, query):
        asyncio.ensure_future(self.type(query["text"]))

    async def type(self, text):
        if self.palette is None:
            await self.strike("ctrl+p")
            # They would never come to rest.
            self.palette.query_one(CommandInput).cursor_blink = False
            self.palette.query_one(LoadingIndicator).auto_refresh = None
        old = self.palette.query_one(CommandInput).value
        if text == "":
            await self.strike("ctrl+u")
        elif len(text) < len(old):
            await self.strike("backspace")
        elif len(text) == len(old) + 1:
            await self.strike(text[-1])
        else:
            await self.send(events.Paste(text[len(old):]))

    def submit(self):
        asyncio.ensure_future(self.strike("enter"))

    def cancel(self):
        asyncio.ensure_future(self.strike("escape"))

    def point(self, kind):
        return kind(None, *self.place, 0, 0, 1, False, False, False, *self.place)

    def press(self, row):
        asyncio.ensure_future(self.press_row(row))

    async def press_row(self, row):
        # A row that can be pressed was drawn; by itself, that would be up to one frame later.
        self.palette.call_next(self.palette._on_timer_update)
        await loop.idle()
        region = self.palette.query_one(CommandList).content_region
        self.place = (region.x + 1, region.y + row)
        await self.send(self.point(events.MouseDown))

    def release(self):
        asyncio.ensure_future(self.send(self.point(events.MouseUp)))

    def display(self):
        if self.palette is None:
            return {"text": "", "state": "browse", "rows": []}
        options = self.palette.query_one(CommandList).options if self.palette._list_visible else []
        rows = [option.hit.text for option in options if not option.disabled]
        state = "no-match" if len(rows) < len(options) else "results" if rows else "browse"
        return {"text": self.palette.query_one(CommandInput).value, "state": state, "rows": rows}


class Harness(engine.Harness):
    def end(self):
        if isinstance(app.screen, CommandPalette):
            app.post_message(events.Key("escape", None))
        loop.pass_time()


if sys.argv[1:] == ["--version"]:
    print(f"textual {__version__}", file=engine.replies)
    sys.exit()
harness = Harness(Box, loop)
app = Page()
running = loop.create_task(app.run_async(headless=True, size=(80, 24)))
loop.pass_time()
engine.serve(harness, RULES, name="textual", version=__version__)
