#include "CSerialTasks.h"

#include <pthread.h>
#include <stddef.h>

// The concurrency runtime calls these functions with Swift's convention. It offers the hook to
// programs that bring an executor of their own.
#define SWIFT_CALL __attribute__((swiftcall))

typedef struct job job;
typedef SWIFT_CALL void enqueue(job *);
typedef SWIFT_CALL void enqueue_hook(job *, enqueue *original);

extern SWIFT_CALL void swift_task_enqueueMainExecutor(job *);
extern enqueue_hook *swift_task_enqueueGlobal_hook;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;
static enqueue_hook *earlier;

static SWIFT_CALL void enqueue_on_main(job *one, enqueue *original) {
  (void)original;
  swift_task_enqueueMainExecutor(one);
}

void cserialtasks_begin(void) {
  pthread_mutex_lock(&lock);
  if (count++ == 0) {
    earlier = swift_task_enqueueGlobal_hook;
    swift_task_enqueueGlobal_hook = enqueue_on_main;
  }
  pthread_mutex_unlock(&lock);
}

void cserialtasks_end(void) {
  pthread_mutex_lock(&lock);
  if (--count == 0) swift_task_enqueueGlobal_hook = earlier;
  pthread_mutex_unlock(&lock);
}
