#ifndef MATCHMARK_FUZZER_H
#define MATCHMARK_FUZZER_H

#include <stddef.h>
#include <stdint.h>

/// Runs libFuzzer, whose options are `arguments`, until it ends the process or they are done.
///
/// @param body is called with every input.
/// @return the exit code.
int fuzzer_run(int count, char **arguments, void (*body)(const uint8_t *bytes, size_t size));

#endif
