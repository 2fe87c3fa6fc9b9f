// Compares every kernel of CScan with a naive loop, on random texts, needles and sets.
//
//   parity [ROUNDS [SEED]]
//
// A difference, or a form of scan that no round reached, ends the program with status 1.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CScan.h"

static uint64_t state;
static uint64_t current_round;

// Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
static uint64_t draw(void) {
  uint64_t value = state += 0x9E3779B97F4A7C15;
  value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9;
  value = (value ^ (value >> 27)) * 0x94D049BB133111EB;
  return value ^ (value >> 31);
}

static size_t below(size_t limit) { return (size_t)(draw() % limit); }

static void require(int is_true, const char *what, int path) {
  if (is_true) return;
  printf("path %d differs from the naive loop in round %llu: %s\n", path,
         (unsigned long long)current_round, what);
  exit(1);
}

static int bit(const uint64_t *words, size_t index) { return words[index / 64] >> (index % 64) & 1; }

static void set_bit(uint64_t *words, size_t index) { words[index / 64] |= 1ull << (index % 64); }

// MARK: Texts

enum { MOST_ROWS = 400, MOST_BYTES = 300, WORDS = (MOST_ROWS + 63) / 64 };

static uint8_t bytes[MOST_ROWS * (MOST_BYTES + 8) + CSCAN_PADDING];
static uint32_t offsets[MOST_ROWS + 1];
static uint32_t frequencies[256];
static struct cscan_text text;

// Whether a scalar beyond ASCII is part of a word; blocks alternate between two patterns.
static int is_word(uint32_t scalar) { return (scalar & 0xFF) % 3 == (scalar >> 8) % 2; }

static uint8_t blocks[0x1100];
static uint64_t block_words[8];

static void make_words(void) {
  for (uint32_t block = 0; block < 0x1100; block++) blocks[block] = block % 2;
  for (uint32_t scalar = 0; scalar < 0x200; scalar++) {
    if (is_word(scalar)) set_bit(block_words, scalar);
  }
}

static size_t append_scalar(uint8_t *at, uint32_t scalar) {
  if (scalar < 0x80) {
    at[0] = (uint8_t)scalar;
    return 1;
  }
  size_t size = scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4;
  for (size_t index = size - 1; index > 0; index--, scalar >>= 6) {
    at[index] = (uint8_t)(0x80 | (scalar & 0x3F));
  }
  at[0] = (uint8_t)((0xF00 >> size) | scalar);
  return size;
}

static uint32_t draw_scalar(size_t letters, size_t foreign) {
  if (below(100) < foreign) {
    static const uint32_t bases[] = {0x80, 0x100, 0x7F0, 0x800, 0x3040, 0xFF00, 0x10000, 0x1F600};
    return bases[below(8)] + (uint32_t)below(16);
  }
  return below(8) == 0 ? ' ' : (uint32_t)('a' + below(letters));
}

static void make_text(void) {
  size_t size = 0, count = below(MOST_ROWS + 1), longest = below(4) == 0 ? MOST_BYTES : 24;
  size_t letters = below(3) == 0 ? 2 : 1 + below(26), foreign = below(3) == 0 ? below(60) : 0;
  memset(frequencies, 0, sizeof frequencies);
  for (size_t row = 0; row < count; row++) {
    offsets[row] = (uint32_t)size;
    size_t end = size + below(longest);
    while (size + 4 < end) size += append_scalar(bytes + size, draw_scalar(letters, foreign));
    bytes[size++] = CSCAN_SEPARATOR;
  }
  offsets[count] = (uint32_t)size;
  for (size_t at = 0; at < size; at++) frequencies[bytes[at]]++;
  memset(bytes + size, CSCAN_SEPARATOR, CSCAN_PADDING);
  text = (struct cscan_text){bytes, size, offsets, count, frequencies};
}

static int is_start(uint8_t byte) { return (byte & 0xC0) != 0x80; }

// A part of a row, or any letters.
static struct cscan_needle make_needle(void) {
  static uint8_t needle[MOST_BYTES];
  size_t size = 0;
  if (text.count > 0 && below(5) > 0) {
    size_t row = below(text.count), start = offsets[row], end = offsets[row + 1] - 1;
    size_t from = start + below(end - start + 1);
    size_t to = from + below(below(3) == 0 ? MOST_BYTES : 5);
    if (to > end) to = end;
    while (from < end && !is_start(bytes[from])) from++;
    while (to < end && !is_start(bytes[to])) to++;
    if (to > from) memcpy(needle, bytes + from, size = to - from);
  }
  if (size == 0 || below(8) == 0) {
    if (size + 4 < MOST_BYTES) size += append_scalar(needle + size, draw_scalar(26, 10));
  }
  struct cscan_needle result = {needle, size, 0, 0};
  if (size > 1) {
    result.first = below(size);
    result.second = (result.first + 1 + below(size - 1)) % size;
  }
  return result;
}

// MARK: The naive loop

// Whether a word can start at a place of a row.
static int starts_word(const uint8_t *row, size_t place) {
  if (place == 0) return 1;
  size_t last = place - 1;
  while (!is_start(row[last])) last--;
  uint8_t first = row[last];
  if (first < 0x80) {
    return !((first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z') ||
             (first >= '0' && first <= '9'));
  }
  uint32_t scalar = first & (0xFF >> (place - last + 1));
  for (size_t at = last + 1; at < place; at++) scalar = scalar << 6 | (row[at] & 0x3F);
  return !is_word(scalar);
}

static int matches(int mode, size_t row, struct cscan_needle needle) {
  const uint8_t *at = bytes + offsets[row];
  size_t size = offsets[row + 1] - 1 - offsets[row];
  if (mode == CSCAN_EQUALITY && size != needle.size) return 0;
  for (size_t place = 0; place + needle.size <= size; place++) {
    if (place > 0 && (mode == CSCAN_PREFIX || mode == CSCAN_EQUALITY)) return 0;
    if (memcmp(at + place, needle.bytes, needle.size) != 0) continue;
    if (mode != CSCAN_WORD_PREFIX || starts_word(at, place)) return 1;
  }
  return 0;
}

// MARK: Searching

// How often each form of a scan was reached: with or without words; dense, decided or neither.
static size_t forms[2][3];

static void check_scan(int path, struct cscan_needle needle) {
  for (int wants_word = 0; wants_word < 2; wants_word++) {
    struct cscan_word_scalars scalars = {0, 0};
    if (wants_word) scalars = (struct cscan_word_scalars){blocks, block_words};
    struct cscan_scan_form form = cscan_form(path, text, needle, wants_word);
    forms[wants_word][form.is_dense ? 0 : form.is_decided ? 1 : 2]++;
    uint64_t rows[WORDS + 1] = {0}, before[WORDS + 1];
    for (size_t row = 0; row < text.count; row++) {
      if (below(4) == 0) set_bit(rows, row);
    }
    memcpy(before, rows, sizeof rows);
    cscan_scan(path, text, needle, scalars, rows);
    int mode = wants_word ? CSCAN_WORD_PREFIX : CSCAN_CONTAINS;
    for (size_t row = 0; row < 64 * (WORDS + 1); row++) {
      int wanted = bit(before, row) || (row < text.count && matches(mode, row, needle));
      require(bit(rows, row) == wanted, "scan", path);
    }
  }
}

static void check_keep(int path, struct cscan_needle needle) {
  struct cscan_word_scalars scalars = {blocks, block_words};
  for (int mode = CSCAN_CONTAINS; mode <= CSCAN_EQUALITY; mode++) {
    uint32_t rows[MOST_ROWS], wanted[MOST_ROWS];
    uint64_t words[WORDS + 1] = {0};
    size_t count = 0, wanted_count = 0;
    for (size_t row = 0; row < text.count; row++) {
      if (below(3) == 0) continue;
      rows[count++] = (uint32_t)row;
      set_bit(words, row);
      if (matches(mode, row, needle)) wanted[wanted_count++] = (uint32_t)row;
    }
    count = cscan_keep(path, mode, text, needle, scalars, rows, count);
    require(count == wanted_count && memcmp(rows, wanted, count * sizeof *rows) == 0, "keep", path);
    cscan_keep_bits(path, mode, text, needle, scalars, words, WORDS + 1);
    size_t next = 0;
    for (size_t row = 0; row < 64 * (WORDS + 1); row++) {
      int is_wanted = next < wanted_count && wanted[next] == row;
      require(bit(words, row) == is_wanted, "keep_bits", path);
      next += (size_t)is_wanted;
    }
    if (mode != CSCAN_PREFIX && mode != CSCAN_EQUALITY) continue;
    uint64_t starts[WORDS + 1] = {0};
    cscan_starts(text, needle, mode == CSCAN_EQUALITY, starts);
    for (size_t row = 0; row < text.count; row++) {
      require(bit(starts, row) == matches(mode, row, needle), "starts", path);
    }
  }
}

static void check_values(int path) {
  uint32_t values[MOST_ROWS], wanted[6];
  size_t count = below(MOST_ROWS + 1), wanted_count = below(7), kinds = 1 + below(9);
  uint64_t rows[WORDS + 1] = {0}, before[WORDS + 1];
  for (size_t row = 0; row < count; row++) {
    // Numbers that differ in one byte only.
    values[row] = (uint32_t)below(kinds) << (8 * below(4));
    if (below(5) > 0) set_bit(rows, row);
  }
  for (size_t index = 0; index < wanted_count; index++) {
    wanted[index] = (uint32_t)below(kinds) << (8 * below(4));
  }
  memcpy(before, rows, sizeof rows);
  cscan_keep_values(path, values, count, wanted, wanted_count, rows);
  for (size_t row = 0; row < count; row++) {
    int is_wanted = 0;
    for (size_t index = 0; index < wanted_count; index++) is_wanted |= values[row] == wanted[index];
    require(bit(rows, row) == (bit(before, row) && is_wanted), "keep_values", path);
  }
}

// MARK: Sets

enum { MOST_SETS = 12, SET_ROWS = 70000, SET_WORDS = (SET_ROWS + 63) / 64, UNIT = 2 };

static uint8_t pool[MOST_SETS * SET_ROWS * 2 + CSCAN_POOL_PADDING];
static uint8_t octets[MOST_SETS * (SET_WORDS * 9 + UNIT) + CSCAN_OCTET_PADDING];
static uint64_t bitmaps[MOST_SETS * SET_WORDS];
static uint64_t members[MOST_SETS][SET_WORDS];
static uint64_t result[SET_WORDS], wanted_rows[SET_WORDS];
static uint64_t scratch[SET_WORDS], summary[(SET_WORDS + 63) / 64];
static uint32_t merged[MOST_SETS * SET_ROWS];
static size_t set_forms[3];

static void write_bit(uint8_t *at, size_t place, size_t value) {
  at[place / 8] |= (uint8_t)((value & 1) << place % 8);
}

// Writes the low bits of all rows, then a bit for each row; returns the bytes written.
static size_t write_codes(uint8_t *at, const uint64_t *set, size_t count) {
  size_t low_size = 0, index = 0;
  while (count << (low_size + 1) <= SET_ROWS) low_size++;
  size_t size = (count * (low_size + 1) + ((SET_ROWS - 1) >> low_size) + 7) / 8;
  memset(at, 0, size);
  for (size_t row = 0; row < SET_ROWS; row++) {
    if (!bit(set, row)) continue;
    for (size_t place = 0; place < low_size; place++) {
      write_bit(at, index * low_size + place, row >> place);
    }
    write_bit(at, count * low_size + index + (row >> low_size), 1);
    index++;
  }
  return size;
}

static size_t write_octets(uint8_t *at, const uint64_t *set) {
  size_t size = SET_WORDS;
  for (size_t word = 0; word < SET_WORDS; word++) {
    at[word] = 0;
    for (unsigned place = 0; place < 8; place++) {
      uint8_t octet = (uint8_t)(set[word] >> (8 * place));
      if (octet == 0) continue;
      at[word] |= (uint8_t)(1u << place);
      at[size++] = octet;
    }
  }
  return size;
}

static void check_sets(int path) {
  uint32_t starts[MOST_SETS], counts[MOST_SETS], ids[MOST_SETS], lists[MOST_SETS];
  size_t pool_size = 0, octet_size = 0, bitmap_size = 0, list_count = 0, id_count = 0;
  struct cscan_sets sets = {starts, counts, pool, octets, bitmaps, SET_ROWS, UNIT, 900, 9000};
  for (size_t set = 0; set < MOST_SETS; set++) {
    static const size_t most[] = {3, 40, 900, 9000, 30000};
    size_t size_class = below(5), count = 0;
    memset(members[set], 0, sizeof members[set]);
    size_t wanted = 1 + below(most[size_class]);
    size_t span = below(3) == 0 ? 1 + below(SET_ROWS) : SET_ROWS;
    for (size_t trial = 0; trial < wanted; trial++) {
      size_t row = below(span);
      count += !bit(members[set], row);
      set_bit(members[set], row);
    }
    counts[set] = (uint32_t)count;
    if (count <= sets.list_limit) {
      starts[set] = (uint32_t)(pool_size / UNIT);
      uint8_t *at = pool + pool_size;
      size_t size = write_codes(at, members[set], count);
      pool_size += (size + UNIT - 1) / UNIT * UNIT;
      set_forms[0]++;
    } else if (count <= sets.octet_limit) {
      starts[set] = (uint32_t)(octet_size / UNIT);
      octet_size += (write_octets(octets + octet_size, members[set]) + UNIT - 1) / UNIT * UNIT;
      set_forms[1]++;
    } else {
      starts[set] = (uint32_t)bitmap_size;
      memcpy(bitmaps + bitmap_size, members[set], sizeof members[set]);
      bitmap_size += SET_WORDS;
      set_forms[2]++;
    }
    if (below(3) > 0) {
      ids[id_count++] = (uint32_t)set;
      if (count <= sets.list_limit) lists[list_count++] = (uint32_t)set;
    }
  }
  memset(result, 0, sizeof result);
  memset(wanted_rows, 0, sizeof wanted_rows);
  for (size_t index = 0; index < id_count; index++) {
    for (size_t word = 0; word < SET_WORDS; word++) wanted_rows[word] |= members[ids[index]][word];
  }
  cscan_insert(path, sets, ids, id_count, result);
  require(memcmp(result, wanted_rows, sizeof result) == 0, "insert", path);
  size_t count = 0, next = 0;
  for (size_t row = 0; row < 64 * SET_WORDS; row++) count += (size_t)bit(result, row);
  require(cscan_count(path, result, SET_WORDS) == count, "count", path);
  size_t merged_count = cscan_merge(sets, lists, list_count, scratch, summary, merged);
  for (size_t row = 0; row < SET_ROWS; row++) {
    int is_member = 0;
    for (size_t index = 0; index < list_count; index++) is_member |= bit(members[lists[index]], row);
    if (!is_member) continue;
    require(next < merged_count && merged[next] == row, "merge", path);
    next++;
  }
  require(next == merged_count, "merge", path);
  for (size_t word = 0; word < SET_WORDS; word++) require(scratch[word] == 0, "merge", path);
  for (size_t index = 0; index < list_count; index++) {
    size_t set = lists[index], place = 0;
    cscan_list(sets, lists[index], merged);
    for (size_t row = 0; row < SET_ROWS; row++) {
      if (bit(members[set], row)) require(merged[place++] == row, "list", path);
    }
  }
}

int main(int argc, char **argv) {
  uint64_t rounds = argc > 1 ? strtoull(argv[1], 0, 10) : 1000;
  state = argc > 2 ? strtoull(argv[2], 0, 10) : 1;
  int path_count = 0;
  make_words();
  for (int path = CSCAN_SSE2; path <= CSCAN_NEON; path++) {
    if (!cscan_has(path)) continue;
    path_count++;
    for (current_round = 0; current_round < rounds; current_round++) {
      make_text();
      struct cscan_needle needle = make_needle();
      check_scan(path, needle);
      check_keep(path, needle);
      check_values(path);
      if (current_round % 40 == 0) check_sets(path);
    }
    printf("path %d agrees with the naive loop in %llu rounds\n", path, (unsigned long long)rounds);
  }
  if (path_count == 0) {
    printf("this processor has no path\n");
    return 1;
  }
  for (int form = 0; form < 3; form++) {
    if (forms[0][form] == 0 || forms[1][form] == 0) {
      printf("no round reached the form %d of a scan\n", form);
      return 1;
    }
  }
  for (int form = 0; form < 3; form++) {
    if (set_forms[form] == 0) {
      printf("no round reached the form %d of a set\n", form);
      return 1;
    }
  }
  return 0;
}
