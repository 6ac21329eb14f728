/// The reason why the Secret Service could not answer. A missing secret is `nil` and not an error.
public enum KeyringError: Error, Hashable, Sendable {
  /// libsecret could not be loaded.
  case libraryMissing(detail: String)
  /// There is no D-Bus session bus.
  case noBus(detail: String)
  /// No program on the bus provides the Secret Service.
  case noProvider(detail: String)
  /// The provider has no default keyring.
  case noCollection
  case locked
  /// The service did not answer, or waits for a prompt that is not visible.
  case timedOut(after: Duration)
  /// The user dismissed the prompt or canceled the call.
  case refused
  case failed(detail: String)
}
