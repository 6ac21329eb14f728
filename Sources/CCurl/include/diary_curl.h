#ifndef DIARY_CURL_H
#define DIARY_CURL_H

/* The parts of libcurl that the HTTP module uses, as plain C functions. The library is loaded on
 * first use, because it depends on about forty others, which most commands do not need. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/* Loads the library. Returns NULL on success, else the reason as a static text. May be called on
 * any thread at any time; all functions below require that it has returned NULL once. */
const char *_Nullable diary_curl_load(void);

/* MARK: One exchange: a request and its response */

typedef struct diary_curl_exchange diary_curl_exchange;

/* Receives some bytes, and returns whether to continue. */
typedef bool (*diary_curl_receiver)(void *context, const uint8_t *bytes, size_t count);

typedef enum __attribute__((enum_extensibility(closed))) {
  diary_curl_text_url,
  diary_curl_text_agent,
  /* Empty for no proxy. */
  diary_curl_text_proxy,
  /* Hosts that are reached without the proxy; empty for none. */
  diary_curl_text_exceptions,
  /* A file and a folder of trusted certificates. */
  diary_curl_text_authorities,
  diary_curl_text_folder,
} diary_curl_text;

/* Creates a GET request with strict defaults: certificates are verified, only http and https are
 * allowed, and neither the environment nor the user's configuration files are read.
 *
 * If an option cannot be set, adding the exchange fails. */
diary_curl_exchange *_Nullable diary_curl_exchange_new(void);
void diary_curl_exchange_free(diary_curl_exchange *exchange);

void diary_curl_exchange_set_text(
    diary_curl_exchange *exchange, diary_curl_text which, const char *text);
/* `Name: value`, or `Name;` for a header without a value. */
void diary_curl_exchange_add_header(diary_curl_exchange *exchange, const char *line);
/* Makes it a POST request. The bytes are copied. */
void diary_curl_exchange_set_body(
    diary_curl_exchange *exchange, const uint8_t *_Nullable bytes, size_t count);
void diary_curl_exchange_set_connect_deadline(diary_curl_exchange *exchange, int64_t milliseconds);
/* For TLS only: uses HTTP/2 if the server supports it, and waits for a connection to share. */
void diary_curl_exchange_allow_sharing(diary_curl_exchange *exchange);
/* Uses a new connection: if a reused one turns out to be closed, libcurl repeats the request, and
   the server may receive it twice. */
void diary_curl_exchange_send_once(diary_curl_exchange *exchange);
/* `head` is called with each header line, including those of interim responses and trailers. */
void diary_curl_exchange_set_receivers(
    diary_curl_exchange *exchange, void *context, diary_curl_receiver head,
    diary_curl_receiver body);

typedef struct {
  /* The bytes received on the wire, and the bytes of the body that were sent. */
  int64_t received;
  int64_t sent;
  /* Microseconds until the connection was established, including TLS and proxies; 0 before that. */
  int64_t connected_after;
  bool is_reused;
  /* Such as 1.1 or 2; empty before a response. */
  const char *version;
} diary_curl_facts;

diary_curl_facts diary_curl_exchange_facts(diary_curl_exchange *exchange);

typedef enum __attribute__((enum_extensibility(closed))) {
  diary_curl_outcome_done,
  /* A callback returned false. */
  diary_curl_outcome_stopped,
  diary_curl_outcome_misaddressed,
  diary_curl_outcome_unreachable,
  /* The connection was not established in time. */
  diary_curl_outcome_late,
  /* The certificate is not trusted, or there are no certificates to verify it. */
  diary_curl_outcome_untrusted,
  diary_curl_outcome_dropped,
  diary_curl_outcome_malformed,
} diary_curl_outcome;

/* MARK: Multiple exchanges */

typedef struct diary_curl_multi diary_curl_multi;

/* Keeps at most this many idle connections for further exchanges. */
diary_curl_multi *_Nullable diary_curl_multi_new(int connections);
/* All exchanges must have been removed before. */
void diary_curl_multi_free(diary_curl_multi *multi);

/* Returns false if an option could not be set; the exchange is not added then. */
bool diary_curl_multi_add(diary_curl_multi *multi, diary_curl_exchange *exchange);
/* Removes an exchange, and aborts it if it is running. */
void diary_curl_multi_remove(diary_curl_multi *multi, diary_curl_exchange *exchange);

/* Does all work that is possible without waiting. */
void diary_curl_multi_perform(diary_curl_multi *multi);
/* Waits until there is work, or the time is over. */
void diary_curl_multi_wait(diary_curl_multi *multi, int milliseconds);
/* Ends the current or the next wait. The only function that may be called on any thread. */
void diary_curl_multi_wake(diary_curl_multi *multi);

/* The context of an exchange that has ended, returned once for each; NULL if there are no more.
 * `detail` is valid until the exchange is freed. */
void *_Nullable diary_curl_multi_next_ended(
    diary_curl_multi *multi, diary_curl_outcome *outcome, const char *_Nullable *_Nonnull detail);

#pragma clang assume_nonnull end

#endif
