#include "CPlatform.h"

/* Weak, so that the scripts can link another definition, which names the commit. */
__attribute__((weak)) const char diary_source_commit[] = "";

const char *diary_source_name(void) { return diary_source_commit; }
