#ifndef CSCAN_H
#define CSCAN_H

#include <stddef.h>
#include <stdint.h>

/// Vector kernels that look for a needle in many strings at once, for x86-64.
///
/// Every kernel exists once, as a template over masks of 64 bytes, and is compiled for each set of
/// instructions; the caller chooses a path that `cscan_has` said is there. On other processors no
/// path is there, and nothing else may be called.
///
/// The contract of the pointers: nothing is read but the `size + CSCAN_PADDING` bytes of a text,
/// its `count + 1` offsets and 256 frequencies, and the bytes of a needle; nothing is written but
/// the rows given.

enum { CSCAN_SSE2 = 0, CSCAN_AVX2 = 1, CSCAN_AVX512 = 2 };

/// Readable bytes after the last string; all are CSCAN_SEPARATOR.
enum { CSCAN_PADDING = 64, CSCAN_SEPARATOR = 0xFF };

/// Whether this processor has the instructions of a path.
int cscan_has(int path);

/// Strings after one another, each ended by CSCAN_SEPARATOR, which occurs in none.
///
/// String i is `bytes[offsets[i] ..< offsets[i + 1] - 1]`; `size` is `offsets[count]`.
/// `frequencies` says of each of the 256 bytes how often it occurs; only their order matters.
struct cscan_text {
  const uint8_t *bytes;
  size_t size;
  const uint32_t *offsets;
  size_t count;
  const uint32_t *frequencies;
};

/// At least one byte, none of them CSCAN_SEPARATOR.
///
/// `first` and `second` are the positions of the two bytes that are compared before all others;
/// equal for a needle of one byte, different for any other.
struct cscan_needle {
  const uint8_t *bytes;
  size_t size;
  size_t first;
  size_t second;
};

/// The scalars that stand in words, as a trie of two stages: `words[4 * blocks[s / 256]]` and the
/// three words after it hold one bit for each scalar of its block. Null where any place will do.
struct cscan_word_scalars {
  const uint8_t *blocks;
  const uint64_t *words;
};

/// Sets the bit of every string in which the needle occurs; other bits are left alone.
///
/// With word scalars, an occurrence counts at the start of its string or after a scalar that
/// stands in no word. How many bytes of the needle are compared before a block is looked into, and
/// whether there is a branch at all, follows from a look at some blocks.
///
/// `rows` has one bit for each string. Text is UTF-8.
void cscan_scan(int path, struct cscan_text text, struct cscan_needle needle,
                struct cscan_word_scalars scalars, uint64_t *rows);

/// How `cscan_scan` would go through a text: how many bytes of the needle it compares with a block
/// before it looks into it, whether those are all, and whether there is no branch.
struct cscan_scan_form {
  size_t compared;
  int is_decided;
  int is_dense;
};

/// The form of a scan; nothing is scanned.
struct cscan_scan_form cscan_form(int path, struct cscan_text text, struct cscan_needle needle,
                                  int wants_word);

/// Sets the bit of every string that starts with the needle, or is the needle where `is_whole`.
///
/// `rows` has one bit for each string. Only the first bytes of a string are read, so every path is
/// the same.
void cscan_starts(struct cscan_text text, struct cscan_needle needle, int is_whole,
                  uint64_t *rows);

/// How a needle must lie in a string.
enum { CSCAN_CONTAINS = 0, CSCAN_WORD_PREFIX = 1, CSCAN_PREFIX = 2, CSCAN_EQUALITY = 3 };

/// Keeps those of `count` strings in which the needle lies as `mode` says, in their order; gives
/// their number.
///
/// Every row is below `text.count`. Word scalars are read for CSCAN_WORD_PREFIX only.
size_t cscan_keep(int path, int mode, struct cscan_text text, struct cscan_needle needle,
                  struct cscan_word_scalars scalars, uint32_t *rows, size_t count);

/// Clears the bits of strings in which the needle does not lie as `mode` says.
///
/// No bit at or above `text.count` is set. Word scalars are read for CSCAN_WORD_PREFIX only.
void cscan_keep_bits(int path, int mode, struct cscan_text text, struct cscan_needle needle,
                     struct cscan_word_scalars scalars, uint64_t *words, size_t word_count);

/// Clears the bits of rows whose value is none of `wanted_count` values.
///
/// `rows` has one bit for each of `count` values.
void cscan_keep_values(int path, const uint32_t *values, size_t count, const uint32_t *wanted,
                       size_t wanted_count, uint64_t *rows);

/// Readable bytes after the sets. Words whose octets are all zero read eight after the last octet.
enum { CSCAN_POOL_PADDING = 1, CSCAN_OCTET_PADDING = 8 };

/// Sets of rows, each in one of five forms by its count: numbers of `number_size` bytes up to
/// `number_limit`, gaps of 16 bits up to `wide_limit`, gaps of 8 bits up to `list_limit`, octets up
/// to `octet_limit`, else one bit for each row.
///
/// A gap is the distance from the row before, from -1 for the first; the largest number of its bits
/// is a distance without a row. Octets are the bytes of the bits that are not zero, after one byte
/// for each word that says which of its eight they are. The first three forms begin `start * unit`
/// bytes into `pool`, octets as far into `octets`, bits `start` words into `bitmaps`. After the
/// pool CSCAN_POOL_PADDING more bytes can be read, after the octets CSCAN_OCTET_PADDING.
struct cscan_sets {
  const uint32_t *starts;
  const uint32_t *counts;
  const uint8_t *pool;
  const uint8_t *octets;
  const uint64_t *bitmaps;
  size_t word_count;
  size_t unit;
  size_t number_size;
  size_t number_limit;
  size_t wide_limit;
  size_t list_limit;
  size_t octet_limit;
};

/// Sets the bits of the rows of all sets in `ids`. Any processor can do this; a path that it has
/// makes large sets faster.
///
/// `rows` has `word_count` words, and every set only rows that have a bit there.
void cscan_insert(int path, struct cscan_sets sets, const uint32_t *ids, size_t count,
                  uint64_t *rows);

/// Writes the rows of all sets in `ids` to `result`, ascending and each once; gives their number.
///
/// No set is above `list_limit`. `result` has room for the sum of their counts. `rows` has
/// `word_count` words, `summary` one bit for each of them; all are zero before and after.
size_t cscan_merge(struct cscan_sets sets, const uint32_t *ids, size_t count, uint64_t *rows,
                   uint64_t *summary, uint32_t *result);

/// The number of bits that are set in a number of words. Any processor can do this.
size_t cscan_count(int path, const uint64_t *rows, size_t word_count);

/// Calls `run` with both contexts, the second on a thread of its own where the system gives one,
/// and comes back when both are done.
void cscan_both(void (*run)(void *), void *here, void *other);

#endif
