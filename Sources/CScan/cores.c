#include "CScan.h"

#if defined(__wasm__)

// There is only one thread.
void cscan_both(void (*run)(void *), void *here, void *other) {
  run(here);
  run(other);
}

#else

#include <pthread.h>

struct task {
  void (*run)(void *);
  void *context;
};

static void *start(void *task) {
  struct task *other = task;
  other->run(other->context);
  return NULL;
}

void cscan_both(void (*run)(void *), void *here, void *other) {
  struct task task = {run, other};
  pthread_t thread;
  int is_other = pthread_create(&thread, NULL, start, &task) == 0;
  run(here);
  if (is_other) {
    pthread_join(thread, NULL);
  } else {
    run(other);
  }
}

#endif
