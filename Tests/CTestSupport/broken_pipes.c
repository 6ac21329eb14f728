#include <signal.h>
#include <stddef.h>

#include "CTestSupport.h"

// The program ignores SIGPIPE from its first line. The tests have no first line of their own, and
// `swift test` starts them with every signal set to its default: a child or a server that ends
// before it has read everything would end all tests.
__attribute__((constructor)) static void ignore_broken_pipes(void) { signal(SIGPIPE, SIG_IGN); }

int broken_pipes_are_ignored(void) {
  struct sigaction now;
  sigaction(SIGPIPE, NULL, &now);
  return now.sa_handler == SIG_IGN;
}
