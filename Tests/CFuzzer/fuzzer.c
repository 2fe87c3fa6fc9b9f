#include "fuzzer.h"

// libFuzzer's entry for programs that have a main function of their own; no header declares it.
int LLVMFuzzerRunDriver(
    int *count, char ***arguments, int (*body)(const uint8_t *bytes, size_t size));

static void (*chosen)(const uint8_t *bytes, size_t size);

static int call(const uint8_t *bytes, size_t size) {
  chosen(bytes, size);
  return 0;
}

int fuzzer_run(int count, char **arguments, void (*body)(const uint8_t *bytes, size_t size)) {
  chosen = body;
  return LLVMFuzzerRunDriver(&count, &arguments, call);
}
