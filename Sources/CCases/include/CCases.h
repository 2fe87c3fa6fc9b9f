#ifndef CCASES_H
#define CCASES_H

#include <stddef.h>
#include <stdint.h>

/// The conformance cases, embedded at compile time. Their only source is Fixtures/cases.
///
/// Bytes are returned one at a time, so that no pointer leaves this module.

/// The number of embedded files.
size_t ccases_file_count(void);
/// A byte of a file's name, 0 after its end.
uint8_t ccases_name_byte(size_t file, size_t offset);
/// The size of a file in bytes; 0 if there is no such file.
size_t ccases_size(size_t file);
/// A byte of a file; 0 after its end.
uint8_t ccases_byte(size_t file, size_t offset);

#endif
