import Platform

/// The parts of a 64-bit Linux program that the loader reads.
struct ELFFile {
  private let bytes: [UInt8]

  init(_ path: String) throws { bytes = try File.read(path) }

  var isELF64: Bool { bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]) }

  /// The types of the sections. 2 is a symbol table, which only debuggers need.
  var sectionKinds: [UInt32] {
    let start = Int(number(at: 0x28) as UInt64)
    let size = Int(number(at: 0x3A) as UInt16)
    let count = Int(number(at: 0x3C) as UInt16)
    return (0..<count).map { number(at: start + $0 * size + 4) }
  }

  /// The tags of the dynamic section. 15 and 29 are search paths for libraries.
  var dynamicTags: [UInt64] {
    let start = Int(number(at: 0x20) as UInt64)
    let size = Int(number(at: 0x36) as UInt16)
    let count = Int(number(at: 0x38) as UInt16)
    let headers = (0..<count).map { start + $0 * size }
    guard let header = headers.first(where: { (number(at: $0) as UInt32) == 2 }) else { return [] }
    let offset = Int(number(at: header + 8) as UInt64)
    let length = Int(number(at: header + 32) as UInt64)
    return stride(from: offset, to: offset + length, by: 16).map { number(at: $0) }
  }

  private func number<Number: FixedWidthInteger>(at place: Int) -> Number {
    bytes.withUnsafeBytes {
      Number(littleEndian: $0.loadUnaligned(fromByteOffset: place, as: Number.self))
    }
  }
}
