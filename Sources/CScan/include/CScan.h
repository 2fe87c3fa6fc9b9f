#ifndef CSCAN_H
#define CSCAN_H

#include <stddef.h>
#include <stdint.h>

/// Vector kernels for x86-64 and arm64 that search many strings for a needle at once.
///
/// Every kernel exists once, as a template over masks of 64 bytes, and is compiled for each set of
/// instructions. The caller chooses a path for which `cscan_has` is true. Other processors have no
/// path, and nothing else may be called on them.
///
/// The contract of the pointers: only the `size + CSCAN_PADDING` bytes of a text, its `count + 1`
/// offsets, 256 frequencies and the bytes of a needle are read; only the given rows are written.

enum { CSCAN_SSE2 = 0, CSCAN_AVX2 = 1, CSCAN_AVX512 = 2, CSCAN_NEON = 3 };

/// Readable bytes after the last string; all are CSCAN_SEPARATOR.
enum { CSCAN_PADDING = 64, CSCAN_SEPARATOR = 0xFF };

/// Whether this processor supports the instructions of a path.
int cscan_has(int path);

/// Consecutive strings, each ended by CSCAN_SEPARATOR, which none contains.
///
/// String i is `bytes[offsets[i] ..< offsets[i + 1] - 1]`; `size` is `offsets[count]`.
/// `frequencies` is the number of occurrences of each of the 256 bytes; only their order matters.
struct cscan_text {
  const uint8_t *bytes;
  size_t size;
  const uint32_t *offsets;
  size_t count;
  const uint32_t *frequencies;
};

/// At least one byte, none of them CSCAN_SEPARATOR.
///
/// `first` and `second` are the positions of the two bytes that are compared first; they are equal
/// for a needle of one byte and different for any other.
struct cscan_needle {
  const uint8_t *bytes;
  size_t size;
  size_t first;
  size_t second;
};

/// The scalars that are part of words, as a trie of two stages: `words[4 * blocks[s / 256]]` and
/// the three words after it hold one bit for each scalar of its block. Null if any place will do.
struct cscan_word_scalars {
  const uint8_t *blocks;
  const uint64_t *words;
};

/// Sets the bit of every string that contains the needle; other bits do not change.
///
/// With word scalars, an occurrence counts at the start of its string or after a scalar that is in
/// no word. How many bytes of the needle are compared before a block is entered, and whether there
/// is a branch at all, follows from a sample of blocks.
///
/// `rows` has one bit for each string. Text is UTF-8.
void cscan_scan(int path, struct cscan_text text, struct cscan_needle needle,
                struct cscan_word_scalars scalars, uint64_t *rows);

/// How `cscan_scan` would scan a text: how many bytes of the needle it compares with a block before
/// it enters the block, whether those are all, and whether there is no branch.
struct cscan_scan_form {
  size_t compared;
  int is_decided;
  int is_dense;
};

/// The form of a scan, without scanning.
struct cscan_scan_form cscan_form(int path, struct cscan_text text, struct cscan_needle needle,
                                  int wants_word);

/// Sets the bit of every string that starts with the needle, or equals it if `is_whole`.
///
/// `rows` has one bit for each string. Only the first bytes of a string are read, so every path is
/// the same.
void cscan_starts(struct cscan_text text, struct cscan_needle needle, int is_whole,
                  uint64_t *rows);

/// How a string must contain a needle.
enum { CSCAN_CONTAINS = 0, CSCAN_WORD_PREFIX = 1, CSCAN_PREFIX = 2, CSCAN_EQUALITY = 3 };

/// Keeps those of `count` strings that contain the needle as `mode` requires, in order; returns
/// their number.
///
/// Every row must be below `text.count`. Word scalars are read only for CSCAN_WORD_PREFIX.
size_t cscan_keep(int path, int mode, struct cscan_text text, struct cscan_needle needle,
                  struct cscan_word_scalars scalars, uint32_t *rows, size_t count);

/// Clears the bits of strings that do not contain the needle as `mode` requires.
///
/// No bit at or above `text.count` may be set. Word scalars are read only for CSCAN_WORD_PREFIX.
void cscan_keep_bits(int path, int mode, struct cscan_text text, struct cscan_needle needle,
                     struct cscan_word_scalars scalars, uint64_t *words, size_t word_count);

/// Clears the bits of rows whose value is not one of `wanted_count` values.
///
/// `rows` has one bit for each of `count` values.
void cscan_keep_values(int path, const uint32_t *values, size_t count, const uint32_t *wanted,
                       size_t wanted_count, uint64_t *rows);

/// Readable bytes after the sets, which are read eight bytes at a time.
enum { CSCAN_POOL_PADDING = 8, CSCAN_OCTET_PADDING = 8 };

/// Sets of rows, each in one of three forms by its count: Elias-Fano codes up to `list_limit`,
/// octets up to `octet_limit`, otherwise one bit for each row.
///
/// Codes begin with the low bits of each row, as many as the logarithm of `row_count / count`
/// rounded down. A bit for each row follows: that of the row with index i is at i plus the
/// remaining bits of the row, as a number. Octets are the bytes of the bitmap that are not zero,
/// after one byte for each word that says which of its eight bytes they are. Codes start
/// `start * unit` bytes into `pool`, octets equally far into `octets`, bits `start` words into
/// `bitmaps`. After the pool, CSCAN_POOL_PADDING more bytes must be readable; after the octets,
/// CSCAN_OCTET_PADDING.
struct cscan_sets {
  const uint32_t *starts;
  const uint32_t *counts;
  const uint8_t *pool;
  const uint8_t *octets;
  const uint64_t *bitmaps;
  size_t row_count;
  size_t unit;
  size_t list_limit;
  size_t octet_limit;
};

/// Sets the bits of the rows of all sets in `ids`. This works on every processor; a supported path
/// makes large sets faster.
///
/// `rows` has `word_count` words, and every row of a set must have a bit there.
void cscan_insert(int path, struct cscan_sets sets, const uint32_t *ids, size_t count,
                  uint64_t *rows);

/// Writes the rows of a set to `result`, ascending, which must have room for them.
///
/// The set may not exceed `list_limit`.
void cscan_list(struct cscan_sets sets, uint32_t id, uint32_t *result);

/// Writes the rows of all sets in `ids` to `result`, ascending, each once; returns their number.
///
/// No set may exceed `list_limit`. `result` must have room for the sum of their counts. `rows` has
/// `word_count` words, `summary` one bit for each of them; all are zero before and after.
size_t cscan_merge(struct cscan_sets sets, const uint32_t *ids, size_t count, uint64_t *rows,
                   uint64_t *summary, uint32_t *result);

/// The number of set bits in some words. This works on every processor.
size_t cscan_count(int path, const uint64_t *rows, size_t word_count);

/// Prefetches the memory at an address, which need not be readable.
static inline void cscan_prefetch(const void *at) { __builtin_prefetch(at); }

/// Calls `run` with both contexts, the second on another thread if the system provides one, and
/// returns when both are done.
void cscan_both(void (*run)(void *), void *here, void *other);

#endif
