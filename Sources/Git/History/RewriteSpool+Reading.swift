public import Diary
public import Platform

extension RewriteSpool {
  /// The records in the file. A file with other lines is not a spool and is left alone.
  func pairs() -> [RewriteRecord] {
    guard (File.size(path) ?? 0) > 0, let file = LockedFile(path) else { return [] }
    return (try? file.read(limit: GitFolder.fileLimit)).flatMap(Self.pairs) ?? []
  }

  /// Empties the file after its pairs were saved. If others were appended since, it stays as it is
  /// for the next reading.
  func remove(_ saved: [RewriteRecord]) throws(FileError) {
    guard let file = LockedFile(path) else { return }
    let bytes = try file.read(limit: GitFolder.fileLimit)
    guard !bytes.isEmpty, Self.pairs(in: bytes) == saved else { return }
    try file.empty()
  }

  /// A line that was cut off, as by a full disk, is skipped.
  private static func pairs(in bytes: [UInt8]) -> [RewriteRecord]? {
    guard bytes.allSatisfy({ $0 == 0x0A || $0 == 0x20 || $0.hexDigitValue != nil }) else {
      return nil
    }
    return bytes.split(separator: 0x0A).compactMap { line in
      let names = line.split(separator: 0x20).compactMap { ObjectName(hexadecimal: $0) }
      return names.count == 2 ? RewriteRecord(.hook, old: names[0].text, new: names[1].text) : nil
    }
  }
}

extension LocalClone {
  private var spool: RewriteSpool { RewriteSpool(commonDirectory: commonDirectory) }

  /// What the hook `post-rewrite` has recorded since it was last read.
  public func rewrittenPairs() -> [RewriteRecord] { spool.pairs() }

  /// Removes pairs that were saved durably from the hook's file.
  public func removeRewrittenPairs(_ saved: [RewriteRecord]) throws(FileError) {
    if !saved.isEmpty { try spool.remove(saved) }
  }
}
