#ifndef DIARY_PLATFORM_H
#define DIARY_PLATFORM_H

/* What the Platform module needs of Linux and cannot do in Swift: work in a child between vfork and
 * exec, where nothing may allocate memory or take a lock. */

#include <sys/types.h>

#pragma clang assume_nonnull begin

/* A program to start. What the pointers lead to stays the caller's. */
typedef struct diary_program {
  const char *path;
  /* Both end with NULL. */
  char *_Nullable const *_Nonnull words;
  char *_Nullable const *_Nonnull variables;
  /* NULL for the folder of this process. */
  const char *_Nullable directory;
  /* The standard streams of the child: descriptors above 2, or -1 for /dev/null. */
  int input;
  int output;
  int errors;
} diary_program;

/* Starts a program that leads a process group of its own, gets no other open file, and is killed
 * by the kernel when the calling THREAD ends. Returns 0, or the error number of what failed. */
int diary_start_bound(const diary_program *program, pid_t *identifier);

#pragma clang assume_nonnull end

#endif
