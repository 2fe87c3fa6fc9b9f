/* The same report as Main.swift writes, byte for byte, by a plain loop over libxml2's xmlTextWriter:
 * what somebody would write in C. The cases are in memory before the time starts; nothing in them is
 * checked or replaced.
 *
 *     text-writer COUNT FILE
 *
 * One line is printed: wall seconds, processor seconds, bytes by which the peak of memory rose. */
#include <libxml/xmlwriter.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SUITE_SIZE 20000

static double now(clockid_t id) {
  struct timespec time;
  clock_gettime(id, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* A figure of /proc/self/status in bytes; 0 where there is none. */
static long memory(const char *key) {
  char line[256];
  long size = 0;
  FILE *file = fopen("/proc/self/status", "r");
  if (!file) return 0;
  while (fgets(line, sizeof line, file))
    if (strncmp(line, key, strlen(key)) == 0) size = atol(line + strlen(key)) * 1024;
  fclose(file);
  return size;
}

static void attribute(xmlTextWriterPtr writer, const char *name, const char *value) {
  xmlTextWriterWriteAttribute(writer, BAD_CAST name, BAD_CAST value);
}

static void counts(xmlTextWriterPtr writer, long tests, long failures, int isRoot, double seconds) {
  char text[64];
  snprintf(text, sizeof text, "%ld", tests);
  attribute(writer, "tests", text);
  snprintf(text, sizeof text, "%ld", failures);
  attribute(writer, "failures", text);
  attribute(writer, "errors", "0");
  if (!isRoot) attribute(writer, "skipped", "0");
  snprintf(text, sizeof text, "%.3f", seconds);
  attribute(writer, "time", text);
}

/* A case as somebody would have it in memory. */
typedef struct test {
  char *name, *classname, *output;
  const char *message, *details; /* NULL where it passed */
  long microseconds;
} test;

static test *make_tests(long count) {
  test *tests = malloc((size_t)count * sizeof *tests);
  char text[160];
  if (!tests) exit(1);
  for (long number = 0; number < count; number++) {
    test *one = &tests[number];
    snprintf(text, sizeof text, "twitter & canada <%ld>", number);
    one->name = strdup(text);
    snprintf(text, sizeof text, "corpus.json.decode.%ld", number / SUITE_SIZE);
    one->classname = strdup(text);
    snprintf(text, sizeof text, "p50=1.234us p99=2.010us ratio=0.97 (limit 1.10) n=%ld", number);
    one->output = strdup(text);
    one->message = number % 50 ? NULL : "ratio 1.31 > limit 1.10 (p50 4.02us vs 3.07us)";
    one->details = "Sources/Bench/Decode.swift:42";
    one->microseconds = 1234 + number % 1000;
  }
  return tests;
}

static void test_case(xmlTextWriterPtr writer, const test *one) {
  char text[64];
  xmlTextWriterWriteRaw(writer, BAD_CAST "\n    ");
  xmlTextWriterStartElement(writer, BAD_CAST "testcase");
  attribute(writer, "name", one->name);
  attribute(writer, "classname", one->classname);
  snprintf(text, sizeof text, "%.6f", (double)one->microseconds / 1e6);
  attribute(writer, "time", text);
  if (one->message) {
    xmlTextWriterStartElement(writer, BAD_CAST "failure");
    attribute(writer, "message", one->message);
    attribute(writer, "type", "BenchmarkRegression");
    xmlTextWriterWriteString(writer, BAD_CAST one->message);
    xmlTextWriterWriteString(writer, BAD_CAST "\n");
    xmlTextWriterWriteString(writer, BAD_CAST one->details);
    xmlTextWriterEndElement(writer);
  }
  xmlTextWriterStartElement(writer, BAD_CAST "system-out");
  xmlTextWriterWriteString(writer, BAD_CAST one->output);
  xmlTextWriterEndElement(writer);
  xmlTextWriterEndElement(writer);
}

/* Microseconds of the cases from `start` to `end`, and how many of them fail. */
static long total(const test *tests, long start, long end, long *failures) {
  long time = 0;
  *failures = 0;
  for (long number = start; number < end; number++) {
    time += tests[number].microseconds;
    *failures += tests[number].message != NULL;
  }
  return time;
}

static void suite(xmlTextWriterPtr writer, const test *tests, long start, long end) {
  char text[64];
  long failures, number = start / SUITE_SIZE;
  long time = total(tests, start, end, &failures);
  xmlTextWriterWriteRaw(writer, BAD_CAST "\n  ");
  xmlTextWriterStartElement(writer, BAD_CAST "testsuite");
  snprintf(text, sizeof text, "json.decode.%ld", number);
  attribute(writer, "name", text);
  counts(writer, end - start, failures, 0, (double)time / 1e6);
  attribute(writer, "timestamp", "2025-11-20T23:59:59");
  attribute(writer, "hostname", "ci-1");
  snprintf(text, sizeof text, "%ld", number);
  attribute(writer, "id", text);
  attribute(writer, "package", "corpus");
  for (long place = start; place < end; place++) test_case(writer, &tests[place]);
  for (int index = 0; index < 2; index++) {
    xmlTextWriterWriteRaw(writer, BAD_CAST "\n    ");
    xmlTextWriterStartElement(writer, BAD_CAST(index == 0 ? "system-out" : "system-err"));
    xmlTextWriterFullEndElement(writer);
  }
  xmlTextWriterWriteRaw(writer, BAD_CAST "\n  ");
  xmlTextWriterEndElement(writer);
}

int main(int count_of_arguments, char **arguments) {
  long count = count_of_arguments == 3 ? atol(arguments[1]) : 0, failures;
  if (count <= 0) {
    fprintf(stderr, "usage: text-writer COUNT FILE\n");
    return 64;
  }
  test *tests = make_tests(count);
  xmlInitParser();
  long before = memory("VmRSS:");
  double wall = now(CLOCK_MONOTONIC), processor = now(CLOCK_PROCESS_CPUTIME_ID);
  xmlTextWriterPtr writer = xmlNewTextWriterFilename(arguments[2], 0);
  if (!writer) return 1;
  xmlTextWriterStartDocument(writer, NULL, "UTF-8", NULL);
  xmlTextWriterStartElement(writer, BAD_CAST "testsuites");
  attribute(writer, "name", "bench");
  long time = total(tests, 0, count, &failures);
  counts(writer, count, failures, 1, (double)time / 1e6);
  for (long start = 0; start < count; start += SUITE_SIZE)
    suite(writer, tests, start, start + SUITE_SIZE < count ? start + SUITE_SIZE : count);
  xmlTextWriterWriteRaw(writer, BAD_CAST "\n");
  xmlTextWriterEndElement(writer);
  int status = xmlTextWriterEndDocument(writer);
  xmlFreeTextWriter(writer);
  printf("%f %f %ld\n", now(CLOCK_MONOTONIC) - wall, now(CLOCK_PROCESS_CPUTIME_ID) - processor,
         memory("VmHWM:") - before);
  return status < 0;
}
