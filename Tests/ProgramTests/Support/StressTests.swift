import Testing

/// Tests that use the whole machine, or that kill the program at certain times. They are
/// serialized, and `scripts/test` runs them after all other tests, so that they do not disturb each
/// other.
@Suite(.serialized) enum StressTests {}
