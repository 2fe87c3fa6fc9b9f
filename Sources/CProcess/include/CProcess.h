#ifndef CPROCESS_H
#define CPROCESS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// Starts and watches child processes with calls that are macros, or extensions that a strict C
/// library hides from Swift.

/// Makes a pipe: `ends[0]` is for reading, `ends[1]` for writing. Both are closed on exec and are
/// above the three standard descriptors, so that passing them to a child never overwrites one of
/// them.
///
/// Returns 0 or an errno.
int cprocess_pipe(int ends[2]);

/// Consecutive texts, each ended by a zero byte.
struct cprocess_texts {
  const uint8_t *bytes;
  size_t count;
};

/// Starts `path` as the leader of a new process group, with `pipes` as its descriptors 0, 1 and 2
/// with no other descriptor open, every signal at its default and none blocked. A null `folder` is
/// the current one.
///
/// If `announcement` is a descriptor, `+ <number>` and a line feed are written to it before the
/// program can do anything, by the child itself: a process that reads them can end a child
/// that this process can no longer end. `- <number>` follows if the program could not be started.
///
/// Also sets this process's SIGCHLD and SIGPIPE as a parent needs them: the end of a child can be
/// waited for, and writing to a pipe without a reader is an error.
///
/// Returns 0 or an errno, including that of the child's exec.
int cprocess_start(const char *path, struct cprocess_texts arguments,
                   struct cprocess_texts environment, const char *folder, const int *pipes,
                   int announcement, pid_t *number);

/// The variables of this process, as `name=value`; null after the last one, or without any.
char *const *cprocess_environment(void);

enum {
  CPROCESS_RUNNING = 0,
  CPROCESS_EXITED = 1,
  CPROCESS_KILLED = 2,
  /// The child was collected elsewhere.
  CPROCESS_LOST = 3,
};

/// How a child ended, without collecting it, so that its number is not reused. `value` becomes its
/// exit status or its signal.
int cprocess_ending(pid_t number, int *value);

/// Whether a signal is ignored.
int cprocess_ignores(int number);

/// Ends this process with 1 and a line about the limit when it would crash because the system
/// refused memory, which Swift does not survive. `before_ending` is called first, in a signal
/// handler. Other crashes are not affected.
void cprocess_catch_refused_memory(void (*before_ending)(void));

/// The text that this thread writes to standard error if it crashes, for instance by a trap of
/// Swift or a null pointer; null means none. At most 1023 bytes are copied. It has an effect after
/// a call of cprocess_catch_refused_memory.
void cprocess_set_last_words(const char *words);

/// The place of a registered temporary file or folder.
struct cprocess_place;

/// Registers a temporary file or an empty folder until it is forgotten. Null if the system refuses
/// memory.
struct cprocess_place *cprocess_remember_temporary(const char *path);

/// Forgets it. Must not be called while `cprocess_remove_temporaries` runs.
void cprocess_forget_temporary(struct cprocess_place *place);

/// Removes all registered files and folders. May be called in a signal handler.
void cprocess_remove_temporaries(void);

/// Takes over the keys of the terminal of descriptors 0 and 1: they arrive one by one and are not
/// shown. The terminal is restored by `cprocess_end_screen`, when the process ends, and while
/// SIGTSTP stops it.
///
/// Returns 0 or an errno.
int cprocess_begin_screen(void);

/// Switches to a separate screen, for as long as the terminal is taken over.
void cprocess_show_screen(void);

/// Restores the terminal; does nothing if it was not taken over. May be called in a signal handler.
void cprocess_end_screen(void);

/// Waits for keys. Returns 0 if the screen must be redrawn first, because its size changed or the
/// process continued; other signals may cause that, too.
int cprocess_wait_for_keys(void);

/// The errno that kept printed text from standard output; 0 if all of it was written.
int cprocess_output_error(void);

/// Starts `count` threads that exist at the same time, and ends them.
///
/// Returns 0, or the errno with which the system refused one of them.
int cprocess_try_threads(int count);

#endif
