#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "CProcess.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

// The signals with which Swift's runtime or an unexpected null pointer ends a process.
static const int faults[] = {SIGABRT, SIGBUS, SIGILL, SIGSEGV, SIGTRAP};
enum { FAULT_COUNT = sizeof faults / sizeof *faults };

static struct sigaction previous[FAULT_COUNT];
static void (*end_first)(void);
static char stack[64 * 1024];

// Whether memory ran out: the last failed call said so, or there is a limit and nothing is left
// below it.
static int is_memory_refused(int code) {
  if (code == ENOMEM) return 1;
  struct rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return 0;
  size_t probe = 16 << 20;
  void *room = mmap(NULL, probe, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (room == MAP_FAILED) return 1;
  munmap(room, probe);
  return 0;
}

// Thread-local, so that a crashing thread finds its own.
static _Thread_local char last_words[1024];

void cprocess_set_last_words(const char *words) {
  size_t count = words ? strnlen(words, sizeof last_words - 1) : 0;
  if (count > 0) memcpy(last_words, words, count);
  last_words[count] = 0;
}

// In a signal handler: no allocation, no lock.
static void fault(int number, siginfo_t *facts, void *context) {
  (void)context;
  if (is_memory_refused(errno)) {
    static const char line[] =
        "\nmatchmark: the system refused memory (a limit such as ulimit -v, or all of it is in "
        "use), expected enough for the corpus and every index; raise the limit or take fewer rows; "
        "no file is half-written\n";
    end_first();
    // If even this cannot be written, there is no way to report it.
    ssize_t written = write(2, line, sizeof line - 1);
    (void)written;
    _exit(1);
  }
  cprocess_end_screen();
  ssize_t said = write(2, last_words, strnlen(last_words, sizeof last_words));
  (void)said;
  // Now the same happens as without this handler: a faulty instruction runs again, a signal that
  // was sent is sent again.
  for (int index = 0; index < FAULT_COUNT; index += 1) {
    if (faults[index] == number) sigaction(number, &previous[index], NULL);
  }
  if (facts->si_code <= 0) raise(number);
}

void cprocess_catch_refused_memory(void (*before_ending)(void)) {
  end_first = before_ending;
  // A separate stack, because that of the main thread may have run out.
  stack_t own = {.ss_sp = stack, .ss_size = sizeof stack};
  stack_t other;
  if (sigaltstack(NULL, &other) == 0 && other.ss_flags & SS_DISABLE) sigaltstack(&own, NULL);
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = fault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  for (int index = 0; index < FAULT_COUNT; index += 1) {
    sigaction(faults[index], &action, &previous[index]);
  }
}
