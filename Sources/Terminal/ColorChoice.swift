/// What the person asked for with `--color`.
public enum ColorChoice: String, CaseIterable, Hashable, Sendable {
  case automatic = "auto"
  case always
  case never
}
