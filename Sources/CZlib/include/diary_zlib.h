/*
 * Raw deflate streams in plain C, without types of zlib. The library is loaded on first use and is
 * not linked.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#pragma clang assume_nonnull begin

/* Loads the library once. Returns NULL, or the message of the dynamic linker. */
const char *_Nullable diary_zlib_load(void);

typedef struct diary_zlib diary_zlib;

typedef enum __attribute__((enum_extensibility(closed))) {
  diary_zlib_more,
  diary_zlib_end,
  diary_zlib_damaged,
} diary_zlib_state;

/* NULL if there is no memory. The library must have been loaded. */
diary_zlib *_Nullable diary_zlib_new_inflating(void);
diary_zlib *_Nullable diary_zlib_new_deflating(void);
void diary_zlib_free(diary_zlib *stream);

/* Processes input up to the end of the output. The counts are reduced by what was used of each. */
diary_zlib_state diary_zlib_run(
    diary_zlib *stream, const unsigned char *_Nullable input, size_t *input_count,
    unsigned char *output, size_t *output_count, bool is_last);

unsigned int diary_zlib_crc32(
    unsigned int before, const unsigned char *_Nullable bytes, size_t count);

#pragma clang assume_nonnull end
