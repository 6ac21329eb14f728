#ifndef DIARY_CSQLITE_SHIM_H
#define DIARY_CSQLITE_SHIM_H

#include <sqlite3.h>

/* SQLITE_TRANSIENT is a cast macro, which Swift cannot import. */
static inline sqlite3_destructor_type _Nullable diary_sqlite_transient(void) {
  return SQLITE_TRANSIENT;
}

/* sqlite3_config and sqlite3_db_config are variadic, which Swift cannot call. */
static inline int diary_sqlite_config_no_memory_statistics(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

static inline int diary_sqlite_set_defensive(sqlite3 *_Nonnull handle, int on) {
  return sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, on, (int *)0);
}

static inline int diary_sqlite_keep_log_on_close(sqlite3 *_Nonnull handle) {
  return sqlite3_db_config(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

static inline int diary_sqlite_reset_database(sqlite3 *_Nonnull handle) {
  return sqlite3_db_config(handle, SQLITE_DBCONFIG_RESET_DATABASE, 1, (int *)0);
}

#endif
