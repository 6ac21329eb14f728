/// Why there is no asking a host. What was given is told without a user and a password.
public enum HostError: Error, Hashable, Sendable {
  /// What was given as a host is no name of one.
  case invalidName(String)
  /// What a variable of the environment has is no address, or one with a user, a query or a
  /// fragment.
  case invalidAddress(variable: String, value: String)
  /// What a variable of the environment has is plain `http` to somewhere else than this machine.
  case insecure(variable: String, value: String)
}
