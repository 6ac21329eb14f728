#include "diary_zlib.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <zlib.h>

/* MARK: The library */

#define FUNCTIONS(X) \
  X(crc32)           \
  X(deflate)         \
  X(deflateEnd)      \
  X(deflateInit2_)   \
  X(inflate)         \
  X(inflateEnd)      \
  X(inflateInit2_)

/* The types are those of the header; the addresses are those of the installed version. */
#define DECLARE(name) static __typeof__(name) *p_##name;
FUNCTIONS(DECLARE)

static pthread_once_t loading = PTHREAD_ONCE_INIT;
static bool is_loaded;
static char load_error[256];

static void load(void) {
  void *library = dlopen("libz.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *reason = dlerror();
    snprintf(load_error, sizeof load_error, "%s", reason ? reason : "libz.so.1");
    return;
  }
#define BIND(name)                                                       \
  p_##name = (__typeof__(p_##name))dlsym(library, #name);                \
  if (!p_##name) {                                                       \
    snprintf(load_error, sizeof load_error, "libz.so.1: no %s", #name);  \
    return;                                                              \
  }
  FUNCTIONS(BIND)
  is_loaded = true;
}

const char *diary_zlib_load(void) {
  pthread_once(&loading, load);
  return is_loaded ? NULL : load_error;
}

/* MARK: Streams */

struct diary_zlib {
  z_stream stream;
  bool deflates;
};

/* Without a header or a checksum, as archives have them. */
#define RAW (-MAX_WBITS)

static diary_zlib *new_stream(bool deflates) {
  diary_zlib *stream = calloc(1, sizeof *stream);
  if (!stream) return NULL;
  stream->deflates = deflates;
  int code = deflates
                 ? p_deflateInit2_(&stream->stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, RAW, 8,
                                   Z_DEFAULT_STRATEGY, ZLIB_VERSION, sizeof(z_stream))
                 : p_inflateInit2_(&stream->stream, RAW, ZLIB_VERSION, sizeof(z_stream));
  if (code == Z_OK) return stream;
  free(stream);
  return NULL;
}

diary_zlib *diary_zlib_new_inflating(void) { return new_stream(false); }

diary_zlib *diary_zlib_new_deflating(void) { return new_stream(true); }

void diary_zlib_free(diary_zlib *stream) {
  if (stream->deflates) {
    p_deflateEnd(&stream->stream);
  } else {
    p_inflateEnd(&stream->stream);
  }
  free(stream);
}

static uInt limited(size_t count) { return count > INT_MAX ? INT_MAX : (uInt)count; }

diary_zlib_state diary_zlib_run(
    diary_zlib *stream, const unsigned char *input, size_t *input_count, unsigned char *output,
    size_t *output_count, bool is_last) {
  z_stream *z = &stream->stream;
  uInt given = limited(*input_count), room = limited(*output_count);
  z->next_in = (Bytef *)input;
  z->avail_in = given;
  z->next_out = output;
  z->avail_out = room;
  int code = stream->deflates ? p_deflate(z, is_last ? Z_FINISH : Z_NO_FLUSH)
                              : p_inflate(z, Z_NO_FLUSH);
  *input_count -= given - z->avail_in;
  *output_count -= room - z->avail_out;
  switch (code) {
    case Z_STREAM_END: return diary_zlib_end;
    /* No input or no room is no damage. */
    case Z_OK:
    case Z_BUF_ERROR: return diary_zlib_more;
    default: return diary_zlib_damaged;
  }
}

unsigned int diary_zlib_crc32(
    unsigned int before, const unsigned char *bytes, size_t count) {
  return (unsigned int)p_crc32(before, bytes, limited(count));
}
