#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "CProcess.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

// The original state of the terminal. While the screen is shown, the process has one thread.
static struct termios found;
static volatile sig_atomic_t is_begun;
static volatile sig_atomic_t is_shown;
static volatile sig_atomic_t has_changed;

static void say(const char *text) {
  ssize_t written = write(1, text, strlen(text));
  (void)written;
}

// Keys arrive one by one and without echo, on a separate screen; keys that send signals still do.
static int show(void) {
  struct termios keys = found;
  keys.c_lflag &= ~(tcflag_t)(ICANON | ECHO | IEXTEN);
  keys.c_iflag &= ~(tcflag_t)(ICRNL | INLCR | IGNCR | IXON);
  keys.c_cc[VMIN] = 1;
  keys.c_cc[VTIME] = 0;
  if (tcsetattr(0, TCSADRAIN, &keys) != 0) return errno;
  is_shown = 1;
  say("\033[?1049h\033[?25l");
  return 0;
}

static void leave(void) {
  if (!is_shown) return;
  is_shown = 0;
  say("\033[0m\033[?25h\033[?1049l");
  tcsetattr(0, TCSANOW, &found);
}

// Stops as if the signal had not been caught, with the terminal restored.
static void stop(int number) {
  int code = errno;
  leave();
  struct sigaction standard, ours;
  memset(&standard, 0, sizeof standard);
  standard.sa_handler = SIG_DFL;
  sigemptyset(&standard.sa_mask);
  sigaction(number, &standard, &ours);
  sigset_t stopping, before;
  sigemptyset(&stopping);
  sigaddset(&stopping, number);
  raise(number);
  sigprocmask(SIG_UNBLOCK, &stopping, &before);
  sigprocmask(SIG_SETMASK, &before, NULL);
  sigaction(number, &ours, NULL);
  // If no process waits for its group, the system does not stop it.
  if (is_begun && !is_shown) show();
  has_changed = 1;
  errno = code;
}

static void go_on(int number) {
  (void)number;
  int code = errno;
  if (is_begun) show();
  has_changed = 1;
  errno = code;
}

static void note_change(int number) {
  (void)number;
  has_changed = 1;
}

static void handle(int number, void (*handler)(int)) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  // Without SA_RESTART, so that a pending read ends and the screen is redrawn.
  action.sa_handler = handler;
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, NULL);
}

int cprocess_begin_screen(void) {
  if (tcgetattr(0, &found) != 0) return errno;
  atexit(cprocess_end_screen);
  is_begun = 1;
  handle(SIGTSTP, stop);
  handle(SIGCONT, go_on);
  handle(SIGWINCH, note_change);
  // A parent may have blocked them, and a blocked signal is inherited.
  sigset_t handled;
  sigemptyset(&handled);
  sigaddset(&handled, SIGTSTP);
  sigaddset(&handled, SIGCONT);
  sigaddset(&handled, SIGWINCH);
  sigprocmask(SIG_UNBLOCK, &handled, NULL);
  int code = show();
  if (code != 0) is_begun = 0;
  return code;
}

void cprocess_end_screen(void) {
  int code = errno;
  is_begun = 0;
  leave();
  errno = code;
}

int cprocess_screen_has_changed(void) {
  int changed = has_changed;
  has_changed = 0;
  return changed;
}
