#include <stdlib.h>
#include <string.h>

#include "library.h"

static const SecretSchema token_schema = {
  "io.github.commitdiary.Token", SECRET_SCHEMA_NONE,
  {
    { "host", SECRET_SCHEMA_ATTRIBUTE_STRING },
    { "account", SECRET_SCHEMA_ATTRIBUTE_STRING },
    { NULL, 0 },
  },
};

/* Test items have a schema of their own, so that they never collide with tokens. */
static const SecretSchema trial_schema = {
  "io.github.commitdiary.Trial", SECRET_SCHEMA_NONE,
  { { "purpose", SECRET_SCHEMA_ATTRIBUTE_STRING }, { NULL, 0 } },
};

/* GitHub CLI does not set a schema name. */
static const SecretSchema gh_schema = {
  "org.freedesktop.Secret.Generic", SECRET_SCHEMA_DONT_MATCH_NAME,
  {
    { "service", SECRET_SCHEMA_ATTRIBUTE_STRING },
    { "username", SECRET_SCHEMA_ATTRIBUTE_STRING },
    { NULL, 0 },
  },
};

struct diary_secret_items {
  GList *list;
};

/* The texts are not copied, because each table is freed before the call returns. */
static GHashTable *attributes(
    const char *name, const char *value, const char *other_name, const char *other_value) {
  GHashTable *table = library.g_hash_table_new(library.g_str_hash, library.g_str_equal);
  library.g_hash_table_insert(table, (gpointer)name, (gpointer)value);
  if (other_name) library.g_hash_table_insert(table, (gpointer)other_name, (gpointer)other_value);
  return table;
}

static diary_secret_items *search(
    const SecretSchema *schema, GHashTable *table, SecretSearchFlags flags,
    diary_secret_call *call, diary_secret_problem *problem) {
  GError *error = NULL;
  GList *list = library.secret_password_searchv_sync(
      schema, table, SECRET_SEARCH_ALL | flags, diary_secret_call_cancellable(call), &error);
  library.g_hash_table_unref(table);
  diary_secret_items *items = error ? NULL : calloc(1, sizeof *items);
  if (!items) {
    diary_secret_describe(error, problem);
    return NULL;
  }
  items->list = list;
  return items;
}

diary_secret_items *diary_secret_search(
    const char *host, const char *account, bool unlocking, diary_secret_call *call,
    diary_secret_problem *problem) {
  return search(
      &token_schema, attributes("host", host, "account", account),
      unlocking ? SECRET_SEARCH_UNLOCK : SECRET_SEARCH_NONE, call, problem);
}

diary_secret_items *diary_secret_search_gh(
    const char *service, diary_secret_call *call, diary_secret_problem *problem) {
  return search(
      &gh_schema, attributes("service", service, NULL, NULL), SECRET_SEARCH_NONE, call, problem);
}

void diary_secret_items_free(diary_secret_items *items) {
  for (GList *item = items->list; item; item = item->next) library.g_object_unref(item->data);
  library.g_list_free(items->list);
  free(items);
}

size_t diary_secret_items_count(const diary_secret_items *items) {
  return library.g_list_length(items->list);
}

static gpointer item(const diary_secret_items *items, size_t index) {
  return library.g_list_nth_data(items->list, (guint)index);
}

/* An item from a file has another type, and is never locked. */
bool diary_secret_item_is_locked(const diary_secret_items *items, size_t index) {
  gpointer found = item(items, index);
  return library.g_type_check_instance_is_a(found, library.secret_item_get_type()) &&
      library.secret_item_get_locked(found);
}

unsigned long long diary_secret_item_modified(const diary_secret_items *items, size_t index) {
  return library.secret_retrievable_get_modified(item(items, index));
}

char *diary_secret_item_username(const diary_secret_items *items, size_t index) {
  GHashTable *table = library.secret_retrievable_get_attributes(item(items, index));
  if (!table) return NULL;
  const char *name = library.g_hash_table_lookup(table, "username");
  char *copy = name ? strdup(name) : NULL;
  library.g_hash_table_unref(table);
  return copy;
}

/* Reads the item that was found. A lookup would search again, and would show a prompt if the item
 * was locked meanwhile. */
diary_secret_value *diary_secret_item_read(
    const diary_secret_items *items, size_t index, diary_secret_call *call,
    diary_secret_problem *problem) {
  GError *error = NULL;
  SecretValue *value = library.secret_retrievable_retrieve_secret_sync(
      item(items, index), diary_secret_call_cancellable(call), &error);
  if (!value) diary_secret_describe(error, problem);
  return (diary_secret_value *)value;
}

/* Ignores the content type: other programs use `text/plain; charset=utf8`, which libsecret does not
 * recognize as text. */
const char *diary_secret_value_bytes(diary_secret_value *value, size_t *count) {
  gsize length = 0;
  const gchar *bytes = library.secret_value_get((SecretValue *)value, &length);
  *count = length;
  return bytes;
}

void diary_secret_value_free(diary_secret_value *value) {
  library.secret_value_unref(value);
}

static bool store(
    const SecretSchema *schema, GHashTable *table, const char *label, const char *secret,
    diary_secret_call *call, diary_secret_problem *problem) {
  GError *error = NULL;
  gboolean stored = library.secret_password_storev_sync(
      schema, table, SECRET_COLLECTION_DEFAULT, label, secret,
      diary_secret_call_cancellable(call), &error);
  library.g_hash_table_unref(table);
  if (!stored) diary_secret_describe(error, problem);
  return stored;
}

static bool clear(
    const SecretSchema *schema, GHashTable *table, diary_secret_call *call,
    diary_secret_problem *problem) {
  GError *error = NULL;
  library.secret_password_clearv_sync(
      schema, table, diary_secret_call_cancellable(call), &error);
  library.g_hash_table_unref(table);
  if (!error) return true;
  diary_secret_describe(error, problem);
  /* Another process has removed it. */
  if (problem->kind != diary_secret_kind_no_object) return false;
  free(problem->detail);
  problem->detail = NULL;
  return true;
}

bool diary_secret_store(
    const char *host, const char *account, const char *label, const char *secret,
    diary_secret_call *call, diary_secret_problem *problem) {
  GHashTable *table = attributes("host", host, "account", account);
  return store(&token_schema, table, label, secret, call, problem);
}

bool diary_secret_clear(
    const char *host, const char *account, diary_secret_call *call,
    diary_secret_problem *problem) {
  return clear(&token_schema, attributes("host", host, "account", account), call, problem);
}

/* The item is always the same, so that one that was left behind by a killed process is removed by
 * the next call. */
bool diary_secret_try_store(
    const char *label, diary_secret_call *call, diary_secret_problem *problem) {
  GHashTable *table = attributes("purpose", "trial", NULL, NULL);
  if (!store(&trial_schema, table, label, "trial", call, problem)) return false;
  return clear(&trial_schema, attributes("purpose", "trial", NULL, NULL), call, problem);
}
