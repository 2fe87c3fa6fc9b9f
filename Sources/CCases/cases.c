#include "CCases.h"

#include <string.h>

// #embed is C23; in other modes, clang accepts it with a warning.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t clauses_bytes[] = {
#embed "../../Fixtures/cases/clauses.json"
};
static const uint8_t differences_bytes[] = {
#embed "../../Fixtures/cases/differences.json"
};
static const uint8_t field_bytes[] = {
#embed "../../Fixtures/cases/field.json"
};
static const uint8_t folding_bytes[] = {
#embed "../../Fixtures/cases/folding.json"
};
static const uint8_t limits_bytes[] = {
#embed "../../Fixtures/cases/limits.json"
};
static const uint8_t loose_bytes[] = {
#embed "../../Fixtures/cases/loose.json"
};
static const uint8_t marks_bytes[] = {
#embed "../../Fixtures/cases/marks.json"
};
static const uint8_t numbers_bytes[] = {
#embed "../../Fixtures/cases/numbers.json"
};
static const uint8_t query_bytes[] = {
#embed "../../Fixtures/cases/query.json"
};
static const uint8_t scope_bytes[] = {
#embed "../../Fixtures/cases/scope.json"
};
static const uint8_t sections_bytes[] = {
#embed "../../Fixtures/cases/sections.json"
};
static const uint8_t session_bytes[] = {
#embed "../../Fixtures/cases/session.json"
};
static const uint8_t shared_bytes[] = {
#embed "../../Fixtures/cases/shared.json"
};
static const uint8_t text_bytes[] = {
#embed "../../Fixtures/cases/text.json"
};
static const uint8_t tokens_bytes[] = {
#embed "../../Fixtures/cases/tokens.json"
};

static const struct {
  const char *name;
  const uint8_t *bytes;
  size_t size;
} files[] = {
    {"clauses.json", clauses_bytes, sizeof clauses_bytes},
    {"shared.json", shared_bytes, sizeof shared_bytes},
    {"query.json", query_bytes, sizeof query_bytes},
    {"text.json", text_bytes, sizeof text_bytes},
    {"numbers.json", numbers_bytes, sizeof numbers_bytes},
    {"tokens.json", tokens_bytes, sizeof tokens_bytes},
    {"scope.json", scope_bytes, sizeof scope_bytes},
    {"sections.json", sections_bytes, sizeof sections_bytes},
    {"limits.json", limits_bytes, sizeof limits_bytes},
    {"marks.json", marks_bytes, sizeof marks_bytes},
    {"folding.json", folding_bytes, sizeof folding_bytes},
    {"loose.json", loose_bytes, sizeof loose_bytes},
    {"differences.json", differences_bytes, sizeof differences_bytes},
    {"field.json", field_bytes, sizeof field_bytes},
    {"session.json", session_bytes, sizeof session_bytes},
};

size_t ccases_file_count(void) { return sizeof files / sizeof files[0]; }

uint8_t ccases_name_byte(size_t file, size_t offset) {
  if (file >= ccases_file_count() || offset >= strlen(files[file].name)) return 0;
  return (uint8_t)files[file].name[offset];
}

size_t ccases_size(size_t file) { return file < ccases_file_count() ? files[file].size : 0; }

uint8_t ccases_byte(size_t file, size_t offset) {
  return offset < ccases_size(file) ? files[file].bytes[offset] : 0;
}
