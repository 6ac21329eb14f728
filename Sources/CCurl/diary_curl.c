#include "diary_curl.h"
