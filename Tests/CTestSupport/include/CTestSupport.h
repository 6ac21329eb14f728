#pragma once

/// Whether a write to a pipe that nobody reads fails, as it does in the program, instead of ending
/// the process.
int broken_pipes_are_ignored(void);
