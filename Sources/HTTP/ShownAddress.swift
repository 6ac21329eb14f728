/// What can be shown of what was given as an address.
public enum ShownAddress {
  /// With `***` for what stands before an `@`: there may be a password in it, even where the rest
  /// is no address at all. The `git` of `git@github.com` is everybody's, and stays.
  public static func hidingUser(_ text: String) -> String {
    guard let at = text.utf8.lastIndex(of: UInt8(ascii: "@")), text[..<at] != "git" else {
      return text
    }
    let scheme = Substring(text).before("/", "@")
    let slashes = text[scheme.endIndex...].utf8.starts(with: "//".utf8) ? scheme + "//" : ""
    return slashes + "***" + text[at...]
  }
}
