import Platform
import SQLite

/// Reads table rows from a damaged file without the B-tree: if an interior page of a table is
/// destroyed, SQLite cannot find the pages below it.
///
/// The format is described at https://www.sqlite.org/fileformat2.html: a leaf page of a table
/// begins with the byte 13 and contains the offsets of its rows.
struct LeafPages: ~Copyable {
  private let file: OpenFile
  private let pageSize: Int
  private let pageCount: Int

  /// A row, without the names of its columns.
  struct Row {
    var number: Int64
    var values: [Value]
  }

  init(of path: String) throws(FileError) {
    let file = try OpenFile(path)
    let header = try file.read(at: 0, count: 100)
    let size = header.count == 100 ? Int(header[16]) << 8 | Int(header[17]) : 0
    // The value 1 means 65,536, which does not fit into two bytes.
    let pageSize = size == 1 ? 65_536 : size
    let isSize = (512...65_536).contains(pageSize) && pageSize & (pageSize - 1) == 0
    self.pageSize = isSize ? pageSize : 4096
    pageCount = (File.size(path) ?? 0) / self.pageSize
    self.file = file
  }

  /// Passes every readable row of any table to `take`.
  borrowing func forEachRow(
    _ take: (Row) throws(SQLiteError) -> Void
  ) throws(SQLiteError) {
    for number in 1..<max(pageCount, 1) + 1 {
      guard let page = page(number) else { continue }
      // The first page begins with the header of the file.
      let start = number == 1 ? 100 : 0
      guard page.count == pageSize, page[start] == 13 else { continue }
      let count = Int(page[start + 3]) << 8 | Int(page[start + 4])
      guard start + 8 + count * 2 <= pageSize else { continue }
      for index in 0..<count {
        let place = start + 8 + index * 2
        let offset = Int(page[place]) << 8 | Int(page[place + 1])
        if let row = row(at: offset, in: page) { try take(row) }
      }
    }
  }

  private borrowing func page(_ number: Int) -> [UInt8]? {
    guard (1...max(pageCount, 1)).contains(number) else { return nil }
    return try? file.read(at: (number - 1) * pageSize, count: pageSize)
  }

  private borrowing func row(at offset: Int, in page: [UInt8]) -> Row? {
    var place = offset
    guard offset >= 8, let length = Self.number(in: page, at: &place),
      let number = Self.number(in: page, at: &place), (1...Self.longest).contains(length),
      let payload = payload(Int(length), at: place, in: page), let values = Self.values(in: payload)
    else { return nil }
    return Row(number: number, values: values)
  }

  /// The maximum length of a row in SQLite.
  private static let longest: Int64 = 1_000_000_000

  /// The bytes of a row, including those on overflow pages.
  private borrowing func payload(_ length: Int, at place: Int, in page: [UInt8]) -> [UInt8]? {
    let most = pageSize - 35
    if length <= most {
      return place + length <= pageSize ? Array(page[place..<place + length]) : nil
    }
    let least = (pageSize - 12) * 32 / 255 - 23
    let rest = least + (length - least) % (pageSize - 4)
    let local = rest <= most ? rest : least
    guard place + local + 4 <= pageSize else { return nil }
    var bytes = Array(page[place..<place + local])
    var next = Self.pageNumber(in: page, at: place + local)
    // Each page adds bytes, so that a cycle of pages ends too.
    while bytes.count < length {
      guard let page = self.page(next) else { return nil }
      bytes += page[4..<min(pageSize, 4 + length - bytes.count)]
      next = Self.pageNumber(in: page, at: 0)
    }
    return bytes
  }

  // MARK: The format of a row

  private static func pageNumber(in bytes: [UInt8], at place: Int) -> Int {
    bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
  }

  /// A varint: one to nine bytes, with seven bits in each of the first eight.
  private static func number(in bytes: [UInt8], at place: inout Int) -> Int64? {
    var number: UInt64 = 0
    for index in 0..<9 {
      guard bytes.indices.contains(place) else { return nil }
      let byte = UInt64(bytes[place])
      place += 1
      if index == 8 { return Int64(bitPattern: number << 8 | byte) }
      number = number << 7 | byte & 0x7F
      if byte < 0x80 { return Int64(bitPattern: number) }
    }
    return nil
  }

  private static func values(in bytes: [UInt8]) -> [Value]? {
    var place = 0
    guard let headerLength = number(in: bytes, at: &place),
      (Int64(place)...Int64(bytes.count)).contains(headerLength)
    else { return nil }
    var types: [Int64] = []
    while place < Int(headerLength) {
      guard let type = number(in: bytes, at: &place) else { return nil }
      types.append(type)
    }
    var values: [Value] = []
    for type in types {
      guard let value = value(of: type, in: bytes, at: &place) else { return nil }
      values.append(value)
    }
    return values
  }

  private static func value(of type: Int64, in bytes: [UInt8], at place: inout Int) -> Value? {
    func take(_ count: Int64) -> ArraySlice<UInt8>? {
      guard count >= 0, count <= Int64(bytes.count - place) else { return nil }
      defer { place += Int(count) }
      return bytes[place..<place + Int(count)]
    }
    switch type {
    case 0: return .null
    case 1...6:
      guard let digits = take([1, 2, 3, 4, 6, 8][Int(type) - 1]) else { return nil }
      let isNegative = digits.first.map { $0 >= 0x80 } ?? false
      return .integer(digits.reduce(isNegative ? -1 : 0) { $0 << 8 | Int64($1) })
    case 8: return 0
    case 9: return 1
    case 12...:
      guard let part = take((type - 12) / 2) else { return nil }
      return type % 2 == 0 ? .blob(Array(part)) : .text(String(decoding: part, as: UTF8.self))
    // Floating-point numbers and reserved types do not occur in the journal's tables.
    default: return nil
    }
  }
}
