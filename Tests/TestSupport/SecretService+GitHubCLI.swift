import Platform

extension SecretService {
  /// Saves a token of github.com as `gh` does: without a schema name, and with a content type that
  /// libsecret does not recognize as a password.
  public func keepAsGitHubCLI(_ token: String, username: String) throws {
    let script = """
      import dbus, sys
      bus = dbus.SessionBus()
      name, token, username = "org.freedesktop.secrets", sys.argv[1], sys.argv[2]
      service = dbus.Interface(
          bus.get_object(name, "/org/freedesktop/secrets"), "org.freedesktop.Secret.Service")
      _, session = service.OpenSession("plain", dbus.String("", variant_level=1))
      login = dbus.Interface(
          bus.get_object(name, "/org/freedesktop/secrets/collection/login"),
          "org.freedesktop.Secret.Collection")
      attributes = dbus.Dictionary(
          {"service": "gh:github.com", "username": username}, signature="ss")
      login.CreateItem(
          {"org.freedesktop.Secret.Item.Label": "Password for '%s' on 'gh:github.com'" % username,
           "org.freedesktop.Secret.Item.Attributes": attributes},
          (session, dbus.ByteArray(b""), dbus.ByteArray(token.encode()),
           "text/plain; charset=utf8"), True)
      """
    let result = try Child.run(
      ["python3", "-c", script, token, username], environment: environment,
      deadline: .seconds(60))
    guard result.status.isSuccess else {
      throw SecretServiceError(detail: "\(result.errorText)\napt-get install python3-dbus")
    }
  }
}
