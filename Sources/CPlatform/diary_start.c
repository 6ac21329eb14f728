#define _GNU_SOURCE

#include "CPlatform.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* The child shares the memory of this process until exec, so none of this process's signal handlers
 * may run in it. Of the signals that this process ignores, some are reset too. */
static void reset_signals(uint64_t restored) {
  for (int number = 1; number < NSIG; number++) {
    struct sigaction action;
    if (sigaction(number, NULL, &action) != 0) continue;
    const bool is_handled = action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN;
    if (!is_handled && !(restored >> (number - 1) & 1)) continue;
    action.sa_handler = SIG_DFL;
    action.sa_flags = 0;
    sigaction(number, &action, NULL);
  }
}

static bool connect_stream(int source, int stream) {
  if (source == diary_stream_inherited) return true;
  if (source >= 0) return dup2(source, stream) >= 0;
  const int opened = open(source == diary_stream_terminal ? "/dev/tty" : "/dev/null", O_RDWR);
  if (opened < 0) return false;
  /* If this process was started without a stream, the file may have been opened as this stream. */
  if (opened == stream) return true;
  const bool is_connected = dup2(opened, stream) >= 0;
  close(opened);
  return is_connected;
}

static bool bind_to_parent(pid_t parent) {
  if (setpgid(0, 0) != 0 || prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) return false;
  /* If the parent ended before prctl, the signal will never arrive. */
  if (getppid() == parent) return true;
  errno = ESRCH;
  return false;
}

int diary_start(
    const char *path, char *const *words, char *const *variables, const char *directory,
    const diary_setup *setup, pid_t *identifier) {
  const pid_t parent = getpid();
  sigset_t none;
  sigset_t all;
  sigset_t before;
  sigemptyset(&none);
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  /* Set by the child in the shared memory. */
  volatile int failure = 0;
  const pid_t child = vfork();
  if (child == 0) {
    reset_signals(setup->restored_signals);
    if ((!setup->is_in_own_session || setsid() >= 0) &&
        (!setup->ends_with_parent || bind_to_parent(parent)) &&
        connect_stream(setup->input, STDIN_FILENO) &&
        connect_stream(setup->output, STDOUT_FILENO) &&
        connect_stream(setup->errors, STDERR_FILENO)) {
      /* Our own descriptors have O_CLOEXEC, but those of pipes get it a moment later, and C libraries
       * do not always set it. close_range fails on older kernels. */
      close_range(STDERR_FILENO + 1, ~0U, 0);
      if ((!directory || chdir(directory) == 0) && sigprocmask(SIG_SETMASK, &none, NULL) == 0) {
        execve(path, words, variables);
      }
    }
    failure = errno;
    _exit(127);
  }
  const int fork_failure = errno;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (child < 0) return fork_failure;
  if (failure != 0) {
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {}
    return failure;
  }
  *identifier = child;
  return 0;
}
