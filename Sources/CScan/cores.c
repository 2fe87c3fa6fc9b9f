#include "CScan.h"

#if defined(__wasm__)

// One thread is all there is.
void cscan_both(void (*run)(void *), void *here, void *beside) {
  run(here);
  run(beside);
}

#else

#include <pthread.h>

struct task {
  void (*run)(void *);
  void *context;
};

static void *start(void *task) {
  struct task *beside = task;
  beside->run(beside->context);
  return NULL;
}

void cscan_both(void (*run)(void *), void *here, void *beside) {
  struct task task = {run, beside};
  pthread_t thread;
  int is_beside = pthread_create(&thread, NULL, start, &task) == 0;
  run(here);
  if (is_beside) {
    pthread_join(thread, NULL);
  } else {
    run(beside);
  }
}

#endif
