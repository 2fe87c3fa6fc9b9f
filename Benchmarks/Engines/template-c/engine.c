// template-c: copy it, and put your own index into `load`, `build` and `find`.
// It answers one text field, contains, caseless, in ASCII, and declines everything else.
//     cc -std=c11 -O2 -o engine engine.c
#define _GNU_SOURCE
#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct { char *bytes; size_t length; } Text;
static Text *titles;
static uint32_t row_count, found_count, *found;

// The position after the JSON value at `at`: a string, an object, an array, or a word.
static const char *skip(const char *at) {
  int depth = 0;
  do {
    if (depth == 0 && !strchr("\"{[", *at)) return at + strcspn(at, ",}] \n");
    if (*at == '"')
      for (at++; *at && *at != '"'; at++) at += *at == '\\' && at[1];
    depth += (*at == '{' || *at == '[') - (*at == '}' || *at == ']');
    if (*at) at++;
  } while (*at && depth > 0);
  return at;
}

// The value of a key in the JSON object at `at`; a word that equals nothing if it has none.
static const char *get(const char *at, const char *key) {
  size_t length = strlen(key);
  while (*at == '{' || *at == ',') {
    const char *name = at + 1 + strspn(at + 1, " "), *value = skip(name) + 1;
    value += strspn(value, " ");
    if (!strncmp(name + 1, key, length) && name[length + 1] == '"') return value;
    at = skip(value);
  }
  return "?";
}

static bool is(const char *value, const char *text) { return !strncmp(value, text, strlen(text)); }

// A JSON string, folded; no bytes if a character is not printable ASCII.
static Text fold(const char *at) {
  const char *end = skip(at) - 1;
  Text text = {malloc((size_t)(end - at) + 1), 0};
  for (at++; at < end; at++) {
    bool is_escaped = *at == '\\' && at++;
    if (*at < ' ' || *at > '~' || (is_escaped && !strchr("\"\\/", *at)))
      return free(text.bytes), (Text){NULL, 0};
    text.bytes[text.length++] = (char)tolower(*at);
  }
  return text;
}

// A keystroke, which is timed as a whole: finds the matching rows. An empty text shows every row.
static bool find(const char *text) {
  Text needle = fold(text);
  if (!needle.bytes) return false;
  found_count = 0;
  for (uint32_t row = 0; row < row_count; row++)
    if (memmem(titles[row].bytes, titles[row].length, needle.bytes, needle.length))
      found[found_count++] = row;
  free(needle.bytes);
  return true;
}

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

// The text between the quotes of a JSON string; names and paths have no escapes here.
static char *raw(const char *value) { return strndup(value + 1, strcspn(value + 1, "\"")); }

static void load(const char *request) {
  const char *profile = get(request, "profile"), *field = get(profile, "textFields") + 1;
  const char *needed[][2] = {{"folding", "\"c\""}, {"trim", "\"none\""}, {"terms", "\"phrase\""},
                             {"numericFields", "[]"}, {"empty", "\"browse\""}};
  bool is_served = is(get(field, "match"), "\"contains\"") && *skip(field) == ']';
  for (int key = 0; key < 5; key++)
    is_served = is_served && is(get(profile, needed[key][0]), needed[key][1]);
  if (!is_served) return (void)puts("{\"type\":\"load\",\"skipped\":\"not the profile titles\"}");
  char *path = raw(get(request, "rows")), *name = raw(get(field, "name")), *line = NULL;
  FILE *file = fopen(path, "rb");
  if (!file) return (void)puts("{\"type\":\"load\",\"error\":\"cannot open the rows\"}");
  size_t size = 0, capacity = 0;
  uint32_t checksum = UINT32_MAX, lines = 0;
  bool is_ascii = true;
  for (ssize_t length; (length = getline(&line, &capacity, file)) > 0; lines++) {
    for (ssize_t index = 0; index < length; index++, size++) {
      checksum ^= (unsigned char)line[index];
      for (int bit = 0; bit < 8; bit++) checksum = checksum >> 1 ^ (checksum & 1 ? 0xEDB88320 : 0);
    }
    if (lines == 0) continue;  // the schema
    titles = realloc(titles, lines * sizeof *titles);
    titles[lines - 1] = fold(get(line, name));
    is_ascii = is_ascii && titles[lines - 1].bytes;
  }
  row_count = lines ? lines - 1 : 0;
  found = realloc(found, (row_count + 1) * sizeof *found);
  fclose(file);
  if (!is_ascii) return (void)puts("{\"type\":\"load\",\"skipped\":\"a row is not ASCII\"}");
  printf("{\"type\":\"load\",\"rows\":%u,\"hash\":\"%08x-%zu\"}\n", row_count, ~checksum, size);
}

// Folding was part of loading; build your own index here.
static void build(void) {
  long long start = now();
  printf("{\"type\":\"build\",\"elapsed_ns\":%lld,\"index_bytes\":0}\n", now() - start);
}

static void query(const char *request) {
  long repeat = atol(get(request, "repeat"));
  const char *text = get(request, "text"), *want = get(request, "want");
  bool is_plain = is(get(request, "tokens"), "[]") && is(get(request, "scope"), "null");
  printf("{\"type\":\"query\",\"id\":%ld,", atol(get(request, "id")));
  if (!is_plain || !find(text)) return (void)puts("\"skipped\":\"more than a text in ASCII\"}");
  for (long round = 0; round < repeat; round++) {
    long long start = now();
    find(text);
    printf("%s%lld", round ? "," : "\"elapsed_ns\":[", now() - start);
  }
  printf("],\"count\":%u", found_count);
  uint32_t shown = is(want, "\"page\"") && found_count > 50 ? 50 : found_count;
  if (is(want, "\"count\"")) return (void)puts("}");
  printf(",\"rows\":[");
  for (uint32_t row = 0; row < shown; row++) printf(row ? ",%u" : "%u", found[row]);
  puts("]}");
}

int main(void) {
  char *line = NULL;
  size_t capacity = 0;
  for (bool is_done = false; !is_done && getline(&line, &capacity, stdin) > 0; fflush(stdout)) {
    const char *type = get(line, "type");
    if (is(type, "\"hello\""))
      printf("{\"type\":\"hello\",\"protocol\":1,\"name\":\"template-c\",\"version\":\"1.0\","
             "\"language\":\"C11\",\"build\":\"release\",\"clock\":\"CLOCK_MONOTONIC\","
             "\"resolution_ns\":1,\"capabilities\":{\"wants\":[\"rows\",\"page\",\"count\"]}}\n");
    else if (is(type, "\"load\"")) load(line);
    else if (is(type, "\"build\"")) build();
    else if (is(type, "\"query\"")) query(line);
    else if ((is_done = is(type, "\"bye\""))) puts("{\"type\":\"bye\"}");
    else puts("{\"type\":\"error\",\"error\":\"not a request that is known here\"}");
  }
}
