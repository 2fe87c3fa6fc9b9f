"""The same cases as Main.swift writes, by lxml's incremental xmlfile; they are in memory before
the time starts.

    lxml-xmlfile.py COUNT FILE

One line is printed: wall seconds, processor seconds, bytes by which the peak of memory rose.
"""
import sys
import time

from lxml import etree

SUITE_SIZE = 20_000
MESSAGE = "ratio 1.31 > limit 1.10 (p50 4.02us vs 3.07us)"


def memory(key):
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) * 1024 for line in file if line.startswith(key))


def make(n):
    """Name, class, microseconds, message or None, details, output."""
    return (
        f"twitter & canada <{n}>", f"corpus.json.decode.{n // SUITE_SIZE}", 1234 + n % 1000,
        None if n % 50 else MESSAGE, "Sources/Bench/Decode.swift:42",
        f"p50=1.234us p99=2.010us ratio=0.97 (limit 1.10) n={n}")


def write(tests, path):
    with etree.xmlfile(path, encoding="UTF-8") as xml:
        xml.write_declaration()
        with xml.element("testsuites", name="bench", tests=str(len(tests))):
            for start in range(0, len(tests), SUITE_SIZE):
                part = tests[start:start + SUITE_SIZE]
                number = start // SUITE_SIZE
                attributes = {
                    "name": f"json.decode.{number}", "tests": str(len(part)),
                    "failures": str(sum(test[3] is not None for test in part)),
                    "errors": "0", "skipped": "0", "timestamp": "2025-11-20T23:59:59",
                    "hostname": "ci-1", "id": str(number), "package": "corpus",
                }
                with xml.element("testsuite", attributes):
                    for test in part:
                        xml.write(element(test))


def element(test):
    name, classname, microseconds, message, details, output = test
    case = etree.Element(
        "testcase", name=name, classname=classname, time=f"{microseconds / 1e6:.6f}")
    if message is not None:
        failure = etree.SubElement(case, "failure", message=message, type="BenchmarkRegression")
        failure.text = f"{message}\n{details}"
    etree.SubElement(case, "system-out").text = output
    return case


tests = [make(n) for n in range(int(sys.argv[1]))]
before = memory("VmRSS:")
wall, processor = time.monotonic(), time.process_time()
write(tests, sys.argv[2])
print(time.monotonic() - wall, time.process_time() - processor, memory("VmHWM:") - before)
