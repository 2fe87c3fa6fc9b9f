// The parts of the protocol that the standard library lacks: UTF-8, JSON, CRC-32.
#ifndef PROTOCOL_H
#define PROTOCOL_H
#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// Bytes that end with a zero, and may have others before it.
typedef struct { char *bytes; size_t length; } Text;

// Writes a character; returns the position after it.
static inline char *utf8_write(char *to, uint32_t code) {
  int more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  uint32_t lead = more ? 0xFF00u >> (more + 1) & 0xFF : 0;
  *to++ = (char)(lead | code >> 6 * more);
  while (more-- > 0) *to++ = (char)(0x80 | (code >> 6 * more & 0x3F));
  return to;
}

// Reads a character and moves after it; UINT32_MAX if it is not UTF-8.
static inline uint32_t utf8_read(const char **at) {
  unsigned char lead = (unsigned char)*(*at)++;
  int more = lead < 0x80 ? 0 : lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : 3;
  uint32_t code = more ? lead & 0x3F >> more : lead;
  if (lead >= 0x80 && lead < 0xC0) return UINT32_MAX;
  for (; more > 0; more--) {
    if ((**at & 0xC0) != 0x80) return UINT32_MAX;
    code = code << 6 | (uint32_t)(*(*at)++ & 0x3F);
  }
  return code;
}

// The size of a white space of Latin-1 in bytes; 0 for everything else.
static inline size_t space(const char *at) {
  if ((*at >= '\t' && *at <= '\r') || *at == ' ') return 1;
  return !strncmp(at, "\xC2\x85", 2) || !strncmp(at, "\xC2\xA0", 2) ? 2 : 0;
}

// Among the letters and numbers of Latin-1, and the μ to which the micro sign is folded.
static inline bool is_letter_or_number(uint32_t letter) {
  if (letter < 0x80) return isalnum((int)letter);
  if (letter >= 0xC0 && letter <= 0xFF) return letter != 0xD7 && letter != 0xF7;
  if (letter > 0xFF) return letter == 0x3BC;
  return strchr("\xAA\xB2\xB3\xB5\xB9\xBA\xBC\xBD\xBE", (int)letter);
}

typedef enum { NOTHING, TRUTH, NUMBER, TEXT, LIST, OBJECT } Kind;

typedef struct Json {
  Kind kind;
  double number;
  Text text, key;      // the key in the object that has this value
  struct Json *items;  // of a list or an object
  size_t count;
} Json;

typedef struct { const char *at, *end, *error; } Reader;

static inline bool read_value(Reader *reader, Json *value, int depth);

// Notes what was expected where there is something else.
static inline bool expect(Reader *reader, const char *what) {
  reader->error = what;
  return false;
}

// Every line ends with a zero, which is no part of JSON.
static inline void skip_space(Reader *reader) {
  while (*reader->at && strchr(" \t\n\r", *reader->at)) reader->at++;
}

static inline bool takes(Reader *reader, const char *word) {
  skip_space(reader);
  bool found = !strncmp(reader->at, word, strlen(word));
  if (found) reader->at += strlen(word);
  return found;
}

static inline bool read_unit(Reader *reader, uint32_t *unit) {
  *unit = 0;
  for (int digit = 0; digit < 4; digit++, reader->at++) {
    int letter = tolower((unsigned char)*reader->at);
    const char *digits = "0123456789abcdef", *found = strchr(digits, letter);
    if (!found || !*found) return expect(reader, "expected a hexadecimal digit");
    *unit = *unit << 4 | (uint32_t)(found - digits);
  }
  return true;
}

// Reads what follows a backslash, and appends it in UTF-8.
static inline bool read_escape(Reader *reader, Text *text) {
  static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
  char letter = *reader->at;
  const char *name = letter ? strchr(names, letter) : NULL;
  reader->at += letter != 0;
  if (name) return text->bytes[text->length++] = values[name - names], true;
  uint32_t code, low = 0;
  if (letter != 'u') return expect(reader, "expected an escape before it");
  if (!read_unit(reader, &code)) return false;
  if (code >= 0xD800 && code < 0xDC00 && !strncmp(reader->at, "\\u", 2)) {
    reader->at += 2;
    if (!read_unit(reader, &low)) return false;
    bool is_low = low >= 0xDC00 && low < 0xE000;
    if (is_low) code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
  }
  if (code >= 0xD800 && code < 0xE000) return expect(reader, "expected two surrogates");
  text->length = (size_t)(utf8_write(text->bytes + text->length, code) - text->bytes);
  return true;
}

static inline bool read_string(Reader *reader, Text *text) {
  skip_space(reader);
  if (*reader->at != '"') return expect(reader, "expected a string");
  const char *close = ++reader->at;
  while (*close && *close != '"') close += *close == '\\' && close[1] ? 2 : 1;
  // An escape is never shorter than what it stands for.
  text->bytes = malloc((size_t)(close - reader->at) + 1);
  while (reader->at < close) {
    if ((unsigned char)*reader->at < ' ') return expect(reader, "expected no control character");
    if (*reader->at != '\\') text->bytes[text->length++] = *reader->at++;
    else if (reader->at++, !read_escape(reader, text)) return false;
  }
  text->bytes[text->length] = 0;
  return *reader->at++ == '"' || (reader->at--, expect(reader, "expected a quotation mark"));
}

static inline bool read_digits(Reader *reader) {
  const char *start = reader->at;
  while (*reader->at >= '0' && *reader->at <= '9') reader->at++;
  return reader->at > start || expect(reader, "expected a digit");
}

static inline bool read_number(Reader *reader, Json *value) {
  const char *start = reader->at;
  if (*reader->at == '-') reader->at++;
  if (*reader->at == '0') reader->at++;
  else if (!read_digits(reader)) return false;
  if (*reader->at == '.' && (reader->at++, !read_digits(reader))) return false;
  if (*reader->at == 'e' || *reader->at == 'E') {
    reader->at++;
    if (*reader->at == '+' || *reader->at == '-') reader->at++;
    if (!read_digits(reader)) return false;
  }
  value->number = strtod(start, NULL);
  return true;
}

static inline bool read_items(Reader *reader, Json *value, int depth) {
  const char *close = value->kind == OBJECT ? "}" : "]";
  size_t capacity = 0;
  if (takes(reader, close)) return true;
  do {
    if (value->count == capacity) {
      capacity = 2 * capacity + 4;
      value->items = realloc(value->items, capacity * sizeof *value->items);
    }
    Json *item = &value->items[value->count++];
    *item = (Json){0};
    if (value->kind == OBJECT && !read_string(reader, &item->key)) return false;
    if (value->kind == OBJECT && !takes(reader, ":")) return expect(reader, "expected a colon");
    if (!read_value(reader, item, depth + 1)) return false;
  } while (takes(reader, ","));
  return takes(reader, close) || expect(reader, "expected a comma, or the end of a list or object");
}

static inline bool read_value(Reader *reader, Json *value, int depth) {
  skip_space(reader);
  if (depth > 64) return expect(reader, "expected at most 64 levels");
  if (*reader->at == '"') return value->kind = TEXT, read_string(reader, &value->text);
  if (takes(reader, "{")) return value->kind = OBJECT, read_items(reader, value, depth);
  if (takes(reader, "[")) return value->kind = LIST, read_items(reader, value, depth);
  if (takes(reader, "null")) return value->kind = NOTHING, true;
  if (takes(reader, "true")) return value->kind = TRUTH, value->number = 1, true;
  if (takes(reader, "false")) return value->kind = TRUTH, true;
  if (*reader->at == '-' || (*reader->at >= '0' && *reader->at <= '9'))
    return value->kind = NUMBER, read_number(reader, value);
  return expect(reader, "expected a value");
}

static inline void json_free(Json *value) {
  for (size_t item = 0; item < value->count; item++) json_free(&value->items[item]);
  free(value->items);
  free(value->text.bytes);
  free(value->key.bytes);
  *value = (Json){0};
}

// Reads a line; if that fails, returns an error, and the value is null.
static inline const char *json_read(const char *line, size_t length, Json *value) {
  Reader reader = {line, line + length, NULL};
  *value = (Json){0};
  if (read_value(&reader, value, 0)) {
    skip_space(&reader);
    if (reader.at == reader.end) return NULL;
    expect(&reader, "expected one value in a line");
  }
  json_free(value);
  return reader.error;
}

// The value of a key; a missing key is the same as a null.
static inline const Json *json_get(const Json *object, const char *key) {
  static const Json nothing;
  for (size_t item = 0; object->kind == OBJECT && item < object->count; item++)
    if (!strcmp(object->items[item].key.bytes, key)) return &object->items[item];
  return &nothing;
}

static inline bool same(Text text, Text other) {
  if (text.length != other.length) return false;
  return text.length == 0 || !memcmp(text.bytes, other.bytes, text.length);
}

static inline const char *json_text(const Json *value) {
  return value->kind == TEXT ? value->text.bytes : "";
}

static inline bool json_is(const Json *value, const char *text) {
  return value->kind == TEXT && same(value->text, (Text){(char *)text, strlen(text)});
}

static inline void put_text(const char *text) {
  putchar('"');
  for (; *text; text++)
    if ((unsigned char)*text < ' ') printf("\\u%04x", (unsigned)*text);
    else printf(*text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
  putchar('"');
}

static inline uint32_t crc32(uint32_t sum, const void *bytes, size_t length) {
  sum = ~sum;
  for (const unsigned char *byte = bytes; length > 0; byte++, length--) {
    sum ^= *byte;
    for (int bit = 0; bit < 8; bit++) sum = sum >> 1 ^ (sum & 1 ? 0xEDB88320 : 0);
  }
  return ~sum;
}

static inline long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

// Answers requests until bye. `step` writes the rest of a reply, or returns an error before it has
// written anything.
static inline void serve(const char *(*step)(const char *type, Json *request)) {
  static const char *const types[] = {"hello", "load", "build", "query", "bye"};
  char *line = NULL;
  bool is_done = false;
  size_t capacity = 0, type;
  for (ssize_t length; !is_done && (length = getline(&line, &capacity, stdin)) > 0;) {
    Json request;
    const char *error = json_read(line, (size_t)length, &request);
    const Json *id = json_get(&request, "id");
    for (type = 0; type < 5 && !json_is(json_get(&request, "type"), types[type]);) type++;
    if (!error && type == 5) error = "expected hello, load, build, query or bye for key 'type'";
    printf("{\"type\":\"%s\"", error ? "error" : types[type]);
    if (id->kind == NUMBER) printf(",\"id\":%.0f", id->number);
    is_done = !error && type == 4;
    if (!error) error = step(types[type], &request);
    if (error) printf(",\"error\":"), put_text(error);
    puts("}");
    fflush(stdout);
    json_free(&request);
  }
  free(line);
}
#endif
