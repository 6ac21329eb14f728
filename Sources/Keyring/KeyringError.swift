/// Why the Secret Service could not answer. A secret that is not there is `nil`, not an error.
public enum KeyringError: Error, Hashable, Sendable {
  /// libsecret could not be loaded.
  case libraryMissing(detail: String)
  /// There is no session bus to ask on.
  case noBus(detail: String)
  /// Nobody on the bus keeps secrets.
  case noProvider(detail: String)
  /// There is a provider, which has no default keyring.
  case noCollection
  case locked
  /// It did not answer, or waits for a prompt that nobody sees.
  case timedOut(after: Duration)
  /// The person dismissed the prompt, or did not want to wait for it any longer.
  case refused
  case failed(detail: String)
}
