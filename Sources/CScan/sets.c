#include <string.h>

#include "CScan.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

// How far ahead sets are prefetched: first their starts, then their contents.
enum { FAR_AHEAD = 16, NEAR_AHEAD = 8 };

// The destination of rows: their bits, and what is needed to list the words that are not zero.
struct target {
  uint64_t *rows;
  // One bit for each word of `rows`, or null.
  uint64_t *summary;
};

static inline __attribute__((always_inline)) void insert_row(struct target target, size_t row) {
  target.rows[row / 64] |= 1ull << (row % 64);
  if (target.summary) target.summary[row / 4096] |= 1ull << (row / 64 % 64);
}

static inline uint64_t eight_bytes(const uint8_t *at) {
  uint64_t value;
  memcpy(&value, at, sizeof value);
  return value;
}

// The Elias-Fano codes of a list, from the next row on.
struct codes {
  const uint8_t *lows;
  size_t low_place;
  size_t low_size;
  // Eight bytes of the upper bits, without those of earlier rows.
  const uint8_t *at;
  uint64_t word;
  // The upper part of a row whose bit is the first one of the word.
  size_t upper;
};

static inline __attribute__((always_inline)) struct codes codes_of(struct cscan_sets sets,
                                                                   size_t count, uint32_t start) {
  size_t size = (size_t)__builtin_clzll(count) - (size_t)__builtin_clzll(sets.row_count);
  if (count << size > sets.row_count) size--;
  const uint8_t *lows = sets.pool + start * sets.unit;
  size_t first = size * count;
  const uint8_t *at = lows + first / 8;
  uint64_t word = eight_bytes(at) & UINT64_MAX << first % 8;
  return (struct codes){lows, 0, size, at, word, 0 - first % 8};
}

static inline __attribute__((always_inline)) size_t next_row(struct codes *codes) {
  while (codes->word == 0) {
    codes->at += 8;
    codes->upper += 64;
    codes->word = eight_bytes(codes->at);
  }
  size_t upper = codes->upper-- + (size_t)__builtin_ctzll(codes->word);
  codes->word &= codes->word - 1;
  uint64_t low = eight_bytes(codes->lows + codes->low_place / 8) >> codes->low_place % 8;
  codes->low_place += codes->low_size;
  return upper << codes->low_size | (low & ((1ull << codes->low_size) - 1));
}

static inline __attribute__((always_inline)) void insert_list(struct cscan_sets sets, size_t size,
                                                              uint32_t start,
                                                              struct target target) {
  if (size == 0) return;
  struct codes codes = codes_of(sets, size, start);
  for (; size != 0; size--) insert_row(target, next_row(&codes));
}

// Adds a set of packed octets: first one byte for each word that says which of its octets are
// present, then all octets.
static void insert_octets(const uint8_t *at, size_t word_count, uint64_t *rows) {
  const uint8_t *octets = at + word_count;
  for (size_t word = 0; word < word_count; word++) {
    for (unsigned mask = at[word]; mask != 0; mask &= mask - 1) {
      rows[word] |= (uint64_t)*octets++ << (8 * __builtin_ctz(mask));
    }
  }
}

#if defined(__x86_64__)

__attribute__((target("avx2,bmi,bmi2,popcnt"))) static void insert_octets_bmi2(
    const uint8_t *at, size_t word_count, uint64_t *rows) {
  const uint8_t *octets = at + word_count;
  for (size_t word = 0; word < word_count; word++) {
    uint64_t mask = at[word];
    uint64_t places = _pdep_u64(mask, 0x0101010101010101) * 0xFF;
    // Always reads eight bytes: for a word after the last octet, the eight after the set.
    rows[word] |= _pdep_u64(eight_bytes(octets), places);
    octets += _mm_popcnt_u64(mask);
  }
}

__attribute__((target("avx2,bmi,bmi2,popcnt"))) static size_t count_popcnt(const uint64_t *rows,
                                                                           size_t word_count) {
  uint64_t counts[4] = {0, 0, 0, 0};
  size_t word = 0;
  for (; word + 4 <= word_count; word += 4) {
    for (size_t lane = 0; lane < 4; lane++) counts[lane] += _mm_popcnt_u64(rows[word + lane]);
  }
  for (; word < word_count; word++) counts[0] += _mm_popcnt_u64(rows[word]);
  return counts[0] + counts[1] + counts[2] + counts[3];
}

#endif

size_t cscan_count(int path, const uint64_t *rows, size_t word_count) {
#if defined(__x86_64__)
  if (path >= CSCAN_AVX2) return count_popcnt(rows, word_count);
#endif
  (void)path;
  size_t count = 0;
  for (size_t word = 0; word < word_count; word++) {
    count += (size_t)__builtin_popcountll(rows[word]);
  }
  return count;
}

static void insert_large(int path, struct cscan_sets sets, size_t size, uint32_t start,
                         uint64_t *rows) {
  size_t word_count = (sets.row_count + 63) / 64;
  if (size <= sets.octet_limit) {
#if defined(__x86_64__)
    if (path >= CSCAN_AVX2) {
      insert_octets_bmi2(sets.octets + start * sets.unit, word_count, rows);
      return;
    }
#endif
    (void)path;
    insert_octets(sets.octets + start * sets.unit, word_count, rows);
    return;
  }
  const uint64_t *bits = sets.bitmaps + start;
  for (size_t word = 0; word < word_count; word++) rows[word] |= bits[word];
}

// Prefetches the sets that come soon.
static inline void ask_ahead(struct cscan_sets sets, const uint32_t *ids, size_t left) {
  if (FAR_AHEAD < left) {
    __builtin_prefetch(sets.starts + ids[FAR_AHEAD]);
    __builtin_prefetch(sets.counts + ids[FAR_AHEAD]);
  }
  if (NEAR_AHEAD < left) {
    // A large set is elsewhere. Prefetching a missing byte does no harm, but its address must not
    // be computed, because it may be outside the pool.
    uint32_t next = ids[NEAR_AHEAD];
    if (sets.counts[next] <= sets.list_limit) {
      __builtin_prefetch(sets.pool + sets.starts[next] * sets.unit);
    }
  }
}

void cscan_insert(int path, struct cscan_sets sets, const uint32_t *ids, size_t count,
                  uint64_t *rows) {
  struct target target = {rows, 0};
  for (size_t index = 0; index < count; index++) {
    ask_ahead(sets, ids + index, count - index);
    size_t size = sets.counts[ids[index]];
    uint32_t start = sets.starts[ids[index]];
    if (size <= sets.list_limit) {
      insert_list(sets, size, start, target);
    } else {
      insert_large(path, sets, size, start, rows);
    }
  }
}

void cscan_list(struct cscan_sets sets, uint32_t id, uint32_t *result) {
  size_t count = sets.counts[id];
  if (count == 0) return;
  struct codes codes = codes_of(sets, count, sets.starts[id]);
  for (size_t index = 0; index < count; index++) result[index] = (uint32_t)next_row(&codes);
}

// Writes the rows whose bits are set, ascending, and clears those bits and the summary.
static size_t drain(struct target target, size_t summary_count, uint32_t *result) {
  size_t count = 0;
  for (size_t block = 0; block < summary_count; block++) {
    for (uint64_t words = target.summary[block]; words != 0; words &= words - 1) {
      size_t word = block * 64 + (size_t)__builtin_ctzll(words);
      for (uint64_t bits = target.rows[word]; bits != 0; bits &= bits - 1) {
        result[count++] = (uint32_t)(word * 64 + (size_t)__builtin_ctzll(bits));
      }
      target.rows[word] = 0;
    }
    target.summary[block] = 0;
  }
  return count;
}

size_t cscan_merge(struct cscan_sets sets, const uint32_t *ids, size_t count, uint64_t *rows,
                   uint64_t *summary, uint32_t *result) {
  struct target target = {rows, summary};
  for (size_t index = 0; index < count; index++) {
    ask_ahead(sets, ids + index, count - index);
    insert_list(sets, sets.counts[ids[index]], sets.starts[ids[index]], target);
  }
  return drain(target, (sets.row_count + 4095) / 4096, result);
}
