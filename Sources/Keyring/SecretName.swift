/// What a secret is kept under. Neither is secret.
struct SecretName: Hashable, Sendable {
  let host: String
  let account: String

  init(host: String, account: String) throws(KeyringError) {
    try KeyringError.checkText(host, account)
    self.host = host
    self.account = account
  }
}

extension KeyringError {
  /// C's texts end at the first NUL: another secret than the one given would be kept.
  static func checkText(_ texts: String...) throws(KeyringError) {
    for text in texts where text.utf8.contains(0) { throw .failed(detail: "NUL") }
  }
}
