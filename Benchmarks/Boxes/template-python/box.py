"""A search box without a page: it hears what a person does, asks for searches, and says what it
shows. Replace it with your own; the promises in RULES are what it is held to."""
import asyncio

RULES = {
    "features": ["choice", "cancel", "dismiss", "cancellation", "failure", "loading", "no-match",
                 "stale-marks", "count"],
    "submit": "queued",  # Enter opens the first row as soon as the answer is there
    "debounce_ms": 150,
}


class Box:
    """`await search(text)` gives the rows; `open(row=...)` or `open(text=...)` ends the search.
    asyncio.sleep, call_later and the clocks of `time` are those of the harness, so nothing here
    waits."""

    def __init__(self, search, open):
        self.search, self.open = search, open
        self.text, self.task, self.is_asked, self.is_entered = "", None, False, False
        self.clear_list()

    def clear_list(self):
        self.state, self.rows, self.answered, self.pressed = "browse", [], None, None

    def stop(self):
        if self.task is not None:
            self.task.cancel()
        self.task, self.is_asked, self.is_entered = None, False, False

    def end(self):
        self.stop()
        self.clear_list()

    def ask(self, delay):
        if self.task is not None:
            self.task.cancel()
        self.state, self.is_asked = "loading", delay == 0
        self.task = asyncio.ensure_future(self.answer(self.text, delay))

    async def answer(self, text, delay):
        if delay > 0:
            await asyncio.sleep(delay)
            self.is_asked = True
        try:
            rows = await self.search(text)
        except asyncio.CancelledError:
            raise
        except Exception:
            self.state, self.task, self.is_asked = "failed", None, False
            return
        self.rows, self.answered, self.task, self.is_asked = rows, text, None, False
        self.state = "results" if rows else "no-match"
        if self.is_entered:
            self.open_first()

    def open_first(self):
        self.is_entered = False
        if self.rows:
            self.open(row=self.rows[0])
            self.end()

    def input(self, query):
        self.text = query["text"]
        self.stop()
        if self.text == "":
            self.end()
        elif self.answered == self.text:
            self.state = "results" if self.rows else "no-match"
        else:
            self.ask(delay=0.15)

    def submit(self):
        if self.state == "browse":
            return
        if self.answered == self.text and self.state != "failed":
            self.open_first()
            return
        if not self.is_asked:
            self.ask(delay=0)
        self.is_entered = True

    def press(self, place):
        self.is_entered = False
        self.pressed = self.rows[place]

    def release(self):
        self.open(row=self.pressed)
        self.end()

    def cancel(self):
        self.text = ""
        self.end()

    def dismiss(self):
        self.end()

    def display(self):
        count = {"results": len(self.rows), "no-match": 0}.get(self.state)
        is_stale = bool(self.rows) and self.answered != self.text
        return {"text": self.text, "state": self.state, "rows": self.rows, "stale": is_stale,
                "count": count}
