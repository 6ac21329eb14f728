#include <signal.h>
#include <stddef.h>

#include "CTestSupport.h"

// The program ignores SIGPIPE from the start. The tests have no `main` of their own, and
// `swift test` starts them with the default for every signal. Without this, a child or a server
// that ends before it has read everything would end all tests.
__attribute__((constructor)) static void ignore_broken_pipes(void) { signal(SIGPIPE, SIG_IGN); }

int broken_pipes_are_ignored(void) {
  struct sigaction now;
  sigaction(SIGPIPE, NULL, &now);
  return now.sa_handler == SIG_IGN;
}
