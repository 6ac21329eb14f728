#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "CTestSupport.h"

int wait_for_writers(const char *path) {
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return errno;
  int failure = 0;
  /* The kernel grants a read lease only for a file that nobody has open for writing. */
  while (fcntl(file, F_SETLEASE, F_RDLCK) != 0) {
    failure = errno;
    if (failure != EAGAIN) break;
    usleep(200);
    failure = 0;
  }
  close(file);
  return failure;
}
