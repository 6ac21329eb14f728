#include "CPlatform.h"

#include <stddef.h>
#include <sys/auxv.h>

static int count;
static char *const *words;

/* glibc passes the arguments of main to constructors too. The Swift runtime reads them from /proc, and
 * has none where that is not mounted. */
__attribute__((constructor)) static void keep_arguments(int argc, char **argv) {
  count = argc;
  words = argv;
}

int diary_argument_count(void) { return count; }

const char *diary_argument(int position) {
  return position >= 0 && position < count ? words[position] : NULL;
}

const char *diary_program_path(void) { return (const char *)getauxval(AT_EXECFN); }
