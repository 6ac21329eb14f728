#ifndef DIARY_CURL_H
#define DIARY_CURL_H

/* What the HTTP room needs of libcurl, in plain C of our own. The library is loaded on first use:
 * it draws in some forty others, which most commands never need. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/* Loads the library. NULL if it is there now, else why not: words that stay valid. Any thread may
 * call it, at any time; everything below needs it to have answered NULL once. */
const char *_Nullable diary_curl_load(void);

/* MARK: One exchange: a request and its answer */

typedef struct diary_curl_exchange diary_curl_exchange;

/* Is given some bytes, and says whether to go on. */
typedef bool (*diary_curl_receiver)(void *context, const uint8_t *bytes, size_t count);

typedef enum __attribute__((enum_extensibility(closed))) {
  diary_curl_text_url,
  diary_curl_text_agent,
  /* Empty for none. */
  diary_curl_text_proxy,
  /* Hosts that are reached without one; empty for none. */
  diary_curl_text_exceptions,
  /* A file of certificates that are trusted, and a folder of them. */
  diary_curl_text_authorities,
  diary_curl_text_folder,
} diary_curl_text;

/* A GET that trusts nobody: certificates are verified, only http and https are spoken, and nothing
 * is read from the environment or from files of the user's.
 *
 * Setting what cannot be set is remembered, and refused when the exchange is added. */
diary_curl_exchange *_Nullable diary_curl_exchange_new(void);
void diary_curl_exchange_free(diary_curl_exchange *exchange);

void diary_curl_exchange_set_text(
    diary_curl_exchange *exchange, diary_curl_text which, const char *text);
/* `Name: value`, or `Name;` for one without a value. */
void diary_curl_exchange_add_header(diary_curl_exchange *exchange, const char *line);
/* Makes it a POST. The bytes are copied. */
void diary_curl_exchange_set_body(
    diary_curl_exchange *exchange, const uint8_t *_Nullable bytes, size_t count);
void diary_curl_exchange_set_connect_deadline(diary_curl_exchange *exchange, int64_t milliseconds);
/* For TLS only: HTTP/2 where the other side has it, waiting for a connection to share. */
void diary_curl_exchange_allow_sharing(diary_curl_exchange *exchange);
/* On no connection that has been used: where such a one turns out to be dead, the library asks
   again on another, and the server may have heard both. */
void diary_curl_exchange_send_once(diary_curl_exchange *exchange);
/* `head` is given line after line, those of answers before the last one and of trailers too. */
void diary_curl_exchange_set_receivers(
    diary_curl_exchange *exchange, void *context, diary_curl_receiver head,
    diary_curl_receiver body);

typedef struct {
  /* Bytes as they came over the wire, and those of the body that went. */
  int64_t received;
  int64_t sent;
  /* Microseconds until the connection stood, TLS and proxies included; 0 while it does not. */
  int64_t connected_after;
  bool is_reused;
  /* 10, 11, 20, 30; 0 before an answer. */
  int version;
} diary_curl_facts;

diary_curl_facts diary_curl_exchange_facts(diary_curl_exchange *exchange);

typedef enum __attribute__((enum_extensibility(closed))) {
  diary_curl_outcome_done,
  /* One of the receivers said no. */
  diary_curl_outcome_stopped,
  diary_curl_outcome_misaddressed,
  diary_curl_outcome_unreachable,
  /* The connection did not stand in time. */
  diary_curl_outcome_late,
  /* The certificate was refused, or there was nothing to judge it by. */
  diary_curl_outcome_untrusted,
  diary_curl_outcome_dropped,
  diary_curl_outcome_malformed,
} diary_curl_outcome;

/* MARK: Exchanges side by side */

typedef struct diary_curl_multi diary_curl_multi;

/* Keeps so many connections for the next exchanges. */
diary_curl_multi *_Nullable diary_curl_multi_new(int connections);
/* All exchanges must have been removed. */
void diary_curl_multi_free(diary_curl_multi *multi);

/* False if it cannot be done as asked for; then it is not added. */
bool diary_curl_multi_add(diary_curl_multi *multi, diary_curl_exchange *exchange);
/* Ends it, wherever it is: what is under way is broken off. */
void diary_curl_multi_remove(diary_curl_multi *multi, diary_curl_exchange *exchange);

/* Does what can be done without waiting. */
void diary_curl_multi_perform(diary_curl_multi *multi);
/* Waits until there is something to do, at most so long. */
void diary_curl_multi_wait(diary_curl_multi *multi, int milliseconds);
/* Ends the wait, or the next one. The only call here that any thread may make. */
void diary_curl_multi_wake(diary_curl_multi *multi);

/* The context of an exchange that has ended, each told once; NULL if there is no more. `detail` is
 * valid until the exchange is freed. */
void *_Nullable diary_curl_multi_next_ended(
    diary_curl_multi *multi, diary_curl_outcome *outcome, const char *_Nullable *_Nonnull detail);

#pragma clang assume_nonnull end

#endif
