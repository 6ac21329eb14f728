import Glibc

/// What the kernel says of the memory of this process.
enum ProcessMaps {
  /// The flags of the mapping that contains an address, such as `lo` (locked) and `dd` (no core dump).
  static func flags(at address: UInt) throws -> [String] {
    guard let file = fopen("/proc/self/smaps", "r") else { return [] }
    defer { fclose(file) }
    var isInside = false
    var line = [CChar](repeating: 0, count: 4096)
    while fgets(&line, Int32(line.count), file) != nil {
      let text = String(
        decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
      guard let first = words.first else { continue }
      if first.contains("-"), let dash = first.firstIndex(of: "-") {
        let (start, end) = (
          UInt(first[..<dash], radix: 16), UInt(first[first.index(after: dash)...], radix: 16)
        )
        if let start, let end { isInside = start <= address && address < end }
      } else if isInside, first == "VmFlags:" {
        return Array(words.dropFirst())
      }
    }
    return []
  }
}
