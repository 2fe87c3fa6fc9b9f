#include "CScan.h"

#include <string.h>

#if defined(__x86_64__) || (defined(__aarch64__) && defined(__AARCH64EL__))

// How far ahead rows are prefetched: first offsets, then the text at them.
enum { FAR_AHEAD = 24, NEAR_AHEAD = 12, BATCH = 256 };

static inline uint64_t eight_bytes(const uint8_t *at) {
  uint64_t value;
  memcpy(&value, at, sizeof value);
  return value;
}

// The first eight bytes of a needle, and a mask of those that count.
struct head {
  uint64_t value;
  uint64_t mask;
};

static inline struct head head_of(struct cscan_needle needle) {
  struct head head = {0, needle.size >= 8 ? UINT64_MAX : (1ull << (8 * needle.size)) - 1};
  memcpy(&head.value, needle.bytes, needle.size < 8 ? needle.size : 8);
  return head;
}

// Reads eight bytes, which the padding allows wherever a needle can start.
static inline int stands_at(const uint8_t *at, struct cscan_needle needle, struct head head) {
  if ((eight_bytes(at) ^ head.value) & head.mask) return 0;
  return needle.size <= 8 || memcmp(at + 8, needle.bytes + 8, needle.size - 8) == 0;
}

// Whether the scalar that ends before `at` is part of a word; it is not ASCII.
static int follows_word_scalar(const uint8_t *at, struct cscan_word_scalars scalars) {
  uint32_t scalar = 0;
  unsigned shift = 0;
  while ((*--at & 0xC0) == 0x80) {
    scalar |= (uint32_t)(*at & 0x3F) << shift;
    shift += 6;
  }
  scalar |= (uint32_t)(*at & (0x3F >> (shift / 6))) << shift;
  if (scalar > 0x10FFFF) return 0;
  return scalars.words[4 * scalars.blocks[scalar >> 8] + (scalar >> 6 & 3)] >> (scalar & 63) & 1;
}

static inline uint64_t is_ascii_word(uint8_t byte) {
  return (uint8_t)((byte | 0x20) - 'a') < 26 || (uint8_t)(byte - '0') < 10;
}

// Whether a word can start at `at`, which is not the start of its string.
static inline int starts_word(const uint8_t *at, struct cscan_word_scalars scalars) {
  return at[-1] < 0x80 ? !is_ascii_word(at[-1]) : !follows_word_scalar(at, scalars);
}

// The most bytes of a needle that are compared before a decision.
enum { PLACES = 8 };

// A plan samples one block in this many, up to a limit.
enum { BLOCKS_PER_SAMPLE = 8, SAMPLES = 512 };

// The costs of comparing one more byte of the needle with a block; of entering a block because
// something may be there, which is mostly mispredicted; and, in addition to its bytes, of going
// through a block without a branch. Only their proportions matter.
enum { COST_OF_BYTE = 10, COST_OF_BLOCK = 260, COST_OF_DENSE = 8, COST_OF_DENSE_WORDS = 40 };

struct plan {
  // Places in the needle, starting with the rarest byte.
  size_t places[PLACES];
  // The number of places that are compared.
  size_t count;
  // Whether they are the whole needle, so that no branch follows.
  int is_dense;
};

// Adds the places of the next rarest bytes to the two given ones; returns their number.
static size_t rarest_places(struct cscan_text text, struct cscan_needle needle, size_t *places) {
  // Bytes far from the start are as rare as those near it.
  size_t size = needle.size < 64 ? needle.size : 64;
  size_t count = needle.size < 2 ? 1 : 2;
  for (; count < PLACES && count < needle.size; count++) {
    size_t best = (size_t)-1;
    for (size_t place = 0; place < size; place++) {
      int is_taken = 0;
      for (size_t index = 0; index < count; index++) is_taken |= places[index] == place;
      if (is_taken) continue;
      if (best == (size_t)-1 ||
          text.frequencies[needle.bytes[place]] < text.frequencies[needle.bytes[best]]) {
        best = place;
      }
    }
    if (best == (size_t)-1) break;
    places[count] = best;
  }
  return count;
}

// The bits of `bits` at the places of `mask`, packed from bit 0 on, as pext does.
static inline uint64_t packed(uint64_t bits, uint64_t mask) {
  uint64_t result = 0;
  for (unsigned position = 0; mask != 0; mask &= mask - 1, position++) {
    result |= (uint64_t)((bits & mask & -mask) != 0) << position;
  }
  return result;
}

#if defined(__x86_64__)

#include <immintrin.h>

#define NAME(name) name##_sse2
#define TARGET
#define VECTOR __m128i
#define SPLAT(byte) _mm_set1_epi8((char)(byte))
#define PACK(bits, mask) packed(bits, mask)
#define COST_OF_PACK 60
#define LANES 16
#define LOAD(at) _mm_loadu_si128((const __m128i *)(at))
#define EQUAL(left, right) (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(left, right))
#define LEAST(left, right) _mm_min_epu8(left, right)
#define MINUS(left, right) _mm_sub_epi8(left, right)
#define WITH(left, right) _mm_or_si128(left, right)
#define SPLAT32(value) _mm_set1_epi32((int)(value))
#define EQUAL32(left, right) \
  (uint64_t)(uint32_t) _mm_movemask_ps(_mm_castsi128_ps(_mm_cmpeq_epi32(left, right)))
#include "kernel.inc"

#define NAME(name) name##_avx2
#define TARGET __attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt")))
#define VECTOR __m256i
#define SPLAT(byte) _mm256_set1_epi8((char)(byte))
#define PACK(bits, mask) _pext_u64(bits, mask)
#define COST_OF_PACK 0
#define LANES 32
#define LOAD(at) _mm256_loadu_si256((const __m256i *)(at))
#define EQUAL(left, right) (uint64_t)(uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(left, right))
#define LEAST(left, right) _mm256_min_epu8(left, right)
#define MINUS(left, right) _mm256_sub_epi8(left, right)
#define WITH(left, right) _mm256_or_si256(left, right)
#define SPLAT32(value) _mm256_set1_epi32((int)(value))
#define EQUAL32(left, right) \
  (uint64_t)(uint32_t) _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpeq_epi32(left, right)))
#include "kernel.inc"

#define NAME(name) name##_avx512
#define TARGET __attribute__((target("avx512f,avx512bw,avx2,bmi,bmi2,lzcnt,popcnt")))
#define VECTOR __m512i
#define SPLAT(byte) _mm512_set1_epi8((char)(byte))
#define PACK(bits, mask) _pext_u64(bits, mask)
#define COST_OF_PACK 0
#define LANES 64
#define LOAD(at) _mm512_loadu_si512((const void *)(at))
#define EQUAL(left, right) (uint64_t)_mm512_cmpeq_epi8_mask(left, right)
#define LEAST(left, right) _mm512_min_epu8(left, right)
#define MINUS(left, right) _mm512_sub_epi8(left, right)
#define WITH(left, right) _mm512_or_si512(left, right)
#define SPLAT32(value) _mm512_set1_epi32((int)(value))
#define EQUAL32(left, right) (uint64_t)_mm512_cmpeq_epi32_mask(left, right)
#include "kernel.inc"

// Calls the kernel of a path.
#define BY_PATH(path, name, ...)                                \
  ((path) == CSCAN_AVX512 ? name##_avx512(__VA_ARGS__)          \
   : (path) == CSCAN_AVX2 ? name##_avx2(__VA_ARGS__)            \
                          : name##_sse2(__VA_ARGS__))

int cscan_has(int path) {
  __builtin_cpu_init();
  switch (path) {
    case CSCAN_SSE2:
      return 1;
    case CSCAN_AVX2:
      return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
             __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
    case CSCAN_AVX512:
      return cscan_has(CSCAN_AVX2) && __builtin_cpu_supports("avx512f") &&
             __builtin_cpu_supports("avx512bw");
    default:
      return 0;
  }
}

#else

#include <arm_neon.h>

// The bit of each lane of 8 bits, so that the sum of eight lanes is their mask.
static inline uint64_t mask_of_bytes(uint8x16_t lanes) {
  static const uint8_t bits[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  uint8x16_t marked = vandq_u8(lanes, vld1q_u8(bits));
  return vaddv_u8(vget_low_u8(marked)) | (uint64_t)vaddv_u8(vget_high_u8(marked)) << 8;
}

static inline uint64_t mask_of_numbers(uint32x4_t lanes) {
  static const uint32_t bits[4] = {1, 2, 4, 8};
  return vaddvq_u32(vandq_u32(lanes, vld1q_u32(bits)));
}

#define NAME(name) name##_neon
#define TARGET
#define VECTOR uint8x16_t
#define SPLAT(byte) vdupq_n_u8((uint8_t)(byte))
#define PACK(bits, mask) packed(bits, mask)
#define COST_OF_PACK 60
#define LANES 16
#define LOAD(at) vld1q_u8((const uint8_t *)(at))
#define EQUAL(left, right) mask_of_bytes(vceqq_u8(left, right))
#define LEAST(left, right) vminq_u8(left, right)
#define MINUS(left, right) vsubq_u8(left, right)
#define WITH(left, right) vorrq_u8(left, right)
#define SPLAT32(value) vreinterpretq_u8_u32(vdupq_n_u32(value))
#define EQUAL32(left, right) \
  mask_of_numbers(vceqq_u32(vreinterpretq_u32_u8(left), vreinterpretq_u32_u8(right)))
#include "kernel.inc"

// There is one path.
#define BY_PATH(path, name, ...) ((void)(path), name##_neon(__VA_ARGS__))

int cscan_has(int path) { return path == CSCAN_NEON; }

#endif

void cscan_scan(int path, struct cscan_text text, struct cscan_needle needle,
                struct cscan_word_scalars scalars, uint64_t *rows) {
  BY_PATH(path, scan, text, needle, scalars, rows);
}

// Cold, because a second caller would otherwise move the scans in memory: 3 % of a short one.
__attribute__((cold)) struct cscan_scan_form cscan_form(int path, struct cscan_text text,
                                                        struct cscan_needle needle,
                                                        int wants_word) {
  struct plan plan = BY_PATH(path, plan, text, needle, wants_word);
  struct cscan_scan_form form = {plan.count, plan.count == needle.size, plan.is_dense};
  return form;
}

size_t cscan_keep(int path, int mode, struct cscan_text text, struct cscan_needle needle,
                  struct cscan_word_scalars scalars, uint32_t *rows, size_t count) {
  return BY_PATH(path, keep, mode, text, needle, scalars, rows, count);
}

void cscan_keep_values(int path, const uint32_t *values, size_t count, const uint32_t *wanted,
                       size_t wanted_count, uint64_t *rows) {
  BY_PATH(path, keep_values, values, count, wanted, wanted_count, rows);
}

void cscan_starts(struct cscan_text text, struct cscan_needle needle, int is_whole,
                  uint64_t *rows) {
  struct head head = head_of(needle);
  for (size_t start = 0; start < text.count; start += 64) {
    size_t count = text.count - start < 64 ? text.count - start : 64;
    const uint32_t *offsets = text.offsets + start;
    uint64_t word = 0;
    for (size_t index = 0; index < count; index++) {
      // A shorter string differs at its separator, which no needle contains.
      uint64_t difference = (eight_bytes(text.bytes + offsets[index]) ^ head.value) & head.mask;
      size_t size = offsets[index + 1] - 1 - offsets[index];
      word |= (uint64_t)(difference == 0 && (!is_whole || size == needle.size)) << index;
    }
    if (needle.size > 8) {
      for (uint64_t hits = word; hits != 0; hits &= hits - 1) {
        const uint32_t *offset = offsets + __builtin_ctzll(hits);
        int is_match = offset[1] - 1 - offset[0] >= needle.size &&
                       memcmp(text.bytes + offset[0] + 8, needle.bytes + 8, needle.size - 8) == 0;
        if (!is_match) word &= ~(hits & -hits);
      }
    }
    rows[start / 64] |= word;
  }
}

void cscan_keep_bits(int path, int mode, struct cscan_text text, struct cscan_needle needle,
                     struct cscan_word_scalars scalars, uint64_t *words, size_t word_count) {
  uint32_t rows[BATCH];
  for (size_t index = 0; index < word_count;) {
    size_t count = 0;
    for (; index < word_count && count + 64 <= BATCH; index++) {
      for (uint64_t word = words[index]; word != 0; word &= word - 1) {
        rows[count++] = (uint32_t)(index * 64 + (size_t)__builtin_ctzll(word));
      }
      words[index] = 0;
    }
    count = cscan_keep(path, mode, text, needle, scalars, rows, count);
    for (size_t kept = 0; kept < count; kept++) {
      words[rows[kept] / 64] |= 1ull << (rows[kept] % 64);
    }
  }
}

#else

int cscan_has(int path) {
  (void)path;
  return 0;
}

void cscan_scan(int path, struct cscan_text text, struct cscan_needle needle,
                struct cscan_word_scalars scalars, uint64_t *rows) {
  (void)path, (void)text, (void)needle, (void)scalars, (void)rows;
}

struct cscan_scan_form cscan_form(int path, struct cscan_text text, struct cscan_needle needle,
                                  int wants_word) {
  (void)path, (void)text, (void)wants_word;
  struct cscan_scan_form form = {needle.size, 1, 0};
  return form;
}

void cscan_starts(struct cscan_text text, struct cscan_needle needle, int is_whole,
                  uint64_t *rows) {
  (void)text, (void)needle, (void)is_whole, (void)rows;
}

size_t cscan_keep(int path, int mode, struct cscan_text text, struct cscan_needle needle,
                  struct cscan_word_scalars scalars, uint32_t *rows, size_t count) {
  (void)path, (void)mode, (void)text, (void)needle, (void)scalars, (void)rows;
  return count;
}

void cscan_keep_bits(int path, int mode, struct cscan_text text, struct cscan_needle needle,
                     struct cscan_word_scalars scalars, uint64_t *words, size_t word_count) {
  (void)path, (void)mode, (void)text, (void)needle, (void)scalars, (void)words, (void)word_count;
}

void cscan_keep_values(int path, const uint32_t *values, size_t count, const uint32_t *wanted,
                       size_t wanted_count, uint64_t *rows) {
  (void)path, (void)values, (void)count, (void)wanted, (void)wanted_count, (void)rows;
}

#endif
