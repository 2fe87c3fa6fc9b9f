#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "CProcess.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// A place for a path. Places are never freed, because a signal handler may be reading them.
struct cprocess_place {
  _Atomic(char *) path;
  struct cprocess_place *next;
};

static _Atomic(struct cprocess_place *) places;

struct cprocess_place *cprocess_remember_temporary(const char *path) {
  char *copy = strdup(path);
  if (!copy) return NULL;
  for (struct cprocess_place *place = atomic_load(&places); place; place = place->next) {
    char *none = NULL;
    if (atomic_compare_exchange_strong(&place->path, &none, copy)) return place;
  }
  struct cprocess_place *place = malloc(sizeof *place);
  if (!place) {
    free(copy);
    return NULL;
  }
  atomic_init(&place->path, copy);
  place->next = atomic_load(&places);
  while (!atomic_compare_exchange_weak(&places, &place->next, place)) {
  }
  return place;
}

void cprocess_forget_temporary(struct cprocess_place *place) {
  if (place) free(atomic_exchange(&place->path, NULL));
}

// In a signal handler: no allocation, no lock.
void cprocess_remove_temporaries(void) {
  for (struct cprocess_place *place = atomic_load(&places); place; place = place->next) {
    char *path = atomic_load(&place->path);
    if (path) unlink(path);
  }
  // Then the folders, which are empty now.
  for (struct cprocess_place *place = atomic_load(&places); place; place = place->next) {
    char *path = atomic_load(&place->path);
    if (path) rmdir(path);
  }
}
