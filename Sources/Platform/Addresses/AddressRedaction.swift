/// What can be shown of a text that was given as an address.
public enum AddressRedaction {
  /// With `***` for everything before an `@` and everything after a `?`, a `#` or a `;`: a password
  /// or a token may be there, even where the text is no address at all. The `git` of
  /// `git@github.com` is no secret, and is kept.
  public static func hidingSecrets(_ text: String) -> String {
    let text = hidingUser(text)
    let address = Substring(text).before("?", "#", ";")
    guard let mark = text[address.endIndex...].unicodeScalars.first,
      text.utf8.distance(from: address.endIndex, to: text.endIndex) > 1
    else { return text }
    return "\(address)\(mark)***"
  }

  private static func hidingUser(_ text: String) -> String {
    guard let at = text.utf8.lastIndex(of: UInt8(ascii: "@")), text[..<at] != "git" else {
      return text
    }
    let scheme = Substring(text).before("/", "@")
    let slashes = text[scheme.endIndex...].utf8.starts(with: "//".utf8) ? scheme + "//" : ""
    return slashes + "***" + text[at...]
  }
}
