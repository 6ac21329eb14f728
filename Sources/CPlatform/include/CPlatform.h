#ifndef DIARY_PLATFORM_H
#define DIARY_PLATFORM_H

/* The parts of the Platform module that cannot be written in Swift: code in a child between vfork
 * and exec, which must not allocate memory or take a lock, what the kernel passes to the program, and
 * a symbol that the linker may replace. */

#include <sys/types.h>

#pragma clang assume_nonnull begin

/* A program to start. The caller owns what the pointers refer to. */
typedef struct diary_program {
  const char *path;
  /* Both end with NULL. */
  char *_Nullable const *_Nonnull words;
  char *_Nullable const *_Nonnull variables;
  /* NULL for the working directory of this process. */
  const char *_Nullable directory;
  /* The standard streams of the child: descriptors above 2, or -1 for /dev/null. */
  int input;
  int output;
  int errors;
} diary_program;

/* Starts a program in a process group of its own, with no other open files, which the kernel kills
 * when the calling THREAD ends. Returns 0 or an error number. */
int diary_start_bound(const diary_program *program, pid_t *identifier);

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

#pragma clang assume_nonnull end

#endif
