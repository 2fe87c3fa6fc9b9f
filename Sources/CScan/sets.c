#include <string.h>

#include "CScan.h"

// How far ahead sets are asked for: where they begin first, then what stands there.
enum { FAR_AHEAD = 16, NEAR_AHEAD = 8 };

static void insert_gaps(const uint8_t *at, size_t count, uint64_t *rows) {
  size_t row = (size_t)-1;
  for (; count != 0; count--) {
    size_t gap = *at++;
    if (gap >= 0x80) {
      unsigned shift = 7;
      gap &= 0x7F;
      do {
        gap |= (size_t)(*at & 0x7F) << shift;
        shift += 7;
      } while (*at++ >= 0x80);
    }
    row += gap;
    rows[row / 64] |= 1ull << (row % 64);
  }
}

static void insert_numbers(const uint8_t *at, size_t count, uint64_t *rows) {
  for (; count != 0; count--, at += sizeof(uint32_t)) {
    uint32_t row;
    memcpy(&row, at, sizeof row);
    rows[row / 64] |= 1ull << (row % 64);
  }
}

void cscan_insert(struct cscan_sets sets, const uint32_t *ids, size_t count, uint64_t *rows) {
  for (size_t index = 0; index < count; index++) {
    if (index + FAR_AHEAD < count) {
      __builtin_prefetch(sets.starts + ids[index + FAR_AHEAD]);
      __builtin_prefetch(sets.counts + ids[index + FAR_AHEAD]);
    }
    if (index + NEAR_AHEAD < count) {
      // A set of bits begins elsewhere; to ask for a byte that is not there does no harm, but
      // its address must not be made: it may lie outside the pool.
      uint32_t next = ids[index + NEAR_AHEAD];
      if (sets.counts[next] <= sets.gap_limit) {
        __builtin_prefetch(sets.pool + sets.starts[next]);
      }
    }
    size_t size = sets.counts[ids[index]];
    int64_t start = sets.starts[ids[index]];
    if (size <= sets.number_limit) {
      insert_numbers(sets.pool + start, size, rows);
    } else if (size <= sets.gap_limit) {
      insert_gaps(sets.pool + start, size, rows);
    } else {
      const uint64_t *bits = sets.bitmaps + start;
      for (size_t word = 0; word < sets.word_count; word++) rows[word] |= bits[word];
    }
  }
}
