public import Diary

/// Reads the journal of jrnl: a text file, or a folder with a text file for each day.
public struct JrnlReader: ItemReader {
  public private(set) var left = LeftOut()
  private let time: CivilTime
  private var files: ArraySlice<(file: SourceFile, day: Day?)> = []
  private var file: JrnlFile?

  public init(_ source: Source, time: CivilTime, now: Moment) throws {
    self.time = time
    if source.isFolder {
      for file in source.files {
        if let day = Self.day(of: file) {
          files.append((file, day))
        } else {
          left.add(.file, file.path)
        }
      }
      if files.isEmpty { throw ExchangeError(.otherFormat) }
    } else if let file = source.files.first {
      files = [(file, nil)]
    }
  }

  public static func recognizes(_ source: Source, beginning: String) -> Bool {
    if source.isFolder { return source.files.contains { day(of: $0) != nil } }
    let first = JrnlWriter.lines(of: beginning.withoutByteOrderMark).first { !$0.isBlank }
    return first.flatMap { JrnlDate.header($0) }.flatMap { JrnlDate($0.typed) }
      .map { $0.day != nil || $0.isAmbiguous } ?? false
  }

  /// The day of a path that ends in `2026/11/21.txt`.
  private static func day(of file: SourceFile) -> Day? {
    let parts = file.path.split(separator: "/").suffix(3)
    guard parts.count == 3, let name = parts.last, name.hasSuffix(".txt") else { return nil }
    return Day(iso: (parts.dropLast() + [name.dropLast(4)]).joined(separator: "-"))
  }

  public mutating func next() throws -> Item? {
    while true {
      guard let item = try nextOfAny() else { return nil }
      guard case .entry(let entry) = item.content, entry.text.isEmpty else { return item }
      left.add(.unknown, "\(entry.day)")
    }
  }

  private mutating func nextOfAny() throws -> Item? {
    while true {
      if let item = try file?.next() { return item }
      guard let (file, day) = files.popFirst() else {
        self.file = nil
        return nil
      }
      self.file = try JrnlFile(file, day: day, time: time)
    }
  }
}
