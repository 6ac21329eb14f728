#pragma once

/// Whether a write to a pipe without readers fails, as in the program, instead of ending the
/// process.
int broken_pipes_are_ignored(void);
