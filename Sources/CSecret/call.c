#include "call.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

struct diary_secret_call {
  pthread_mutex_t lock;
  pthread_cond_t finishing;
  bool finished;
  bool cancelled;
  GCancellable *cancellable;
};

diary_secret_call *diary_secret_call_new(void) {
  diary_secret_call *call = calloc(1, sizeof *call);
  if (!call) return NULL;
  pthread_mutex_init(&call->lock, NULL);
  /* Setting the system time does not affect this clock. */
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(&call->finishing, &attributes);
  pthread_condattr_destroy(&attributes);
  return call;
}

void diary_secret_call_free(diary_secret_call *call) {
  if (call->cancellable) library.g_object_unref(call->cancellable);
  pthread_cond_destroy(&call->finishing);
  pthread_mutex_destroy(&call->lock);
  free(call);
}

GCancellable *diary_secret_call_cancellable(diary_secret_call *call) {
  pthread_mutex_lock(&call->lock);
  if (!call->cancellable) {
    call->cancellable = library.g_cancellable_new();
    if (call->cancelled) library.g_cancellable_cancel(call->cancellable);
  }
  GCancellable *cancellable = call->cancellable;
  pthread_mutex_unlock(&call->lock);
  return cancellable;
}

void diary_secret_call_cancel(diary_secret_call *call) {
  pthread_mutex_lock(&call->lock);
  call->cancelled = true;
  GCancellable *cancellable = call->cancellable;
  pthread_mutex_unlock(&call->lock);
  /* Outside of the lock, because this runs callbacks of the library. */
  if (cancellable) library.g_cancellable_cancel(cancellable);
}

void diary_secret_call_finish(diary_secret_call *call) {
  pthread_mutex_lock(&call->lock);
  call->finished = true;
  pthread_cond_broadcast(&call->finishing);
  pthread_mutex_unlock(&call->lock);
}

bool diary_secret_call_wait(diary_secret_call *call, long milliseconds) {
  struct timespec until;
  clock_gettime(CLOCK_MONOTONIC, &until);
  until.tv_sec += milliseconds / 1000;
  until.tv_nsec += milliseconds % 1000 * 1000000;
  if (until.tv_nsec >= 1000000000) {
    until.tv_sec += 1;
    until.tv_nsec -= 1000000000;
  }
  pthread_mutex_lock(&call->lock);
  int code = 0;
  while (!call->finished && code == 0) {
    code = pthread_cond_timedwait(&call->finishing, &call->lock, &until);
  }
  bool finished = call->finished;
  pthread_mutex_unlock(&call->lock);
  return finished;
}
