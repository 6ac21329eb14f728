import Glibc

public enum HostName {
  /// The name of this machine, without its domain.
  public static var current: String {
    var letters = [CChar](repeating: 0, count: 256)
    guard gethostname(&letters, letters.count - 1) == 0 else { return "" }
    let name = letters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return String(decoding: name.prefix { $0 != UInt8(ascii: ".") }, as: UTF8.self)
  }
}
