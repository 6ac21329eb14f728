/*
 * Encryption in plain C, without types of libsodium. The library is loaded on first use and is not
 * linked. Everything but diary_sodium_load needs the library to be loaded.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#pragma clang assume_nonnull begin

/* Loads the library once. Returns NULL, or the message of the dynamic linker. */
const char *_Nullable diary_sodium_load(void);

enum {
  diary_sodium_key_size = 32,
  diary_sodium_nonce_size = 24,
  diary_sodium_tag_size = 16,
};

/* MARK: Secrets */

/* Memory that is kept out of swap and core dumps, and wiped when it is freed. NULL if there is none. */
unsigned char *_Nullable diary_sodium_new_secret(size_t count);
void diary_sodium_free_secret(unsigned char *secret);

void diary_sodium_wipe(void *bytes, size_t count);
void diary_sodium_random(void *bytes, size_t count);

/* MARK: XChaCha20-Poly1305 */

/* Writes count + tag_size bytes. */
void diary_sodium_seal(
    unsigned char *sealed, const unsigned char *_Nullable bytes, size_t count,
    const unsigned char *_Nullable associated, size_t associated_count, const unsigned char *nonce,
    const unsigned char *key);

/* Writes sealed_count - tag_size bytes. False if they are not what was sealed. */
bool diary_sodium_open(
    unsigned char *bytes, const unsigned char *sealed, size_t sealed_count,
    const unsigned char *_Nullable associated, size_t associated_count, const unsigned char *nonce,
    const unsigned char *key);

/* MARK: Boxes (X25519, XSalsa20-Poly1305) */

void diary_sodium_new_pair(unsigned char *public_key, unsigned char *secret_key);
/* The public key of a secret one. */
void diary_sodium_public_key(unsigned char *public_key, const unsigned char *secret_key);

/* Writes count + tag_size bytes. False if the public key cannot be used. */
bool diary_sodium_box(
    unsigned char *box, const unsigned char *bytes, size_t count, const unsigned char *nonce,
    const unsigned char *public_key, const unsigned char *secret_key);

/* Writes box_count - tag_size bytes. */
bool diary_sodium_open_box(
    unsigned char *bytes, const unsigned char *box, size_t box_count, const unsigned char *nonce,
    const unsigned char *public_key, const unsigned char *secret_key);

/* MARK: BLAKE2b */

void diary_sodium_hash(
    unsigned char *hash, size_t hash_count, const unsigned char *_Nullable bytes, size_t count,
    const unsigned char *_Nullable key, size_t key_count);

#pragma clang assume_nonnull end
