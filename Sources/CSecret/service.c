#include <stdlib.h>
#include <string.h>

#include "library.h"

#define SERVICE_NAME "org.freedesktop.secrets"
#define SERVICE_PATH "/org/freedesktop/secrets"

/* GLib's own macro calls a function to check the type. */
#define TYPE(text) ((const GVariantType *)(text))

bool diary_secret_connect(diary_secret_call *call, diary_secret_problem *problem) {
  GError *error = NULL;
  GDBusConnection *bus =
      library.g_bus_get_sync(G_BUS_TYPE_SESSION, diary_secret_call_cancellable(call), &error);
  if (!bus) {
    diary_secret_describe(error, problem);
    if (problem->kind != diary_secret_kind_cancelled) problem->kind = diary_secret_kind_no_bus;
    return false;
  }
  /* By default, the process would end when the bus closes the connection. All later calls use this
   * shared connection, so it is not released. */
  library.g_dbus_connection_set_exit_on_close(bus, FALSE);
  return true;
}

/* Calls the service without a timeout, because the call is canceled at its deadline. */
static GVariant *ask(
    const char *path, const char *interface, const char *method, GVariant *words,
    const GVariantType *answer, diary_secret_call *call, diary_secret_problem *problem) {
  GError *error = NULL;
  GCancellable *cancellable = diary_secret_call_cancellable(call);
  GDBusConnection *bus = library.g_bus_get_sync(G_BUS_TYPE_SESSION, cancellable, &error);
  GVariant *result = NULL;
  if (bus) {
    result = library.g_dbus_connection_call_sync(
        bus, SERVICE_NAME, path, interface, method, words, answer, G_DBUS_CALL_FLAGS_NONE,
        G_MAXINT, cancellable, &error);
    library.g_object_unref(bus);
  }
  if (!result) diary_secret_describe(error, problem);
  return result;
}

/* Asks on the bus, not with libsecret's SecretService: without a provider, that returns neither a
 * result nor an error, and if the collection is missing, it starts to create one. */
diary_secret_collection diary_secret_default_collection(
    diary_secret_call *call, diary_secret_problem *problem) {
  GVariant *alias = ask(
      SERVICE_PATH, "org.freedesktop.Secret.Service", "ReadAlias",
      library.g_variant_new("(s)", "default"), TYPE("(o)"), call, problem);
  if (!alias) return diary_secret_collection_unknown;
  const char *path = NULL;
  library.g_variant_get(alias, "(&o)", &path);
  diary_secret_collection state = diary_secret_collection_missing;
  if (strcmp(path, "/") != 0) {
    GVariant *answer = ask(
        path, "org.freedesktop.DBus.Properties", "Get",
        library.g_variant_new("(ss)", "org.freedesktop.Secret.Collection", "Locked"),
        TYPE("(v)"), call, problem);
    if (answer) {
      GVariant *locked = NULL;
      library.g_variant_get(answer, "(v)", &locked);
      bool is_locked = library.g_variant_is_of_type(locked, G_VARIANT_TYPE_BOOLEAN) &&
          library.g_variant_get_boolean(locked);
      state = is_locked ? diary_secret_collection_locked : diary_secret_collection_unlocked;
      library.g_variant_unref(locked);
      library.g_variant_unref(answer);
    } else if (problem->kind != diary_secret_kind_no_object) {
      /* The alias may refer to a missing collection, as in a new gnome-keyring. */
      state = diary_secret_collection_unknown;
    }
  }
  library.g_variant_unref(alias);
  return state;
}

bool diary_secret_unlock_collection(diary_secret_call *call, diary_secret_problem *problem) {
  GError *error = NULL;
  GCancellable *cancellable = diary_secret_call_cancellable(call);
  SecretCollection *collection = library.secret_collection_for_alias_sync(
      NULL, SECRET_COLLECTION_DEFAULT, SECRET_COLLECTION_NONE, cancellable, &error);
  if (collection) {
    GList *wanted = library.g_list_prepend(NULL, collection);
    library.secret_service_unlock_sync(NULL, wanted, cancellable, NULL, &error);
    library.g_list_free(wanted);
    library.g_object_unref(collection);
  }
  if (error) diary_secret_describe(error, problem);
  return !error;
}
