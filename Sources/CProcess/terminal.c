#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "CProcess.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <termios.h>
#include <unistd.h>

// The original state of the terminal. While the screen is shown, the process has one thread.
static struct termios found;
static volatile sig_atomic_t is_begun;
static volatile sig_atomic_t takes_keys;
static volatile sig_atomic_t is_wanted;
static volatile sig_atomic_t is_shown;
static volatile sig_atomic_t has_changed;

// The signals that end a process by default and have no other handler here.
static const int endings[] = {
    SIGQUIT, SIGALRM, SIGUSR1, SIGUSR2, SIGVTALRM, SIGPROF, SIGXCPU, SIGSYS,
#ifdef __linux__
    // Other systems ignore the first one, and do not have the others.
    SIGIO,   SIGPWR,  SIGSTKFLT,
#endif
};
enum { ENDING_COUNT = sizeof endings / sizeof *endings };

static void say(const char *text) {
  ssize_t written = write(1, text, strlen(text));
  (void)written;
}

static void show(void) {
  if (is_shown || !is_wanted || !takes_keys) return;
  is_shown = 1;
  say("\033[?1049h\033[?25l");
}

// Keys arrive one by one and without echo; keys that send signals still do.
static int take_keys(void) {
  struct termios keys = found;
  keys.c_lflag &= ~(tcflag_t)(ICANON | ECHO | IEXTEN);
  keys.c_iflag &= ~(tcflag_t)(ICRNL | INLCR | IGNCR | IXON);
  keys.c_cc[VMIN] = 1;
  keys.c_cc[VTIME] = 0;
  if (tcsetattr(0, TCSADRAIN, &keys) != 0) return errno;
  takes_keys = 1;
  show();
  return 0;
}

static void leave(void) {
  if (is_shown) say("\033[0m\033[?25h\033[?1049l");
  is_shown = 0;
  if (takes_keys) tcsetattr(0, TCSANOW, &found);
  takes_keys = 0;
}

// Does what the signal does to a process that has not caught it, with the terminal restored.
static void obey(int number) {
  int code = errno;
  leave();
  struct sigaction standard, ours;
  memset(&standard, 0, sizeof standard);
  standard.sa_handler = SIG_DFL;
  sigemptyset(&standard.sa_mask);
  sigaction(number, &standard, &ours);
  sigset_t obeyed, before;
  sigemptyset(&obeyed);
  sigaddset(&obeyed, number);
  raise(number);
  sigprocmask(SIG_UNBLOCK, &obeyed, &before);
  // Only a signal that stops the process comes back here.
  sigprocmask(SIG_SETMASK, &before, NULL);
  sigaction(number, &ours, NULL);
  // If no process waits for its group, the system does not stop it.
  if (is_begun && !takes_keys) take_keys();
  has_changed = 1;
  errno = code;
}

static void go_on(int number) {
  (void)number;
  int code = errno;
  if (is_begun) take_keys();
  has_changed = 1;
  errno = code;
}

static void note_change(int number) {
  (void)number;
  has_changed = 1;
}

static void handle(int number, void (*handler)(int), sigset_t *handled) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  // Without SA_RESTART, so that a pending read ends and the screen is redrawn.
  action.sa_handler = handler;
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, NULL);
  sigaddset(handled, number);
}

int cprocess_begin_screen(void) {
  if (tcgetattr(0, &found) != 0) return errno;
  atexit(cprocess_end_screen);
  is_begun = 1;
  // A parent may have blocked them, and a blocked signal is inherited.
  sigset_t handled;
  sigemptyset(&handled);
  handle(SIGTSTP, obey, &handled);
  handle(SIGCONT, go_on, &handled);
  handle(SIGWINCH, note_change, &handled);
  for (int index = 0; index < ENDING_COUNT; index += 1) {
    // What a parent made ignored stays ignored.
    if (!cprocess_ignores(endings[index])) handle(endings[index], obey, &handled);
  }
  sigprocmask(SIG_UNBLOCK, &handled, NULL);
  int code = take_keys();
  if (code != 0) is_begun = 0;
  return code;
}

void cprocess_show_screen(void) {
  is_wanted = 1;
  show();
}

void cprocess_end_screen(void) {
  int code = errno;
  is_begun = 0;
  is_wanted = 0;
  leave();
  errno = code;
}

int cprocess_wait_for_keys(void) {
  // Between a look at the flag and the wait, a signal would be lost until the next key. So the
  // signals are blocked, except while pselect waits.
  sigset_t changes, before;
  sigemptyset(&changes);
  sigaddset(&changes, SIGWINCH);
  sigaddset(&changes, SIGCONT);
  sigaddset(&changes, SIGTSTP);
  sigprocmask(SIG_BLOCK, &changes, &before);
  int found_keys = 0;
  int code = 0;
  if (!has_changed) {
    fd_set keys;
    FD_ZERO(&keys);
    FD_SET(0, &keys);
    int count = pselect(1, &keys, NULL, NULL, NULL, &before);
    code = errno;
    // What is wrong with the input, if anything, is for the one who reads it.
    found_keys = count > 0 || (count < 0 && code != EINTR);
  }
  has_changed = 0;
  sigprocmask(SIG_SETMASK, &before, NULL);
  errno = code;
  return found_keys;
}
