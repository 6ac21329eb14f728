/*
 * The Secret Service in plain C: no type of GLib or libsecret is seen here, so that nobody who
 * imports this needs their headers. The library is loaded on first use and is not linked.
 *
 * What blocks takes a `diary_secret_call`, and is over soon after that was cancelled, unless the
 * library does not heed it.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#pragma clang assume_nonnull begin

typedef enum __attribute__((enum_extensibility(closed))) {
  diary_secret_kind_failed,
  diary_secret_kind_cancelled,
  /* It was asked, and the library or the bus gave up waiting. */
  diary_secret_kind_silent,
  diary_secret_kind_no_bus,
  diary_secret_kind_no_provider,
  diary_secret_kind_no_object,
  diary_secret_kind_locked,
} diary_secret_kind;

/* Why a function gave back `NULL` or `false`. Who gets one frees its detail. */
typedef struct {
  diary_secret_kind kind;
  /* In the library's own words. */
  char *_Nullable detail;
} diary_secret_problem;

/* Loads the library, once; `NULL`, or the loader's words about why it could not. */
const char *_Nullable diary_secret_load(void);

/* Whether secrets are kept by a service on the session bus. Else they are in a file, which is never
 * locked and needs no bus: `SECRET_BACKEND=file`, and what sandboxes are given. */
bool diary_secret_uses_bus(void);

/* --- Calls ---------------------------------------------------------------------------------- */

/* One piece of work that may take too long. Needs no library, so that it is there before that is
 * loaded; every function may be called from every thread. */
typedef struct diary_secret_call diary_secret_call;

diary_secret_call *_Nullable diary_secret_call_new(void);
void diary_secret_call_free(diary_secret_call *call);
/* Ends what blocks under this call now, and whatever starts later. */
void diary_secret_call_cancel(diary_secret_call *call);
/* The work is done: wakes who waits. */
void diary_secret_call_finish(diary_secret_call *call);
/* Whether the work was done before so much time went by. */
bool diary_secret_call_wait(diary_secret_call *call, long milliseconds);

/* --- The service ---------------------------------------------------------------------------- */

/* Where secrets go that nobody names a collection for. */
typedef enum __attribute__((enum_extensibility(closed))) {
  diary_secret_collection_unknown,
  diary_secret_collection_missing,
  diary_secret_collection_locked,
  diary_secret_collection_unlocked,
} diary_secret_collection;

/* Finds the session bus. Before anything else, where `diary_secret_uses_bus`. */
bool diary_secret_connect(diary_secret_call *call, diary_secret_problem *problem);
diary_secret_collection diary_secret_default_collection(
    diary_secret_call *call, diary_secret_problem *problem);
/* It may show a prompt, and wait for the person. Whether it was answered is seen by looking at the
 * collection again. */
bool diary_secret_unlock_collection(diary_secret_call *call, diary_secret_problem *problem);

/* --- Secrets -------------------------------------------------------------------------------- */

/* What a search has found. */
typedef struct diary_secret_items diary_secret_items;

/* Our own. Locked ones are found too; with `unlocking`, the person may be asked to open them. */
diary_secret_items *_Nullable diary_secret_search(
    const char *host, const char *account, bool unlocking, diary_secret_call *call,
    diary_secret_problem *problem);
/* Those of GitHub's command line. */
diary_secret_items *_Nullable diary_secret_search_gh(
    const char *service, diary_secret_call *call, diary_secret_problem *problem);
void diary_secret_items_free(diary_secret_items *items);
size_t diary_secret_items_count(const diary_secret_items *items);
bool diary_secret_item_is_locked(const diary_secret_items *items, size_t index);
/* In seconds since 1970. */
unsigned long long diary_secret_item_modified(const diary_secret_items *items, size_t index);
/* The name that a secret of GitHub's command line stands under; `NULL` where it has none. The
 * caller frees it. */
char *_Nullable diary_secret_item_username(const diary_secret_items *items, size_t index);

/* A secret in memory that is not paged out, and is wiped when it is freed. */
typedef struct diary_secret_value diary_secret_value;

diary_secret_value *_Nullable diary_secret_item_read(
    const diary_secret_items *items, size_t index, diary_secret_call *call,
    diary_secret_problem *problem);
const char *_Nullable diary_secret_value_bytes(diary_secret_value *value, size_t *count);
void diary_secret_value_free(diary_secret_value *value);

/* Puts a secret into the default collection, in the place of one with the same names. */
bool diary_secret_store(
    const char *host, const char *account, const char *label, const char *secret,
    diary_secret_call *call, diary_secret_problem *problem);
/* Whether it went through, not whether anything is gone: that takes another search. */
bool diary_secret_clear(
    const char *host, const char *account, diary_secret_call *call,
    diary_secret_problem *problem);

/* Stores something that is no secret, and takes it away again. */
bool diary_secret_try_store(
    const char *label, diary_secret_call *call, diary_secret_problem *problem);

#pragma clang assume_nonnull end
