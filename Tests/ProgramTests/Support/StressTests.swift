import Testing

/// Tests that keep the whole machine busy, or that kill the program at chosen instants. They run one
/// after the other, and `scripts/test` runs them after all other tests, so that neither disturbs the
/// other.
@Suite(.serialized) enum StressTests {}
