#!/usr/bin/env python3
"""template-python: holds the search box of box.py to the contract of late answers, in lines of
JSON."""
import asyncio, json, math, os, sys, time, traceback

# Standard output is for replies; whatever the box prints goes to standard error.
replies, sys.stdout = sys.stdout, sys.stderr


class Loop(asyncio.SelectorEventLoop):
    """An event loop in the time of the harness, which never waits. The time goes on from one
    schedule to the next."""

    now = 0.0

    def time(self):
        return self.now

    def settle(self):
        """Runs tasks until none is left that can run."""
        while True:
            self.call_soon(self.stop)
            self.run_forever()
            wake_at = self.wake_at()
            if not self._ready and (wake_at is None or wake_at > self.now):
                return

    def wake_at(self):
        times = [timer.when() for timer in self._scheduled if not timer.cancelled()]
        return min(times, default=None)


class Harness:
    """The box, the field as the person left it, and the searches that are not answered."""

    def __init__(self, make_box, loop):
        self.make_box, self.loop = make_box, loop
        asyncio.set_event_loop(loop)
        self.last_search = 0
        self.reset()

    def reset(self):
        self.started = self.loop.now
        self.query = {"text": "", "tokens": [], "scope": 0}
        self.searches, self.reaction = {}, {"ask": [], "cancel": []}

    async def search(self, text, tokens=(), scope=0):
        self.last_search += 1
        number, future = self.last_search, self.loop.create_future()
        self.searches[number] = future
        self.reaction["ask"].append(
            {"search": number, "text": text, "tokens": list(tokens), "scope": scope})
        try:
            return await future
        except asyncio.CancelledError:
            if self.searches.pop(number, None) is not None:
                self.reaction["cancel"].append(number)
            raise

    def open(self, **what):
        self.reaction["open"] = what

    def end(self):
        """Ends what is left of the last box."""
        for task in asyncio.all_tasks(self.loop):
            task.cancel()
        self.loop.settle()
        self.loop._scheduled.clear()

    def start(self, request):
        self.end()
        self.reset()
        saved = json.loads(request["state"]) if request["state"] is not None else None
        if saved is not None:
            self.query = saved["query"]
            self.last_search = max(self.last_search, saved["last_search"])
        self.box = self.make_box(self.search, self.open)
        return {"display": self.display()}

    def answer(self, event):
        future = self.searches.get(event["search"])
        if future is None or future.done():
            return
        if event.get("failed"):
            future.set_exception(RuntimeError("the search failed"))
        elif event["complete"]:
            future.set_result(event["rows"])
        else:
            return  # this template shows no first pages
        del self.searches[event["search"]]

    def edit(self, event):
        name, query = event["event"], self.query
        if name in ("type", "paste"):
            query["text"] += event["text"]
        elif name == "backspace" and query["text"]:
            query["text"] = query["text"][:-1]
        elif name == "add-token":
            query["tokens"].append(event["token"])
        elif name == "select-scope":
            query["scope"] = event["scope"]
        elif name == "clear":
            query.update(text="", tokens=[])
        elif query["tokens"]:
            query["tokens"].pop()
        self.box.input(dict(query))

    def event(self, event):
        self.reaction = {"ask": [], "cancel": []}
        self.loop.now = self.started + event["at"] / 1000
        name = event["event"]
        if name == "answer":
            self.answer(event)
        elif name == "press":
            self.box.press(event["row"])
        elif name in ("submit", "release", "cancel", "dismiss"):
            self.loop.call_soon(getattr(self.box, name))
        elif name != "wake":
            self.loop.call_soon(self.edit, event)
        self.loop.settle()
        wake_at = self.loop.wake_at()
        if wake_at is not None:
            # Never before the timer is due, whose time is a sum of fractions.
            self.reaction["wake_at"] = math.ceil(round((wake_at - self.started) * 1000, 6))
        return self.reaction | {"display": self.display()}

    def display(self):
        shown = self.query | self.box.display()
        self.query = {key: shown[key] for key in ("text", "tokens", "scope")}
        return {key: value for key, value in shown.items() if value is not None}

    def save(self, _):
        return {"state": json.dumps({"query": self.query, "last_search": self.last_search})}


def serve(harness, rules, **about):
    hello = {"protocol": 1, "language": f"Python {sys.version.split()[0]}",
             "build": "interpreted", **about, "contract": "late-answers", "rules": rules}
    steps = dict(hello=lambda _: hello, start=harness.start, event=harness.event,
                 save=harness.save, bye=lambda _: {})
    for line in sys.stdin.buffer:
        try:
            request = json.loads(line)
            reply = {"type": request["type"]} | steps[request["type"]](request)
        except Exception as error:
            place = traceback.extract_tb(error.__traceback__)[-1]
            reply = {"type": "error", "error":
                     f"{error!r} in {os.path.basename(place.filename)}, line {place.lineno}"}
        print(json.dumps(reply), flush=True, file=replies)
        if reply["type"] == "bye":
            break


if __name__ == "__main__":
    loop = Loop()
    time.monotonic = time.perf_counter = time.time = loop.time
    from box import Box, RULES
    serve(Harness(Box, loop), RULES, name="template-python", version="1.0")
