/// The reason why a host cannot be used. User names and passwords are removed from the values.
public enum HostError: Error, Hashable, Sendable {
  /// The name is not a valid host name.
  case invalidName(String)
  /// The value of an environment variable is not a valid address, or has a user, a query or a
  /// fragment.
  case invalidAddress(variable: String, value: String)
  /// The value of an environment variable is a plain `http` address of another machine.
  case insecure(variable: String, value: String)
}
