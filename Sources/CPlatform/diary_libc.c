/* Functions of newer C libraries that the Swift runtime calls: arc4random is in glibc since 2.36, and the
 * hypotf that a new one would link is that of 2.35. With these, the program starts with glibc 2.34, which
 * scripts/package checks. */

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>

uint32_t arc4random(void) {
  uint32_t number;
  while (getrandom(&number, sizeof number, 0) != (ssize_t)sizeof number) {
    if (errno != EINTR) abort();
  }
  return number;
}

float hypotf(float x, float y) {
  if (isinf(x) || isinf(y)) return INFINITY;
  return (float)sqrt((double)x * x + (double)y * y);
}
