#include "library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct diary_secret_functions diary_secret_library;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static const char *load_error;

/* GLib prints warnings to standard error. Important ones are also reported as errors. */
static GLogWriterOutput drop_warning(
    GLogLevelFlags level, const GLogField *fields, gsize count, gpointer data) {
  return G_LOG_WRITER_HANDLED;
}

static void describe_failure(void) {
  const char *message = dlerror();
  load_error = message ? strdup(message) : NULL;
  if (!load_error) load_error = "libsecret-1.so.0";
}

static void load(void) {
  /* Symbols are also searched in the dependencies of this library. */
  void *handle = dlopen("libsecret-1.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    describe_failure();
    return;
  }
#define BIND(name) \
  library.name = (__typeof__(library.name))dlsym(handle, #name); \
  if (!library.name) { \
    describe_failure(); \
    return; \
  }
  DIARY_SECRET_FUNCTIONS(BIND)
#undef BIND
  library.g_log_set_writer_func(drop_warning, NULL, NULL);
  /* If memory cannot be locked, this part of libsecret prints to standard error directly. Not all
   * builds export the switch. */
  int *warnings = dlsym(handle, "egg_secure_warnings");
  if (warnings) *warnings = 0;
}

const char *diary_secret_load(void) {
  pthread_once(&once, load);
  return load_error;
}

/* The same decision as in libsecret. */
bool diary_secret_uses_bus(void) {
  const char *backend = getenv("SECRET_BACKEND");
  if (backend && *backend && strcmp(backend, "service") != 0) return false;
  return access("/.flatpak-info", F_OK) != 0 && !getenv("SNAP_NAME");
}

/* MARK: Calls */

struct diary_secret_call {
  pthread_mutex_t lock;
  bool cancelled;
  GCancellable *cancellable;
};

diary_secret_call *diary_secret_call_new(void) {
  diary_secret_call *call = calloc(1, sizeof *call);
  if (!call) return NULL;
  pthread_mutex_init(&call->lock, NULL);
  return call;
}

void diary_secret_call_free(diary_secret_call *call) {
  if (call->cancellable) library.g_object_unref(call->cancellable);
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
