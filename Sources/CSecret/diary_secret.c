#include "diary_secret.h"
