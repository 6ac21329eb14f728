#ifndef DIARY_PLATFORM_H
#define DIARY_PLATFORM_H

/* The parts of the Platform module that cannot be written in Swift: code in a child between vfork
 * and exec, which must not allocate memory or take a lock, what the kernel passes to the program, and
 * a symbol that the linker may replace. */

#include <semaphore.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

#pragma clang assume_nonnull begin

/* The standard streams of a child: descriptors above 2, or one of these. */
enum {
  diary_stream_inherited = -1,
  diary_stream_nothing = -2,
  diary_stream_terminal = -3,
};

typedef struct diary_setup {
  int input;
  int output;
  int errors;
  /* The ignored signals that are reset, as bits from that of signal 1 on. */
  uint64_t restored_signals;
  bool is_in_own_session;
  /* The child is in a process group of its own, and the kernel kills it when the calling THREAD ends. */
  bool ends_with_parent;
} diary_setup;

/* Starts a program without other open files. Its words and variables end with NULL. Returns 0 or an
 * error number. */
int diary_start(
    const char *path, char *_Nullable const *_Nonnull words,
    char *_Nullable const *_Nonnull variables, const char *_Nullable directory,
    const diary_setup *setup, pid_t *identifier);

/* The arguments of this process; the first one is the name of the program. */
int diary_argument_count(void);

/* NULL if there are not that many. */
const char *_Nullable diary_argument(int position);

/* The path by which the kernel started this program, which may be relative; NULL if it is not known. */
const char *_Nullable diary_program_path(void);

/* The commit that the program was built from and its date, or an empty string. */
const char *diary_source_name(void);

/* Writes everything in the file system of a file to its disk. The C library declares it only for GNU
 * sources, which Swift's are not. */
int syncfs(int descriptor);

/* Like sem_timedwait, by another clock than that of the date. It is declared only for GNU sources too. */
int sem_clockwait(sem_t *semaphore, clockid_t clock, const struct timespec *end);

#pragma clang assume_nonnull end

#endif
