/// Damage to the bytes of a file, as by a failing disk.
public enum Damage: Hashable, Sendable {
  /// The position is given in thousandths of the file's size.
  case zeroedPage(at: Int)
  case truncation(to: Int)
  case flippedBits([Int])

  private static let pageSize = 4096

  public func apply(to bytes: inout [UInt8]) {
    guard !bytes.isEmpty else { return }
    func place(_ thousandths: Int) -> Int { bytes.count * thousandths / 1000 }
    switch self {
    case .zeroedPage(let thousandths):
      let start = place(thousandths) / Self.pageSize * Self.pageSize
      for place in start..<min(start + Self.pageSize, bytes.count) { bytes[place] = 0 }
    case .truncation(let thousandths): bytes.removeLast(bytes.count - place(thousandths))
    case .flippedBits(let places):
      for (bit, thousandths) in places.enumerated() {
        bytes[min(place(thousandths) + bit * 97, bytes.count - 1)] ^= 1 << UInt8(bit % 8)
      }
    }
  }
}

extension Damage: CustomStringConvertible {
  public var description: String {
    switch self {
    case .zeroedPage(let place): "a page of zeros at \(place)/1000"
    case .truncation(let place): "cut to \(place)/1000"
    case .flippedBits(let places): "\(places.count) bits flipped"
    }
  }
}
