#include "CProcess.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <unistd.h>

// The stream remembers only that a write failed, so the reason is looked for anew: a reader that
// went away, or a device that is full.
int cprocess_output_error(void) {
  if (!ferror(stdout)) return 0;
  struct pollfd output = {.fd = STDOUT_FILENO, .events = POLLOUT};
  if (poll(&output, 1, 0) == 1 && output.revents & POLLERR) return EPIPE;
  return ENOSPC;
}
