import Platform

/// What the bytes of a journal say that SQLite cannot open.
enum DamagedFile {
  /// What a file is by its first page.
  enum Kind: Equatable {
    /// It has the header of a database: whose, and of which schema.
    case database(owner: Int, schema: Int)
    /// Its first page is overwritten, and what comes behind is a journal or nothing at all.
    case headerless
    case somethingElse
  }

  static let headerLength = 100
  private static let magic = Array("SQLite format 3\0".utf8)
  /// One of them is in every journal, and in no other file: the first before notes were records.
  private static let marks = ["CREATE TABLE note_version (", "CREATE TABLE record_version ("]
    .map { Array($0.utf8) }

  static func kind(of file: borrowing OpenFile) throws(FileError) -> Kind {
    var header: [UInt8] = []
    var tail: [UInt8] = []
    var isBlank = true
    var isMarked = false
    try file.read { (piece) throws(FileError) in
      if header.isEmpty {
        header = Array(piece.prefix(headerLength))
        // A header that can be read says enough.
        if header.starts(with: magic), header.count == headerLength { return false }
      }
      isBlank = isBlank && piece.allSatisfy { $0 == 0 }
      isMarked = isMarked || marks.contains { contains($0, in: tail + piece) }
      tail = piece.suffix(marks.map(\.count).max() ?? 0)
      return !isMarked
    }
    if header.starts(with: magic), header.count == headerLength {
      // Both are signed, as the pragmas that read them are.
      return .database(
        owner: signedNumber(in: header, at: 68), schema: signedNumber(in: header, at: 60))
    }
    return isMarked || isBlank ? .headerless : .somethingElse
  }

  /// The header of a journal, for the first page of one that has lost it. Where it says nothing of
  /// the size, SQLite asks the file.
  static var header: [UInt8] {
    var bytes = [UInt8](repeating: 0, count: headerLength)
    bytes.replaceSubrange(0..<magic.count, with: magic)
    // Pages of 4096 bytes, written by way of a log; the shares of a page that SQLite always takes.
    bytes.replaceSubrange(16..<24, with: [0x10, 0x00, 2, 2, 0, 64, 32, 32])
    bytes[47] = 4
    bytes[59] = 1
    return bytes
  }

  private static func signedNumber(in bytes: [UInt8], at place: Int) -> Int {
    Int(Int32(bitPattern: bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }))
  }

  private static func contains(_ needle: [UInt8], in bytes: [UInt8]) -> Bool {
    guard bytes.count >= needle.count, let first = needle.first else { return false }
    return (0...bytes.count - needle.count).contains { start in
      bytes[start] == first && bytes[start..<start + needle.count].elementsEqual(needle)
    }
  }
}

/// The log of a journal (WAL), read without SQLite, which reads none without its journal.
enum DamagedLog {
  /// The last first page in the log; with it in the place of the journal SQLite reads the rest.
  static func firstPage(of log: [UInt8]) -> [UInt8]? {
    guard log.count >= 32, number(in: log, at: 0) & ~1 == 0x377f_0682 else { return nil }
    let size = number(in: log, at: 8)
    guard (512...65_536).contains(size), size & (size - 1) == 0 else { return nil }
    let salt = log[16..<24]
    var page: [UInt8]?
    var frame = 32
    // Frames of an earlier time have another salt.
    while frame + 24 + size <= log.count, log[frame + 8..<frame + 16].elementsEqual(salt) {
      if number(in: log, at: frame) == 1 { page = Array(log[frame + 24..<frame + 24 + size]) }
      frame += 24 + size
    }
    return page
  }

  private static func number(in bytes: [UInt8], at place: Int) -> Int {
    bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
  }
}
