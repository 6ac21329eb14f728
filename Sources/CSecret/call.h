#pragma once

#include "diary_secret.h"
#include "library.h"

/* What the library is to be given. Only after it was loaded. */
GCancellable *diary_secret_call_cancellable(diary_secret_call *call);

/* Takes an error over into a problem, and frees it. */
void diary_secret_describe(GError *error, diary_secret_problem *problem);
