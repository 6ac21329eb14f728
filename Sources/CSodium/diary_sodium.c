#include "diary_sodium.h"

#include <dlfcn.h>
#include <pthread.h>
#include <sodium.h>
#include <stdio.h>

/* MARK: The library */

#define FUNCTIONS(X)                            \
  X(crypto_aead_xchacha20poly1305_ietf_decrypt) \
  X(crypto_aead_xchacha20poly1305_ietf_encrypt) \
  X(crypto_box_easy)                            \
  X(crypto_box_keypair)                         \
  X(crypto_box_open_easy)                       \
  X(crypto_generichash)                         \
  X(crypto_scalarmult_base)                     \
  X(randombytes_buf)                            \
  X(sodium_free)                                \
  X(sodium_init)                                \
  X(sodium_malloc)                              \
  X(sodium_memzero)

/* The types are those of the header; the addresses are those of the installed version. */
#define DECLARE(name) static __typeof__(name) *p_##name;
FUNCTIONS(DECLARE)

_Static_assert(diary_sodium_key_size == crypto_aead_xchacha20poly1305_ietf_KEYBYTES, "");
_Static_assert(diary_sodium_nonce_size == crypto_aead_xchacha20poly1305_ietf_NPUBBYTES, "");
_Static_assert(diary_sodium_tag_size == crypto_aead_xchacha20poly1305_ietf_ABYTES, "");
_Static_assert(diary_sodium_key_size == crypto_box_PUBLICKEYBYTES, "");
_Static_assert(diary_sodium_key_size == crypto_box_SECRETKEYBYTES, "");
_Static_assert(diary_sodium_nonce_size == crypto_box_NONCEBYTES, "");
_Static_assert(diary_sodium_tag_size == crypto_box_MACBYTES, "");

static pthread_once_t loading = PTHREAD_ONCE_INIT;
static bool is_loaded;
static char load_error[256];

static void load(void) {
  void *library = dlopen("libsodium.so.23", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *reason = dlerror();
    snprintf(load_error, sizeof load_error, "%s", reason ? reason : "libsodium.so.23");
    return;
  }
#define BIND(name)                                                            \
  p_##name = (__typeof__(p_##name))dlsym(library, #name);                     \
  if (!p_##name) {                                                            \
    snprintf(load_error, sizeof load_error, "libsodium: no %s", #name);       \
    return;                                                                   \
  }
  FUNCTIONS(BIND)
  if (p_sodium_init() < 0) {
    snprintf(load_error, sizeof load_error, "sodium_init");
    return;
  }
  is_loaded = true;
}

const char *diary_sodium_load(void) {
  pthread_once(&loading, load);
  return is_loaded ? NULL : load_error;
}

/* MARK: Secrets */

unsigned char *diary_sodium_new_secret(size_t count) { return p_sodium_malloc(count); }

void diary_sodium_free_secret(unsigned char *secret) { p_sodium_free(secret); }

void diary_sodium_wipe(void *bytes, size_t count) { p_sodium_memzero(bytes, count); }

void diary_sodium_random(void *bytes, size_t count) { p_randombytes_buf(bytes, count); }

/* MARK: XChaCha20-Poly1305 */

void diary_sodium_seal(
    unsigned char *sealed, const unsigned char *bytes, size_t count, const unsigned char *associated,
    size_t associated_count, const unsigned char *nonce, const unsigned char *key) {
  p_crypto_aead_xchacha20poly1305_ietf_encrypt(
      sealed, NULL, bytes, count, associated, associated_count, NULL, nonce, key);
}

bool diary_sodium_open(
    unsigned char *bytes, const unsigned char *sealed, size_t sealed_count,
    const unsigned char *associated, size_t associated_count, const unsigned char *nonce,
    const unsigned char *key) {
  return p_crypto_aead_xchacha20poly1305_ietf_decrypt(
             bytes, NULL, NULL, sealed, sealed_count, associated, associated_count, nonce, key) == 0;
}

/* MARK: Boxes */

void diary_sodium_new_pair(unsigned char *public_key, unsigned char *secret_key) {
  p_crypto_box_keypair(public_key, secret_key);
}

void diary_sodium_public_key(unsigned char *public_key, const unsigned char *secret_key) {
  p_crypto_scalarmult_base(public_key, secret_key);
}

bool diary_sodium_box(
    unsigned char *box, const unsigned char *bytes, size_t count, const unsigned char *nonce,
    const unsigned char *public_key, const unsigned char *secret_key) {
  return p_crypto_box_easy(box, bytes, count, nonce, public_key, secret_key) == 0;
}

bool diary_sodium_open_box(
    unsigned char *bytes, const unsigned char *box, size_t box_count, const unsigned char *nonce,
    const unsigned char *public_key, const unsigned char *secret_key) {
  return p_crypto_box_open_easy(bytes, box, box_count, nonce, public_key, secret_key) == 0;
}

/* MARK: BLAKE2b */

void diary_sodium_hash(
    unsigned char *hash, size_t hash_count, const unsigned char *bytes, size_t count,
    const unsigned char *key, size_t key_count) {
  p_crypto_generichash(hash, hash_count, bytes, count, key, key_count);
}
