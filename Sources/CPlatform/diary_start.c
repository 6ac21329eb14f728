#define _GNU_SOURCE

#include "CPlatform.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* The child shares the memory of this process until exec, so none of this process's signal handlers
 * may run in it. SIGPIPE and SIGXFSZ, which this process ignores, are reset too. */
static void reset_signals(void) {
  for (int number = 1; number < NSIG; number++) {
    struct sigaction action;
    if (sigaction(number, NULL, &action) != 0) continue;
    const bool is_handled = action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN;
    if (!is_handled && number != SIGPIPE && number != SIGXFSZ) continue;
    action.sa_handler = SIG_DFL;
    action.sa_flags = 0;
    sigaction(number, &action, NULL);
  }
}

static bool connect_stream(int descriptor, int stream) {
  if (descriptor >= 0) return dup2(descriptor, stream) >= 0;
  const int null_device = open("/dev/null", O_RDWR);
  if (null_device < 0) return false;
  /* If this process was started without a stream, /dev/null may have been opened as this stream. */
  if (null_device == stream) return true;
  const bool is_connected = dup2(null_device, stream) >= 0;
  close(null_device);
  return is_connected;
}

/* Runs in the child. Returns only if it fails, with the error number. */
static int run_program(const diary_program *program, pid_t parent) {
  reset_signals();
  if (setpgid(0, 0) != 0) return errno;
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) return errno;
  /* If the parent ended before prctl, the signal will never arrive. */
  if (getppid() != parent) return ESRCH;
  if (!connect_stream(program->input, STDIN_FILENO)) return errno;
  if (!connect_stream(program->output, STDOUT_FILENO)) return errno;
  if (!connect_stream(program->errors, STDERR_FILENO)) return errno;
  /* Our own descriptors have O_CLOEXEC; close_range fails on older kernels. */
  close_range(STDERR_FILENO + 1, ~0U, 0);
  if (program->directory != NULL && chdir(program->directory) != 0) return errno;
  sigset_t none;
  sigemptyset(&none);
  if (sigprocmask(SIG_SETMASK, &none, NULL) != 0) return errno;
  execve(program->path, program->words, program->variables);
  return errno;
}

int diary_start_bound(const diary_program *program, pid_t *identifier) {
  const pid_t parent = getpid();
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  /* Set by the child in the shared memory. */
  volatile int failure = 0;
  const pid_t child = vfork();
  if (child == 0) {
    failure = run_program(program, parent);
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
