/// Damage to the bytes of a file, as by a failing disk.
public enum Damage: Hashable, Sendable {
  /// The position is given in thousandths of the file's size.
  case zeroedPage(at: Int)
  case truncation(to: Int)
  case flippedBits([Int])
  /// One bit in the text of a declaration. Both positions are in thousandths.
  case declaration(Int, at: Int, bit: Int)

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
    case .declaration(let index, let thousandths, let bit):
      let start = Array("CREATE ".utf8)
      let starts = bytes.indices.dropLast(start.count).filter { place in
        bytes[place] == start[0] && bytes[place..<place + start.count].elementsEqual(start)
      }
      guard !starts.isEmpty else { return }
      let text = bytes[starts[starts.count * index / 1000]...].prefix { $0 >= 0x20 || $0 == 0x0A }
      bytes[text.startIndex + text.count * thousandths / 1000] ^= 1 << UInt8(bit)
    }
  }
}

extension Damage: CustomStringConvertible {
  public var description: String {
    switch self {
    case .zeroedPage(let place): "a page of zeros at \(place)/1000"
    case .truncation(let place): "cut to \(place)/1000"
    case .flippedBits(let places): "\(places.count) bits flipped"
    case .declaration(let index, let place, let bit):
      "bit \(bit) at \(place)/1000 of the declaration at \(index)/1000"
    }
  }
}
