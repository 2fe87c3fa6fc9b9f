#ifndef CPROCESS_H
#define CPROCESS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// Starting and watching child processes: the calls that are macros, or extensions that a strict
/// C library hides from Swift.

/// Makes a pipe: `ends[0]` is read, `ends[1]` is written. Both are closed on exec and lie above the
/// three standard descriptors, so that giving them to a child never overwrites one of them.
///
/// Returns 0 or an errno.
int cprocess_pipe(int ends[2]);

/// Texts after one another, each ended by a zero byte.
struct cprocess_texts {
  const uint8_t *bytes;
  size_t count;
};

/// Starts `path` as the leader of a new process group, with `pipes` as its descriptors 0, 1 and 2
/// and no other descriptor open, every signal at its default and none blocked. A null `folder` is
/// the current one.
///
/// Where `announcement` is a descriptor, `+ <number>` and a line feed are written there before the
/// program can do anything, on Linux by the child itself: a process that reads them can end what
/// this process can no longer end. `- <number>` follows where the program could not be started.
///
/// Also makes SIGCHLD and SIGPIPE of this process what a parent needs: the end of a child can be
/// waited for, and a pipe without a reader is an error of the write.
///
/// Returns 0 or an errno, the child's exec included.
int cprocess_start(const char *path, struct cprocess_texts arguments,
                   struct cprocess_texts environment, const char *folder, const int *pipes,
                   int announcement, pid_t *number);

/// A variable of this process's environment, as `name=value`; null after the last one.
const char *cprocess_variable(size_t index);

enum {
  CPROCESS_RUNNING = 0,
  CPROCESS_EXITED = 1,
  CPROCESS_KILLED = 2,
  /// The child was collected elsewhere.
  CPROCESS_LOST = 3,
};

/// How a child ended, without collecting it, so that its number stays its own. `value` becomes its
/// exit status or the signal.
int cprocess_ending(pid_t number, int *value);

/// Whether a signal is ignored.
int cprocess_ignores(int number);

/// Ends this process with 1 and a line about the limit where it would crash because the system
/// refused memory, for Swift does not go on without. `before_ending` is called first, inside a
/// signal handler. Any other crash stays what it would have been.
void cprocess_catch_refused_memory(void (*before_ending)(void));

/// What this thread says on standard error where it crashes, by a trap of Swift or a null pointer
/// for instance; null says nothing. At most 1023 bytes are copied. Heard where
/// cprocess_catch_refused_memory was called.
void cprocess_set_last_words(const char *words);

/// Where a temporary file or folder is remembered.
struct cprocess_place;

/// Remembers a temporary file or an empty folder until it is forgotten. Null where the system
/// refuses memory.
struct cprocess_place *cprocess_remember_temporary(const char *path);

/// Forgets it. Not while `cprocess_remove_temporaries` runs.
void cprocess_forget_temporary(struct cprocess_place *place);

/// Removes all that are remembered; may be called in a signal handler.
void cprocess_remove_temporaries(void);

/// Takes over the terminal of descriptors 0 and 1: a screen of its own, and keys one by one. It is
/// given back by `cprocess_end_screen`, where the process ends, and while SIGTSTP stops it.
///
/// Returns 0 or an errno.
int cprocess_begin_screen(void);

/// Gives the terminal back as it was found; does nothing where it was not taken. May be called in a
/// signal handler.
void cprocess_end_screen(void);

/// Whether the screen must be drawn anew, because its size changed or the process went on.
int cprocess_screen_has_changed(void);

/// Why something that was printed has not reached standard output, as an errno; 0 where all has.
int cprocess_output_error(void);

#endif
