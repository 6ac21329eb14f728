/// What an answer is to somebody who may have had it before.
public enum FetchResult<Value: Sendable>: Sendable {
  /// The same as when it came with the tag that was sent; it cost nothing.
  case unchanged
  /// The value, and the tag to send the next time.
  case fresh(Value, etag: String?)

  /// `nil` where it is unchanged.
  public var value: Value? { if case .fresh(let value, _) = self { value } else { nil } }

  func map<Other: Sendable>(_ transform: (Value) -> Other) -> FetchResult<Other> {
    switch self {
    case .unchanged: .unchanged
    case .fresh(let value, let etag): .fresh(transform(value), etag: etag)
    }
  }
}

extension FetchResult: Equatable where Value: Equatable {}
