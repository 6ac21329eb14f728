#pragma once

#include "diary_secret.h"
#include "library.h"

/* The cancellable for calls of the library, which must be loaded before. */
GCancellable *diary_secret_call_cancellable(diary_secret_call *call);

/* Converts an error to a problem, and frees the error. */
void diary_secret_describe(GError *error, diary_secret_problem *problem);
