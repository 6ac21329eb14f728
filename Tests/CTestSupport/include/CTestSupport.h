#pragma once

/// Whether a write to a pipe without readers fails, as in the program, instead of ending the
/// process.
int broken_pipes_are_ignored(void);

/// Waits until no process has a file open for writing. Returns an error number, or 0.
int wait_for_writers(const char *path);
