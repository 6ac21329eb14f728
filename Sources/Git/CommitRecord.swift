import Diary

/// A commit in the form in which this program asks git for it: four fields, each ended by a NUL,
/// which none of them can contain.
enum CommitRecord {
  static let fieldCount = 4

  /// As much of a field as is kept, in bytes. A subject is one paragraph of the message, and may be
  /// as long as somebody wants it to be.
  static let fieldLimit = 64 << 10

  /// The options that make `git log` write it, whatever the settings say.
  static let options = [
    "-z", "--format=%H%x00%ad%x00%an%x00%s", "--date=raw", "--encoding=UTF-8", "--no-color",
    "--no-mailmap", "--no-show-signature", "--no-notes", "--no-patch", "--no-ext-diff",
    "--no-textconv",
  ]

  fileprivate static func commit(_ fields: [[UInt8]]) -> Commit {
    Commit(
      sha: String(decoding: fields[0], as: UTF8.self), subject: text(fields[3]),
      author: text(fields[2]), date: moment(fields[1][...]))
  }

  /// The end of a field that was cut off says so.
  private static func text(_ field: [UInt8]) -> String {
    guard field.count == fieldLimit else { return String(decoding: field, as: UTF8.self) }
    return String(decoding: field, as: UTF8.self) + "…"
  }

  /// Reads `1700000000 +0900`. What a broken commit has instead is the beginning of time, not a
  /// reason to show nothing of it.
  static func moment(_ text: ArraySlice<UInt8>) -> Moment {
    let words = text.split(separator: UInt8(ascii: " "))
    guard let seconds = words.first.flatMap({ Int64(String(decoding: $0, as: UTF8.self)) }) else {
      return Moment(Instant(secondsSince1970: 0), offset: 0)
    }
    // The years 1 to 9999: no other has a calendar here.
    let known = min(max(seconds, -62_135_510_400), 253_402_214_400)
    let offset = words.count > 1 ? offset(words[1]) : 0
    return Moment(Instant(secondsSince1970: known), offset: offset)
  }

  private static func offset(_ text: ArraySlice<UInt8>) -> Int {
    guard text.count == 5, let number = Int(String(decoding: text, as: UTF8.self)),
      abs(number) < 2400, abs(number) % 100 < 60
    else { return 0 }
    return (number / 100 * 60 + number % 100) * 60
  }
}

/// Reads such records from bytes that come piece by piece. No byte is looked at twice, and no more
/// is kept of a record than is shown of it.
struct CommitRecords {
  private var piece: [UInt8] = []
  private var position = 0
  private var fields: [[UInt8]] = []
  /// The field that has not come to its end.
  private var field: [UInt8] = []

  /// Takes the next bytes, once `next` has none.
  mutating func feed(_ bytes: [UInt8]) {
    precondition(position == piece.count, "what came before has not been read")
    piece = bytes
    position = 0
  }

  /// The next commit that is there to its end.
  mutating func next() -> Commit? {
    while position < piece.count {
      let rest = piece[position...]
      let end = rest.firstIndex(of: 0)
      field += rest[..<(end ?? rest.endIndex)].prefix(CommitRecord.fieldLimit - field.count)
      position = end.map { $0 + 1 } ?? piece.count
      guard end != nil else { return nil }
      fields.append(field)
      field = []
      guard fields.count == CommitRecord.fieldCount else { continue }
      defer { fields = [] }
      return CommitRecord.commit(fields)
    }
    return nil
  }
}
