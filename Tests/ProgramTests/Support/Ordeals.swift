import Testing

/// What needs the machine for itself, one after the other: runs that are timed, or many at once.
@Suite(.serialized) enum Ordeals {}
