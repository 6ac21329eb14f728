/*
 * The Secret Service in plain C, without types of GLib or libsecret, so that importing this does
 * not require their headers. The library is loaded on first use and is not linked.
 *
 * Functions that block take a `diary_secret_call`, and return soon after it was canceled, unless
 * libsecret ignores the cancellation.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#pragma clang assume_nonnull begin

typedef enum __attribute__((enum_extensibility(closed))) {
  diary_secret_kind_failed,
  diary_secret_kind_cancelled,
  /* The library or the bus timed out. */
  diary_secret_kind_silent,
  diary_secret_kind_no_bus,
  diary_secret_kind_no_provider,
  diary_secret_kind_no_object,
  diary_secret_kind_locked,
} diary_secret_kind;

/* The reason why a function returned NULL or false. The caller frees `detail`. */
typedef struct {
  diary_secret_kind kind;
  /* The message of the library. */
  char *_Nullable detail;
} diary_secret_problem;

/* Loads the library once. Returns NULL, or the message of the dynamic linker. */
const char *_Nullable diary_secret_load(void);

/* Whether secrets are stored by a service on the session bus. Otherwise they are in a file, which
 * is never locked and needs no bus: with `SECRET_BACKEND=file`, and in sandboxes. */
bool diary_secret_uses_bus(void);

/* --- Calls ---------------------------------------------------------------------------------- */

/* A unit of work that can be canceled. It does not use the library, so it can be created before that
 * is loaded. All functions may be called on any thread. */
typedef struct diary_secret_call diary_secret_call;

diary_secret_call *_Nullable diary_secret_call_new(void);
void diary_secret_call_free(diary_secret_call *call);
/* Cancels the blocking function that runs now, and those that start later. */
void diary_secret_call_cancel(diary_secret_call *call);

/* --- The service ---------------------------------------------------------------------------- */

/* The state of the default collection. */
typedef enum __attribute__((enum_extensibility(closed))) {
  diary_secret_collection_unknown,
  diary_secret_collection_missing,
  diary_secret_collection_locked,
  diary_secret_collection_unlocked,
} diary_secret_collection;

/* Connects to the session bus. Must be called first if `diary_secret_uses_bus`. */
bool diary_secret_connect(diary_secret_call *call, diary_secret_problem *problem);
diary_secret_collection diary_secret_default_collection(
    diary_secret_call *call, diary_secret_problem *problem);
/* May show a prompt and wait for the user. The state of the collection shows whether the user has
 * unlocked it. */
bool diary_secret_unlock_collection(diary_secret_call *call, diary_secret_problem *problem);

/* --- Secrets -------------------------------------------------------------------------------- */

/* The result of a search. */
typedef struct diary_secret_items diary_secret_items;

/* Secrets of this program, including locked ones; `unlocking` may prompt the user to unlock them.
 * */
diary_secret_items *_Nullable diary_secret_search(
    const char *host, const char *account, bool unlocking, diary_secret_call *call,
    diary_secret_problem *problem);
/* Secrets of GitHub CLI. */
diary_secret_items *_Nullable diary_secret_search_gh(
    const char *service, diary_secret_call *call, diary_secret_problem *problem);
void diary_secret_items_free(diary_secret_items *items);
size_t diary_secret_items_count(const diary_secret_items *items);
bool diary_secret_item_is_locked(const diary_secret_items *items, size_t index);
/* In seconds since 1970. */
unsigned long long diary_secret_item_modified(const diary_secret_items *items, size_t index);
/* The account name of a secret of GitHub CLI, which the caller frees; NULL if it has none. */
char *_Nullable diary_secret_item_username(const diary_secret_items *items, size_t index);

/* A secret in memory that is not swapped out, and that is wiped when it is freed. */
typedef struct diary_secret_value diary_secret_value;

diary_secret_value *_Nullable diary_secret_item_read(
    const diary_secret_items *items, size_t index, diary_secret_call *call,
    diary_secret_problem *problem);
const char *_Nullable diary_secret_value_bytes(diary_secret_value *value, size_t *count);
void diary_secret_value_free(diary_secret_value *value);

/* Saves a secret in the default collection, and replaces one with the same attributes. */
bool diary_secret_store(
    const char *host, const char *account, const char *label, const char *secret,
    diary_secret_call *call, diary_secret_problem *problem);
/* Returns whether the call succeeded. Whether the secret is gone must be checked by a search. */
bool diary_secret_clear(
    const char *host, const char *account, diary_secret_call *call,
    diary_secret_problem *problem);

/* Saves a test item that is not secret, and removes it. */
bool diary_secret_try_store(
    const char *label, diary_secret_call *call, diary_secret_problem *problem);

#pragma clang assume_nonnull end
