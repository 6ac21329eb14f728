/// The result of a conditional request.
public enum FetchResult<Value: Sendable>: Sendable {
  /// The value has not changed since the given tag. Such a request does not count toward the rate
  /// limit.
  case unchanged
  /// The value, and the tag for the next request.
  case fresh(Value, etag: String?)

  /// `nil` if unchanged.
  public var value: Value? { if case .fresh(let value, _) = self { value } else { nil } }
}

extension FetchResult: Equatable where Value: Equatable {}
