/// The attributes under which a secret is stored. They are not secret themselves.
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
  /// Rejects a NUL, at which C would cut off the text: the wrong secret would be saved.
  static func checkText(_ texts: String...) throws(KeyringError) {
    for text in texts where text.utf8.contains(0) { throw .failed(detail: "NUL") }
  }
}
