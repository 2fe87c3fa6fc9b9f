// template-c: put your own index into `build` and `find`.
//
// The standard library has no normal forms, so it answers text in Latin-1, with typographic quotes
// and dashes. It declines other text.
//     cc -std=c11 -O2 -o engine engine.c && ./engine
#define _GNU_SOURCE
#include "protocol.h"
#include <ctype.h>
#include <errno.h>

static Json loaded;  // the last load, with the schema and the profile
static const Json *profile, *fields;
static Json *rows;
static Text *texts;  // the folded fields of each row; NULL before `build`
static uint32_t row_count, found_count, *found;

static const char *decline(const char *reason) {
  printf(",\"skipped\":\"%s\"", reason);
  return NULL;
}

// Frees what the last load has left.
static void clear(void) {
  for (size_t text = 0; texts && text < row_count * fields->count; text++) free(texts[text].bytes);
  for (uint32_t row = 0; row < row_count; row++) json_free(&rows[row]);
  free(texts), free(rows), free(found), json_free(&loaded);
  texts = NULL, rows = NULL, found = NULL, row_count = 0;
}

static const char *read_rows(FILE *file, uint32_t *hash, size_t *size) {
  char *line = NULL;
  const char *error = NULL;
  size_t capacity = 0, lines = 0;
  for (ssize_t length; !error && (length = getline(&line, &capacity, file)) > 0; lines++) {
    *hash = crc32(*hash, line, (size_t)length), *size += (size_t)length;
    if (lines == 0) continue;  // the schema
    if ((lines & (lines - 1)) == 0) rows = realloc(rows, 2 * lines * sizeof *rows);
    error = json_read(line, (size_t)length, &rows[row_count++]);
  }
  free(line);
  return error;
}

static const char *load(Json *request) {
  clear();
  loaded = *request, *request = (Json){0};  // it now owns the memory
  profile = json_get(&loaded, "profile"), fields = json_get(profile, "textFields");
  FILE *file = fopen(json_text(json_get(&loaded, "rows")), "rb");
  if (!file) return strerror(errno);
  uint32_t hash = 0;
  size_t size = 0;
  const char *error = read_rows(file, &hash, &size);
  fclose(file);
  found = malloc((row_count + 1) * sizeof *found);
  if (error) return clear(), error;
  printf(",\"rows\":%u,\"hash\":\"%08x-%zu\"", row_count, hash, size);
  return NULL;
}

// The letters from U+00C0 to U+00FF without accents; a space stands for a letter that has none.
static const char bases[] = "AAAAAA CEEEEIIII NOOOOO  UUUUY  aaaaaa ceeeeiiii nooooo  uuuuy y";

// Folds a text into new memory; false if it has a character that is not folded here.
static bool fold(Text text, Text *folded) {
  bool is_accentless = json_is(json_get(profile, "folding"), "cd");
  bool is_caseless = is_accentless || json_is(json_get(profile, "folding"), "c");
  char *to = folded->bytes = malloc(text.length + 1);
  for (const char *at = text.bytes; at < text.bytes + text.length;) {
    uint32_t letter = utf8_read(&at);
    if (letter > 0xFF && (letter < 0x2010 || letter > 0x2027))
      return free(folded->bytes), folded->bytes = NULL, false;
    if (is_accentless && letter == 0xAD) continue;  // a soft hyphen
    if (is_accentless && letter >= 0xC0 && letter <= 0xFF && bases[letter - 0xC0] != ' ')
      letter = (uint32_t)bases[letter - 0xC0];
    bool is_capital = (letter >= 'A' && letter <= 'Z') ||
                      (letter >= 0xC0 && letter <= 0xDE && letter != 0xD7);
    if (is_caseless && letter == 0xDF) *to++ = 's', letter = 's';  // ß
    if (is_caseless && letter == 0xB5) letter = 0x3BC;             // µ
    to = utf8_write(to, is_caseless && is_capital ? letter + 0x20 : letter);
  }
  *to = 0;
  folded->length = (size_t)(to - folded->bytes);
  return true;
}

// The rows are folded once, here; this is the place for your index.
static const char *build(void) {
  if (!found) return "expected 'load' first";
  if (json_is(json_get(profile, "folding"), "loose"))
    return decline("it does not have the folding loose");
  long long start = now();
  size_t size = 0;
  texts = calloc(row_count * fields->count + 1, sizeof *texts);
  for (size_t text = 0; text < row_count * fields->count; text++) {
    const Json *field = json_get(&fields->items[text % fields->count], "name");
    const Json *cell = json_get(&rows[text / fields->count], json_text(field));
    if (!fold(cell->text, &texts[text])) return clear(), decline("a row is not in Latin-1");
    size += texts[text].length;
  }
  printf(",\"elapsed_ns\":%lld,\"index_bytes\":%zu", now() - start, size);
  return NULL;
}

// The terms of a text, whose bytes they share.
static size_t split(Text text, Text *terms) {
  bool splits = json_is(json_get(profile, "terms"), "splitAND");
  bool trims = splits || json_is(json_get(profile, "trim"), "whitespace");
  size_t count = 0;
  char *end = text.bytes + text.length;
  if (!trims && text.length > 0) terms[count++] = text;
  for (char *at = text.bytes; trims && at < end;) {
    char *word = at;
    while (at < end && !space(at)) at++;
    if (at > word && (splits || count == 0)) terms[count++] = (Text){word, 0};
    if (at > word) terms[count - 1].length = (size_t)(at - terms[count - 1].bytes);
    while (at < end && space(at)) at += space(at);
  }
  return count;
}

static bool begins_word(Text text, size_t at) {
  if (at == 0) return true;
  const char *before = text.bytes + at - 1;
  while ((*before & 0xC0) == 0x80) before--;
  return !is_letter_or_number(utf8_read(&before));
}

static bool matches(const Json *mode, Text text, Text term) {
  if (json_is(mode, "equality")) return same(text, term);
  const char *end = text.bytes + text.length, *at = text.bytes;
  bool is_prefix = json_is(mode, "prefix"), is_word = json_is(mode, "wordPrefix");
  if (is_prefix) return text.length >= term.length && !memcmp(at, term.bytes, term.length);
  for (; (at = memmem(at, (size_t)(end - at), term.bytes, term.length)); at++)
    if (!is_word || begins_word(text, (size_t)(at - text.bytes))) return true;
  return false;
}

// A token is known if its value is one of its facet's.
static bool is_known(const Json *token) {
  const Json *columns = json_get(json_get(&loaded, "schema"), "columns");
  for (size_t index = 0; index < columns->count; index++) {
    const Json *column = &columns->items[index], *values = json_get(column, "values");
    if (!json_is(json_get(column, "name"), json_text(json_get(token, "facet")))) continue;
    for (size_t value = 0; value < values->count; value++)
      if (same(values->items[value].text, json_get(token, "value")->text)) return true;
  }
  return false;
}

// Tokens of one facet combine by or, those of different facets by and.
static bool passes(uint32_t row, const Json *tokens, const bool *known) {
  const Json *facets = json_get(profile, "facets");
  for (size_t facet = 0; facet < facets->count; facet++) {
    const Json *name = &facets->items[facet], *cell = json_get(&rows[row], json_text(name));
    bool is_asked = false, has_any = false;
    for (size_t index = 0; index < tokens->count && !has_any; index++) {
      const Json *token = &tokens->items[index];
      if (!known[index] || !same(json_get(token, "facet")->text, name->text)) continue;
      is_asked = true, has_any = same(json_get(token, "value")->text, cell->text);
    }
    if (is_asked && !has_any) return false;
  }
  return true;
}

typedef struct {
  Text text;     // folded
  Text digits;   // of the number, without redundant zeros
  size_t whole;  // how many of them are before the point
  bool is_number;
} Needle;

// Reads a decimal of at most 18 digits.
static Needle number(Text text) {
  Needle needle = {.digits = {malloc(text.length + 1), 0}};
  size_t digits = 0, point = text.length;
  for (size_t at = 0; at < text.length; at++) {
    char letter = text.bytes[at];
    bool is_inside = at > 0 && at + 1 < text.length;
    if (letter == '.' && point == text.length && is_inside) {
      point = at;
      continue;
    }
    if (!isdigit((unsigned char)letter)) return needle;
    digits++;
    bool is_leading_zero = letter == '0' && needle.digits.length == 0 && at < point;
    if (!is_leading_zero) needle.digits.bytes[needle.digits.length++] = letter;
    if (at < point) needle.whole = needle.digits.length;
  }
  while (needle.digits.length > needle.whole &&
         needle.digits.bytes[needle.digits.length - 1] == '0') needle.digits.length--;
  needle.is_number = digits > 0 && digits <= 18;
  return needle;
}

static bool has_number(uint32_t row, const Needle *needle) {
  const Json *names = json_get(profile, "numericFields");
  bool has = false;
  for (size_t index = 0; needle->is_number && index < names->count && !has; index++) {
    Needle cell = number(json_get(&rows[row], json_text(&names->items[index]))->text);
    has = cell.is_number && cell.whole == needle->whole && same(cell.digits, needle->digits);
    free(cell.digits.bytes);
  }
  return has;
}

static bool has_needle(uint32_t row, const Needle *needle) {
  for (size_t index = 0; index < fields->count; index++) {
    const Json *mode = json_get(&fields->items[index], "match");
    if (matches(mode, texts[row * fields->count + index], needle->text)) return true;
  }
  return has_number(row, needle);
}

static void free_needles(Needle *needles, size_t count) {
  for (size_t index = 0; index < count; index++)
    free(needles[index].text.bytes), free(needles[index].digits.bytes);
  free(needles);
}

// The needles of a typed text, in new memory; NULL if it is declined.
static Needle *read_needles(Text text, size_t *count) {
  Text *terms = malloc((text.length + 1) * sizeof *terms);
  size_t term_count = split(text, terms);
  Needle *needles = calloc(term_count + 1, sizeof *needles);
  *count = 0;
  for (size_t term = 0; term < term_count && needles; term++) {
    Needle needle = number(terms[term]);
    bool is_folded = fold(terms[term], &needle.text);
    needles[(*count)++] = needle;
    if (!is_folded) free_needles(needles, *count), needles = NULL;
    else if (needle.text.length == 0) --*count, free(needle.text.bytes), free(needle.digits.bytes);
  }
  free(terms);
  return needles;
}

// A keystroke, which is timed as a whole: finds the matching rows; false if it is declined.
static bool find(const Json *query) {
  const Json *tokens = json_get(query, "tokens"), *scope = json_get(query, "scope");
  const Json *axis = json_get(profile, "scope");
  found_count = 0;
  size_t needle_count;
  Needle *needles = read_needles(json_get(query, "text")->text, &needle_count);
  if (!needles) return false;
  bool *known = malloc(tokens->count + 1);
  for (size_t token = 0; token < tokens->count; token++)
    known[token] = is_known(&tokens->items[token]);
  bool is_empty = needle_count == 0 && tokens->count == 0;
  bool is_all = is_empty || scope->kind != TEXT ||
                json_is(json_get(axis, "allTitle"), json_text(scope));
  bool is_none = is_empty && !json_is(json_get(profile, "empty"), "browse");
  for (uint32_t row = 0; row < row_count && !is_none; row++) {
    // An empty cell equals no title.
    Text cell = json_get(&rows[row], json_text(json_get(axis, "facet")))->text;
    bool is_in_scope = scope->text.length > 0 && same(scope->text, cell);
    bool is_match = (is_all || is_in_scope) && passes(row, tokens, known);
    for (size_t needle = 0; is_match && needle < needle_count; needle++)
      is_match = has_needle(row, &needles[needle]);
    if (is_match) found[found_count++] = row;
  }
  free(known), free_needles(needles, needle_count);
  return true;
}

static const char *query(const Json *request) {
  if (!texts) return "expected 'build' first";
  const Json *want = json_get(request, "want");
  long repeat = (long)json_get(request, "repeat")->number;
  if (repeat < 1 || repeat > 10000) return "expected a number from 1 to 10000 for key 'repeat'";
  static long long elapsed[10000];
  for (long round = 0; round < repeat; round++) {
    long long start = now();
    if (!find(request)) return decline("the text is not in Latin-1");
    elapsed[round] = now() - start;
  }
  for (long round = 0; round < repeat; round++)
    printf("%s%lld", round ? "," : ",\"elapsed_ns\":[", elapsed[round]);
  printf("],\"count\":%u", found_count);
  bool is_page = json_is(want, "page");
  uint32_t shown = is_page && found_count > 50 ? 50 : found_count;
  if (json_is(want, "digest"))  // as it is in memory, which is little-endian on today's machines
    printf(",\"digest\":%u", crc32(0, found, found_count * sizeof *found));
  if (!is_page && !json_is(want, "rows")) return NULL;
  printf(",\"rows\":[");
  for (uint32_t row = 0; row < shown; row++) printf(row ? ",%u" : "%u", found[row]);
  printf("]");
  return NULL;
}

static const char *step(const char *type, Json *request) {
  if (!strcmp(type, "load")) return load(request);
  if (!strcmp(type, "build")) return build();
  if (!strcmp(type, "query")) return query(request);
  if (!strcmp(type, "hello"))
    printf(",\"protocol\":1,\"name\":\"template-c\",\"version\":\"1.0\",\"language\":\"C11\","
           "\"build\":\"release\",\"clock\":\"CLOCK_MONOTONIC\",\"resolution_ns\":1,"
           "\"capabilities\":{\"wants\":[\"rows\",\"page\",\"count\",\"digest\"]}");
  return NULL;
}

int main(int argc, char **argv) {
  if (argc > 1 && !strcmp(argv[1], "--version")) return puts("1.0"), 0;
  serve(step);
}
