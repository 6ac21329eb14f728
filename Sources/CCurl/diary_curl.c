#include "diary_curl.h"

/* The functions are called through pointers, which curl's type-checking macros do not support. */
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* MARK: The library */

#define FUNCTIONS(X)        \
  X(curl_global_init)       \
  X(curl_easy_init)         \
  X(curl_easy_cleanup)      \
  X(curl_easy_setopt)       \
  X(curl_easy_getinfo)      \
  X(curl_easy_strerror)     \
  X(curl_slist_append)      \
  X(curl_slist_free_all)    \
  X(curl_multi_init)        \
  X(curl_multi_setopt)      \
  X(curl_multi_cleanup)     \
  X(curl_multi_add_handle)  \
  X(curl_multi_remove_handle) \
  X(curl_multi_perform)     \
  X(curl_multi_poll)        \
  X(curl_multi_wakeup)      \
  X(curl_multi_info_read)

/* The types are those of the headers; the addresses are those of the installed version. */
#define DECLARE(name) static __typeof__(name) *p_##name;
FUNCTIONS(DECLARE)

static pthread_once_t loading = PTHREAD_ONCE_INIT;
static bool is_loaded;
static char load_error[256];

static void load(void) {
  void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *reason = dlerror();
    snprintf(load_error, sizeof load_error, "%s", reason ? reason : "libcurl.so.4");
    return;
  }
#define BIND(name)                                                          \
  p_##name = (__typeof__(p_##name))dlsym(library, #name);                   \
  if (!p_##name) {                                                          \
    snprintf(load_error, sizeof load_error, "libcurl.so.4: no %s", #name);  \
    return;                                                                 \
  }
  FUNCTIONS(BIND)
  CURLcode code = p_curl_global_init(CURL_GLOBAL_DEFAULT);
  if (code != CURLE_OK) {
    snprintf(load_error, sizeof load_error, "libcurl.so.4: %s", p_curl_easy_strerror(code));
    return;
  }
  is_loaded = true;
}

const char *diary_curl_load(void) {
  pthread_once(&loading, load);
  return is_loaded ? NULL : load_error;
}

/* MARK: One exchange */

struct diary_curl_exchange {
  CURL *easy;
  struct curl_slist *headers;
  void *context;
  diary_curl_receiver head;
  diary_curl_receiver body;
  /* The error of the first option that could not be set. */
  CURLcode first_error;
  /* Set when a callback returned false: libcurl uses one code for this and for its own errors. */
  bool is_stopped;
  /* libcurl's messages contain the address of the proxy, which may include a password. */
  bool conceals_detail;
  char detail[CURL_ERROR_SIZE];
};

static void record_error(diary_curl_exchange *exchange, CURLcode code) {
  if (exchange->first_error == CURLE_OK) exchange->first_error = code;
}

#define SET(exchange, option, value) \
  record_error(exchange, p_curl_easy_setopt((exchange)->easy, option, value))
/* For options that an older version may not have and that are not essential. */
#define TRY(exchange, option, value) ((void)p_curl_easy_setopt((exchange)->easy, option, value))

static size_t receive_head(char *bytes, size_t size, size_t count, void *context) {
  diary_curl_exchange *exchange = context;
  if (exchange->head(exchange->context, (const uint8_t *)bytes, size * count)) return size * count;
  exchange->is_stopped = true;
  return 0;
}

static size_t receive_body(char *bytes, size_t size, size_t count, void *context) {
  diary_curl_exchange *exchange = context;
  if (exchange->body(exchange->context, (const uint8_t *)bytes, size * count)) return size * count;
  exchange->is_stopped = true;
  return 0;
}

static void allow_only_http(diary_curl_exchange *exchange) {
  if (p_curl_easy_setopt(exchange->easy, CURLOPT_PROTOCOLS_STR, "http,https") == CURLE_OK) return;
  /* Before version 7.85. */
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
  SET(exchange, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#pragma clang diagnostic pop
}

diary_curl_exchange *diary_curl_exchange_new(void) {
  diary_curl_exchange *exchange = calloc(1, sizeof *exchange);
  if (!exchange) return NULL;
  exchange->easy = p_curl_easy_init();
  if (!exchange->easy) {
    free(exchange);
    return NULL;
  }
  SET(exchange, CURLOPT_ERRORBUFFER, exchange->detail);
  SET(exchange, CURLOPT_PRIVATE, exchange);
  SET(exchange, CURLOPT_NOSIGNAL, 1L);
  SET(exchange, CURLOPT_NOPROGRESS, 1L);

  SET(exchange, CURLOPT_SSL_VERIFYPEER, 1L);
  SET(exchange, CURLOPT_SSL_VERIFYHOST, 2L);
  SET(exchange, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
  SET(exchange, CURLOPT_PROXY_SSL_VERIFYPEER, 1L);
  SET(exchange, CURLOPT_PROXY_SSL_VERIFYHOST, 2L);
  SET(exchange, CURLOPT_PROXY_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);

  allow_only_http(exchange);
  SET(exchange, CURLOPT_FOLLOWLOCATION, 0L);
  SET(exchange, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
  TRY(exchange, CURLOPT_DISALLOW_USERNAME_IN_URL, 1L);
  /* The path was normalized by the caller and must not be changed. */
  SET(exchange, CURLOPT_PATH_AS_IS, 1L);
  SET(exchange, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
  /* All encodings that this version can decompress. */
  SET(exchange, CURLOPT_ACCEPT_ENCODING, "");
  /* Headers to and from a proxy are kept apart from those of the server. */
  SET(exchange, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
  SET(exchange, CURLOPT_HEADEROPT, (long)CURLHEADER_SEPARATE);
  /* An empty text disables the proxy variables of the environment, which NULL would not. */
  SET(exchange, CURLOPT_PROXY, "");
  SET(exchange, CURLOPT_NOPROXY, "");
#if LIBCURL_VERSION_NUM >= 0x075700
  /* Do not wait for a running name lookup on cancellation. */
  TRY(exchange, CURLOPT_QUICK_EXIT, 1L);
#endif
  /* Do not wait for `100 Continue` before sending a body. */
  diary_curl_exchange_add_header(exchange, "Expect:");
  return exchange;
}

void diary_curl_exchange_free(diary_curl_exchange *exchange) {
  p_curl_easy_cleanup(exchange->easy);
  p_curl_slist_free_all(exchange->headers);
  free(exchange);
}

void diary_curl_exchange_set_text(
    diary_curl_exchange *exchange, diary_curl_text which, const char *text) {
  switch (which) {
    case diary_curl_text_url: SET(exchange, CURLOPT_URL, text); break;
    case diary_curl_text_agent: SET(exchange, CURLOPT_USERAGENT, text); break;
    case diary_curl_text_proxy:
      SET(exchange, CURLOPT_PROXY, text);
      exchange->conceals_detail = strchr(text, '@') != NULL;
      break;
    case diary_curl_text_exceptions: SET(exchange, CURLOPT_NOPROXY, text); break;
    case diary_curl_text_authorities:
      SET(exchange, CURLOPT_CAINFO, text);
      SET(exchange, CURLOPT_PROXY_CAINFO, text);
      break;
    case diary_curl_text_folder:
      SET(exchange, CURLOPT_CAPATH, text);
      SET(exchange, CURLOPT_PROXY_CAPATH, text);
      break;
  }
}

void diary_curl_exchange_add_header(diary_curl_exchange *exchange, const char *line) {
  struct curl_slist *longer = p_curl_slist_append(exchange->headers, line);
  if (!longer) {
    record_error(exchange, CURLE_OUT_OF_MEMORY);
    return;
  }
  exchange->headers = longer;
}

void diary_curl_exchange_set_body(
    diary_curl_exchange *exchange, const uint8_t *bytes, size_t count) {
  SET(exchange, CURLOPT_POST, 1L);
  SET(exchange, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
  SET(exchange, CURLOPT_COPYPOSTFIELDS, count ? (const char *)bytes : "");
}

void diary_curl_exchange_set_connect_deadline(
    diary_curl_exchange *exchange, int64_t milliseconds) {
  SET(exchange, CURLOPT_CONNECTTIMEOUT_MS, (long)milliseconds);
}

void diary_curl_exchange_allow_sharing(diary_curl_exchange *exchange) {
  /* Ignored by a libcurl without HTTP/2. */
  TRY(exchange, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_2TLS);
  TRY(exchange, CURLOPT_PIPEWAIT, 1L);
}

void diary_curl_exchange_send_once(diary_curl_exchange *exchange) {
  SET(exchange, CURLOPT_FRESH_CONNECT, 1L);
}

void diary_curl_exchange_set_receivers(
    diary_curl_exchange *exchange, void *context, diary_curl_receiver head,
    diary_curl_receiver body) {
  exchange->context = context;
  exchange->head = head;
  exchange->body = body;
  SET(exchange, CURLOPT_HEADERFUNCTION, receive_head);
  SET(exchange, CURLOPT_HEADERDATA, exchange);
  SET(exchange, CURLOPT_WRITEFUNCTION, receive_body);
  SET(exchange, CURLOPT_WRITEDATA, exchange);
}

static int64_t off_t_info(CURL *easy, CURLINFO info) {
  curl_off_t value = 0;
  return p_curl_easy_getinfo(easy, info, &value) == CURLE_OK ? value : 0;
}

static long long_info(CURL *easy, CURLINFO info) {
  long value = 0;
  return p_curl_easy_getinfo(easy, info, &value) == CURLE_OK ? value : 0;
}

static int64_t connected_after(CURL *easy) {
  return off_t_info(easy, CURLINFO_PRETRANSFER_TIME_T);
}

diary_curl_facts diary_curl_exchange_facts(diary_curl_exchange *exchange) {
  CURL *easy = exchange->easy;
  const char *version = "";
  switch (long_info(easy, CURLINFO_HTTP_VERSION)) {
    case CURL_HTTP_VERSION_1_0: version = "1.0"; break;
    case CURL_HTTP_VERSION_1_1: version = "1.1"; break;
    case CURL_HTTP_VERSION_2_0: version = "2"; break;
    case CURL_HTTP_VERSION_3: version = "3"; break;
    default: break;
  }
  return (diary_curl_facts){
      .received =
          off_t_info(easy, CURLINFO_SIZE_DOWNLOAD_T) + long_info(easy, CURLINFO_HEADER_SIZE),
      .sent = off_t_info(easy, CURLINFO_SIZE_UPLOAD_T),
      .connected_after = connected_after(easy),
      .is_reused = connected_after(easy) > 0 && long_info(easy, CURLINFO_NUM_CONNECTS) == 0,
      .version = version,
  };
}

static diary_curl_outcome outcome_of(const diary_curl_exchange *exchange, CURLcode code) {
  if (code == CURLE_OK) return diary_curl_outcome_done;
  if (exchange->is_stopped) return diary_curl_outcome_stopped;
  switch (code) {
    case CURLE_URL_MALFORMAT:
      return diary_curl_outcome_misaddressed;
    case CURLE_OPERATION_TIMEDOUT:
      return diary_curl_outcome_late;
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_CRL_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_INVALIDCERTSTATUS:
    case CURLE_SSL_PINNEDPUBKEYNOTMATCH:
      return diary_curl_outcome_untrusted;
    case CURLE_UNSUPPORTED_PROTOCOL: /* HTTP/0.9 */
    case CURLE_WEIRD_SERVER_REPLY:
    case CURLE_BAD_CONTENT_ENCODING:
    case CURLE_WRITE_ERROR: /* some decompression errors; callbacks are handled above */
      return diary_curl_outcome_malformed;
    case CURLE_PARTIAL_FILE:
    case CURLE_GOT_NOTHING:
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR:
    case CURLE_SEND_FAIL_REWIND:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM:
    case CURLE_HTTP3:
      /* A proxy that refuses the connection may cause these codes too, before it is established. */
      return connected_after(exchange->easy) > 0 ? diary_curl_outcome_dropped
                                                 : diary_curl_outcome_unreachable;
    default:
      return diary_curl_outcome_unreachable;
  }
}

/* MARK: Multiple exchanges */

/* The CURLM handle, which is opaque to Swift. */
static CURLM *of(diary_curl_multi *multi) { return (CURLM *)multi; }

diary_curl_multi *diary_curl_multi_new(int connections) {
  CURLM *multi = p_curl_multi_init();
  /* The default limit is four for each active exchange, so idle connections would be closed. */
  if (multi) p_curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, (long)connections);
  return (diary_curl_multi *)multi;
}

void diary_curl_multi_free(diary_curl_multi *multi) { p_curl_multi_cleanup(of(multi)); }

bool diary_curl_multi_add(diary_curl_multi *multi, diary_curl_exchange *exchange) {
  SET(exchange, CURLOPT_HTTPHEADER, exchange->headers);
  return exchange->first_error == CURLE_OK &&
         p_curl_multi_add_handle(of(multi), exchange->easy) == CURLM_OK;
}

void diary_curl_multi_remove(diary_curl_multi *multi, diary_curl_exchange *exchange) {
  p_curl_multi_remove_handle(of(multi), exchange->easy);
}

void diary_curl_multi_perform(diary_curl_multi *multi) {
  int running;
  p_curl_multi_perform(of(multi), &running);
}

void diary_curl_multi_wait(diary_curl_multi *multi, int milliseconds) {
  p_curl_multi_poll(of(multi), NULL, 0, milliseconds, NULL);
}

void diary_curl_multi_wake(diary_curl_multi *multi) { p_curl_multi_wakeup(of(multi)); }

void *diary_curl_multi_next_ended(
    diary_curl_multi *multi, diary_curl_outcome *outcome, const char **detail) {
  CURLMsg *message;
  int left;
  do {
    message = p_curl_multi_info_read(of(multi), &left);
    if (!message) return NULL;
  } while (message->msg != CURLMSG_DONE);
  CURLcode code = message->data.result;
  diary_curl_exchange *exchange = NULL;
  if (p_curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &exchange) != CURLE_OK ||
      !exchange)
    return NULL;
  *outcome = outcome_of(exchange, code);
  bool has_detail = exchange->detail[0] && !exchange->conceals_detail;
  *detail = has_detail ? exchange->detail : p_curl_easy_strerror(code);
  return exchange->context;
}
