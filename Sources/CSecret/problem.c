#include <string.h>

#include "library.h"

static diary_secret_kind kind_of_bus_error(gint code) {
  switch (code) {
    case G_DBUS_ERROR_SERVICE_UNKNOWN:
    case G_DBUS_ERROR_NAME_HAS_NO_OWNER:
    /* The provider ended during the call. A timeout has another code. */
    case G_DBUS_ERROR_NO_REPLY:
    case G_DBUS_ERROR_SPAWN_EXEC_FAILED:
    case G_DBUS_ERROR_SPAWN_FORK_FAILED:
    case G_DBUS_ERROR_SPAWN_CHILD_EXITED:
    case G_DBUS_ERROR_SPAWN_CHILD_SIGNALED:
    case G_DBUS_ERROR_SPAWN_FAILED:
    case G_DBUS_ERROR_SPAWN_SETUP_FAILED:
    case G_DBUS_ERROR_SPAWN_CONFIG_INVALID:
    case G_DBUS_ERROR_SPAWN_SERVICE_INVALID:
    case G_DBUS_ERROR_SPAWN_SERVICE_NOT_FOUND:
    case G_DBUS_ERROR_SPAWN_PERMISSIONS_INVALID:
    case G_DBUS_ERROR_SPAWN_FILE_INVALID:
    case G_DBUS_ERROR_SPAWN_NO_MEMORY:
      return diary_secret_kind_no_provider;
    case G_DBUS_ERROR_TIMEOUT:
    case G_DBUS_ERROR_TIMED_OUT:
      return diary_secret_kind_silent;
    /* For a missing collection, gnome-keyring reports an unknown method. */
    case G_DBUS_ERROR_UNKNOWN_METHOD:
    case G_DBUS_ERROR_UNKNOWN_OBJECT:
    case G_DBUS_ERROR_UNKNOWN_INTERFACE:
      return diary_secret_kind_no_object;
    case G_DBUS_ERROR_DISCONNECTED:
    case G_DBUS_ERROR_NO_SERVER:
      return diary_secret_kind_no_bus;
    default:
      return diary_secret_kind_failed;
  }
}

static diary_secret_kind kind_of_io_error(gint code) {
  switch (code) {
    case G_IO_ERROR_CANCELLED: return diary_secret_kind_cancelled;
    case G_IO_ERROR_TIMED_OUT: return diary_secret_kind_silent;
    case G_IO_ERROR_CLOSED:
    case G_IO_ERROR_BROKEN_PIPE: return diary_secret_kind_no_bus;
    default: return diary_secret_kind_failed;
  }
}

static diary_secret_kind kind_of_secret_error(gint code) {
  switch (code) {
    case SECRET_ERROR_IS_LOCKED: return diary_secret_kind_locked;
    case SECRET_ERROR_NO_SUCH_OBJECT: return diary_secret_kind_no_object;
    default: return diary_secret_kind_failed;
  }
}

static diary_secret_kind kind_of(const GError *error) {
  if (error->domain == library.g_dbus_error_quark()) return kind_of_bus_error(error->code);
  if (error->domain == library.secret_error_get_quark()) return kind_of_secret_error(error->code);
  if (error->domain != library.g_io_error_quark()) return diary_secret_kind_failed;
  /* Before libsecret has registered its D-Bus errors, they are identified by name. */
  diary_secret_kind kind = kind_of_io_error(error->code);
  gchar *name = library.g_dbus_error_get_remote_error(error);
  if (name && strcmp(name, "org.freedesktop.Secret.Error.IsLocked") == 0) {
    kind = diary_secret_kind_locked;
  } else if (name && strcmp(name, "org.freedesktop.Secret.Error.NoSuchObject") == 0) {
    kind = diary_secret_kind_no_object;
  }
  library.g_free(name);
  return kind;
}

void diary_secret_describe(GError *error, diary_secret_problem *problem) {
  problem->kind = diary_secret_kind_failed;
  problem->detail = NULL;
  if (!error) return;
  problem->kind = kind_of(error);
  library.g_dbus_error_strip_remote_error(error);
  if (error->message) problem->detail = strdup(error->message);
  library.g_error_free(error);
}
