#include "CProcess.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

static void *wait_for(void *lock) {
  pthread_mutex_lock(lock);
  pthread_mutex_unlock(lock);
  return NULL;
}

int cprocess_try_threads(int count) {
  pthread_t *threads = calloc((size_t)count, sizeof *threads);
  if (!threads) return ENOMEM;
  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  // They wait, so that all of them exist at once.
  pthread_mutex_lock(&lock);
  int started = 0;
  int code = 0;
  while (started < count && code == 0) {
    code = pthread_create(&threads[started], NULL, wait_for, &lock);
    if (code == 0) started += 1;
  }
  pthread_mutex_unlock(&lock);
  for (int index = 0; index < started; index += 1) pthread_join(threads[index], NULL);
  free(threads);
  return code;
}
