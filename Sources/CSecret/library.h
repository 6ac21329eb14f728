/* The functions of libsecret and of its dependencies, resolved at run time. */
#pragma once

#if !__has_include(<libsecret/secret.h>)
#error "libsecret's headers were not found: apt-get install libsecret-1-dev pkg-config"
#endif
#include <libsecret/secret.h>

#include "diary_secret.h"

/* Newer headers define macros for some functions, which would bypass the table. */
#undef g_free
#undef g_object_ref
#undef g_str_equal

#define DIARY_SECRET_FUNCTIONS(F) \
  F(g_bus_get_sync) \
  F(g_cancellable_cancel) \
  F(g_cancellable_new) \
  F(g_dbus_connection_call_sync) \
  F(g_dbus_connection_set_exit_on_close) \
  F(g_dbus_error_get_remote_error) \
  F(g_dbus_error_quark) \
  F(g_dbus_error_strip_remote_error) \
  F(g_error_free) \
  F(g_free) \
  F(g_hash_table_insert) \
  F(g_hash_table_lookup) \
  F(g_hash_table_new) \
  F(g_hash_table_unref) \
  F(g_io_error_quark) \
  F(g_list_free) \
  F(g_list_length) \
  F(g_list_nth_data) \
  F(g_list_prepend) \
  F(g_log_set_writer_func) \
  F(g_object_ref) \
  F(g_object_unref) \
  F(g_str_equal) \
  F(g_str_hash) \
  F(g_type_check_instance_is_a) \
  F(g_variant_get) \
  F(g_variant_get_boolean) \
  F(g_variant_is_of_type) \
  F(g_variant_new) \
  F(g_variant_unref) \
  F(secret_collection_for_alias_sync) \
  F(secret_error_get_quark) \
  F(secret_item_get_locked) \
  F(secret_item_get_type) \
  F(secret_password_clearv_sync) \
  F(secret_password_searchv_sync) \
  F(secret_password_storev_sync) \
  F(secret_retrievable_get_attributes) \
  F(secret_retrievable_get_modified) \
  F(secret_retrievable_retrieve_secret_sync) \
  F(secret_service_unlock_sync) \
  F(secret_value_get) \
  F(secret_value_unref)

#define DIARY_SECRET_DECLARE(name) __typeof__(&name) name;

struct diary_secret_functions {
  DIARY_SECRET_FUNCTIONS(DIARY_SECRET_DECLARE)
};

/* Filled by `diary_secret_load`. Nothing is linked, so a call that bypasses this table causes a
 * linker error. */
extern struct diary_secret_functions diary_secret_library;

/* A short name in the source, and an unambiguous one for the linker. */
#define library diary_secret_library

/* The cancellable for calls of the library, which must be loaded before. */
GCancellable *diary_secret_call_cancellable(diary_secret_call *call);

/* Converts an error to a problem, and frees the error. */
void diary_secret_describe(GError *error, diary_secret_problem *problem);
