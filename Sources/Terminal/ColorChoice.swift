/// The value of `--color`.
public enum ColorChoice: String, CaseIterable, Hashable, Sendable {
  case automatic = "auto"
  case always
  case never
}
