#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
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

static int add_actions(posix_spawn_file_actions_t *actions, const char *folder,
                       const int *pipes) {
  int code = 0;
  if (folder) code = posix_spawn_file_actions_addchdir_np(actions, folder);
  for (int index = 0; index < 3 && code == 0; index += 1) {
    code = posix_spawn_file_actions_adddup2(actions, pipes[index], index);
  }
  // On other systems, flags close our own descriptors on exec.
#if defined(__GLIBC__) && defined(__GLIBC_PREREQ)
#if __GLIBC_PREREQ(2, 34)
  if (code == 0) code = posix_spawn_file_actions_addclosefrom_np(actions, 3);
#endif
#endif
  return code;
}

static int set_attributes(posix_spawnattr_t *attributes) {
  short flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
#if defined(POSIX_SPAWN_CLOEXEC_DEFAULT)
  flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#endif
  sigset_t all, none;
  sigfillset(&all);
  sigemptyset(&none);
  int code = posix_spawnattr_setflags(attributes, flags);
  if (code == 0) code = posix_spawnattr_setpgroup(attributes, 0);
  if (code == 0) code = posix_spawnattr_setsigdefault(attributes, &all);
  if (code == 0) code = posix_spawnattr_setsigmask(attributes, &none);
  return code;
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

static int spawn(const char *path, char **arguments, char **environment, const char *folder,
                 const int *pipes, pid_t *number) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int code = posix_spawn_file_actions_init(&actions);
  if (code != 0) return code;
  code = posix_spawnattr_init(&attributes);
  if (code == 0) {
    code = add_actions(&actions, folder, pipes);
    if (code == 0) code = set_attributes(&attributes);
    if (code == 0) code = posix_spawn(number, path, &actions, &attributes, arguments, environment);
    posix_spawnattr_destroy(&attributes);
  }
  posix_spawn_file_actions_destroy(&actions);
  return code;
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

// ThreadSanitizer turns vfork into fork, so the parent would not see the child's result of exec.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define IS_VFORK_A_FORK 1
#endif
#endif

#if defined(__linux__) && !defined(IS_VFORK_A_FORK)
#define CAN_CHILD_ANNOUNCE 1
struct plan {
  const char *path;
  char **arguments;
  char **environment;
  const char *folder;
  const int *pipes;
  int announcement;
  volatile int code;
};

static void close_above_standard(void) {
#if defined(SYS_close_range)
  if (syscall(SYS_close_range, 3U, ~0U, 0U) == 0) return;
#endif
  for (int descriptor = 3; descriptor < 4096; descriptor += 1) close(descriptor);
}

// The child. Its memory is the parent's, which waits until exec; signals are blocked until then.
static void become(struct plan *plan) {
  struct sigaction usual;
  memset(&usual, 0, sizeof usual);
  usual.sa_handler = SIG_DFL;
  for (int number = 1; number < NSIG; number += 1) sigaction(number, &usual, NULL);
  setpgid(0, 0);
  announce(plan->announcement, '+', getpid());
  if (plan->folder && chdir(plan->folder) != 0) return;
  for (int index = 0; index < 3; index += 1) {
    if (dup2(plan->pipes[index], index) < 0) return;
  }
  close_above_standard();
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  execve(plan->path, plan->arguments, plan->environment);
}

// posix_spawn returns a child's number only when its program runs. If this process were killed in
// between, it would be unknown which process to end.
static __attribute__((noinline)) int spawn_announced(struct plan *plan, pid_t *number) {
  sigset_t all, old;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &old);
  pid_t child = vfork();
  if (child == 0) {
    become(plan);
    plan->code = errno;
    _exit(127);
  }
  int code = child < 0 ? errno : plan->code;
  pthread_sigmask(SIG_SETMASK, &old, NULL);
  if (code != 0 && child > 0) {
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR) continue;
    announce(plan->announcement, '-', child);
  }
  if (code == 0) *number = child;
  return code;
}
#endif

static int start(const char *path, char **arguments, char **environment, const char *folder,
                 const int *pipes, int announcement, pid_t *number) {
#if defined(CAN_CHILD_ANNOUNCE)
  if (announcement >= 0) {
    struct plan plan = {path, arguments, environment, folder, pipes, announcement, 0};
    return spawn_announced(&plan, number);
  }
#endif
  int code = spawn(path, arguments, environment, folder, pipes, number);
  if (code == 0 && announcement >= 0) announce(announcement, '+', *number);
  return code;
}

int cprocess_start(const char *path, struct cprocess_texts arguments,
                   struct cprocess_texts environment, const char *folder, const int *pipes,
                   int announcement, pid_t *number) {
  prepare_signals();
  char **argument_list = pointers(arguments);
  char **environment_list = pointers(environment);
  int code = ENOMEM;
  if (argument_list && environment_list) {
    code = start(path, argument_list, environment_list, folder, pipes, announcement, number);
  }
  free(argument_list);
  free(environment_list);
  return code;
}

extern char **environ;

const char *cprocess_variable(size_t index) {
  for (size_t position = 0; environ && environ[position]; position += 1) {
    if (position == index) return environ[position];
  }
  return NULL;
}

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
