#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#if defined(__linux__)
#include <sys/syscall.h>
#endif
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

// Moves a descriptor above the standard ones; the old number is closed either way.
static int above_standard(int descriptor) {
  if (descriptor > 2) return descriptor;
  int moved = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
  int code = errno;
  close(descriptor);
  errno = code;
  return moved;
}

int cprocess_pipe(int ends[2]) {
#if defined(__linux__)
  if (pipe2(ends, O_CLOEXEC) != 0) return errno;
#else
  if (pipe(ends) != 0) return errno;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
#endif
  ends[0] = above_standard(ends[0]);
  if (ends[0] < 0) {
    int code = errno;
    close(ends[1]);
    return code;
  }
  ends[1] = above_standard(ends[1]);
  if (ends[1] < 0) {
    int code = errno;
    close(ends[0]);
    return code;
  }
  return 0;
}

int cprocess_ignores(int number) {
  struct sigaction action;
  return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

// A parent that ignores SIGCHLD never learns how its children end, and the setting is inherited.
static void prepare_signals(void) {
  struct sigaction old;
  if (sigaction(SIGCHLD, NULL, &old) == 0 && old.sa_handler == SIG_IGN) signal(SIGCHLD, SIG_DFL);
  signal(SIGPIPE, SIG_IGN);
}

// The null-terminated array of pointers for exec; null if memory has run out.
static char **pointers(struct cprocess_texts texts) {
  char **list = malloc((texts.count + 1) * sizeof *list);
  if (!list) return NULL;
  const char *next = (const char *)texts.bytes;
  for (size_t index = 0; index < texts.count; index += 1) {
    list[index] = (char *)next;
    next += strlen(next) + 1;
  }
  list[texts.count] = NULL;
  return list;
}

// Reports a child that starts ('+') or has ended ('-'); safe after vfork.
static void announce(int announcement, char sign, pid_t number) {
  char line[16];
  size_t start = sizeof line;
  line[--start] = '\n';
  for (; number > 0; number /= 10) line[--start] = (char)('0' + number % 10);
  line[--start] = ' ';
  line[--start] = sign;
  // The reader may have gone; then the child has only the end of its input to notice it.
  ssize_t written = write(announcement, line + start, sizeof line - start);
  (void)written;
}

struct plan {
  const char *path;
  char **arguments;
  char **environment;
  const char *folder;
  const int *pipes;
  int announcement;
};

// Other threads may open descriptors without the flag, so it is set on all of them.
static void close_on_exec_above_standard(void) {
#if defined(SYS_close_range)
  unsigned close_on_exec = 1U << 2;
  if (syscall(SYS_close_range, 3U, ~0U, close_on_exec) == 0) return;
#endif
  for (int descriptor = 3; descriptor < 4096; descriptor += 1) {
    fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  }
}

// The child. Signals are blocked until its program runs; no call may need a lock.
static void become(const struct plan *plan) {
  struct sigaction usual;
  memset(&usual, 0, sizeof usual);
  usual.sa_handler = SIG_DFL;
  for (int number = 1; number < NSIG; number += 1) sigaction(number, &usual, NULL);
  setpgid(0, 0);
  if (plan->announcement >= 0) announce(plan->announcement, '+', getpid());
  if (plan->folder && chdir(plan->folder) != 0) return;
  for (int index = 0; index < 3; index += 1) {
    if (dup2(plan->pipes[index], index) < 0) return;
  }
  close_on_exec_above_standard();
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  execve(plan->path, plan->arguments, plan->environment);
}

// On Linux, the memory of this process is neither copied nor counted twice.
#if defined(__linux__)
#define FORK vfork
#else
#define FORK fork
#endif

// posix_spawn returns a child's number only when its program runs. If this process were killed in
// between, it would be unknown which process to end. A pipe that exec closes tells why exec failed:
// ThreadSanitizer turns vfork into fork, so the child may have memory of its own.
static __attribute__((noinline)) int start(const struct plan *plan, pid_t *number) {
  int report[2], failure = 0;
  int code = cprocess_pipe(report);
  if (code != 0) return code;
  sigset_t all, old;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &old);
  pid_t child = FORK();
  if (child == 0) {
    become(plan);
    int reason = errno;
    ssize_t written = write(report[1], &reason, sizeof reason);
    _exit(written < 0 ? 126 : 127);
  }
  if (child < 0) failure = errno;
  pthread_sigmask(SIG_SETMASK, &old, NULL);
  close(report[1]);
  if (child > 0) {
    ssize_t count;
    do {
      count = read(report[0], &failure, sizeof failure);
    } while (count < 0 && errno == EINTR);
  }
  close(report[0]);
  if (failure != 0 && child > 0) {
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR) continue;
    if (plan->announcement >= 0) announce(plan->announcement, '-', child);
  }
  if (failure == 0) *number = child;
  return failure;
}

int cprocess_start(const char *path, struct cprocess_texts arguments,
                   struct cprocess_texts environment, const char *folder, const int *pipes,
                   int announcement, pid_t *number) {
  prepare_signals();
  char **argument_list = pointers(arguments);
  char **environment_list = pointers(environment);
  int code = ENOMEM;
  if (argument_list && environment_list) {
    struct plan plan = {path, argument_list, environment_list, folder, pipes, announcement};
    code = start(&plan, number);
  }
  free(argument_list);
  free(environment_list);
  return code;
}

extern char **environ;

char *const *cprocess_environment(void) { return environ; }

int cprocess_ending(pid_t number, int *value) {
  siginfo_t facts;
  int result;
  memset(&facts, 0, sizeof facts);
  do {
    result = waitid(P_PID, (id_t)number, &facts, WEXITED | WNOHANG | WNOWAIT);
  } while (result != 0 && errno == EINTR);
  if (result != 0) return CPROCESS_LOST;
  if (facts.si_pid != number) return CPROCESS_RUNNING;
  *value = facts.si_status;
  return facts.si_code == CLD_EXITED ? CPROCESS_EXITED : CPROCESS_KILLED;
}
