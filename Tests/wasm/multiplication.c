#include <stdint.h>

// The compiler calls this for 128-bit products; the C library leaves it to the compiler's runtime.

typedef union {
  __int128 whole;
  struct {
    uint64_t low, high;
  };
} wide;

__int128 __multi3(__int128 left, __int128 right) {
  wide a = {left}, b = {right}, product;
  uint64_t a0 = (uint32_t)a.low, a1 = a.low >> 32, b0 = (uint32_t)b.low, b1 = b.low >> 32;
  uint64_t low = a0 * b0, first = a1 * b0 + (low >> 32), second = a0 * b1 + (uint32_t)first;
  product.low = second << 32 | (uint32_t)low;
  product.high = a1 * b1 + (first >> 32) + (second >> 32) + a.high * b.low + a.low * b.high;
  return product.whole;
}
