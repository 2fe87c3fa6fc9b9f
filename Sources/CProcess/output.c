#include "CProcess.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

// The stream remembers only that a write failed, so this writes once more: if output is lost,
// another line feed does no harm.
int cprocess_output_error(void) {
  if (!ferror(stdout)) return 0;
  return write(STDOUT_FILENO, "\n", 1) < 0 ? errno : EIO;
}
