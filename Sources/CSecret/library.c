#include "library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "diary_secret.h"

struct diary_secret_functions diary_secret_library;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static const char *missing;

/* The library warns on standard error, which is ours. What matters comes as an error too. */
static GLogWriterOutput drop_warning(
    GLogLevelFlags level, const GLogField *fields, gsize count, gpointer data) {
  return G_LOG_WRITER_HANDLED;
}

static void describe_failure(void) {
  const char *words = dlerror();
  missing = words ? strdup(words) : NULL;
  if (!missing) missing = "libsecret-1.so.0";
}

static void load(void) {
  /* By this one handle the libraries that it needs are searched too. */
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
  /* Where memory cannot be locked, this part does not warn by the log but prints. Not all builds
   * of the library show the switch. */
  int *warnings = dlsym(handle, "egg_secure_warnings");
  if (warnings) *warnings = 0;
}

const char *diary_secret_load(void) {
  pthread_once(&once, load);
  return missing;
}

/* As the library itself decides. */
bool diary_secret_uses_bus(void) {
  const char *backend = getenv("SECRET_BACKEND");
  if (backend && *backend && strcmp(backend, "service") != 0) return false;
  return access("/.flatpak-info", F_OK) != 0 && !getenv("SNAP_NAME");
}
