public import Diary
public import Platform

/// The file in which the hook of git collects rewritten commits until they are read: one line with
/// the old and the new id of a commit for each.
public struct RewriteSpool: Hashable, Sendable {
  /// The size that the file does not exceed, in bytes.
  static let limit = 16 << 20

  public let path: String

  /// - Parameter commonDirectory: the git folder that all working trees of the clone share.
  public init(commonDirectory: String) {
    path = commonDirectory + "/commitdiary/rewritten"
  }

  /// The spool of the clone for which git runs a hook, found without starting a program.
  ///
  /// - Parameter directory: the working directory of the hook; `nil` for that of the process.
  public init(ofHookIn directory: String?, environment: Environment) throws(GitError) {
    if let common = environment.nonEmpty("GIT_COMMON_DIR") {
      self.init(commonDirectory: LocalPath.place(of: common, in: directory))
    } else if let folder = environment.nonEmpty("GIT_DIR") {
      self.init(
        commonDirectory: GitFolder.common(of: LocalPath.place(of: folder, in: directory)))
    } else {
      self.init(
        commonDirectory: try Clone.find(in: directory, environment: environment)
          .commonDirectory)
    }
  }

  /// Adds pairs of full ids. What is no id is left out.
  public func append(_ pairs: [(old: String, new: String)]) throws(FileError) {
    var bytes: [UInt8] = []
    for pair in pairs {
      guard let old = ObjectName(hexadecimal: Array(pair.old.utf8)),
        let new = ObjectName(hexadecimal: Array(pair.new.utf8)), old.isLong == new.isLong
      else { continue }
      bytes += old.hexadecimal + [0x20] + new.hexadecimal + [0x0A]
    }
    guard !bytes.isEmpty else { return }
    let folder = File.directory(of: path)
    try File.makeDirectory(folder)
    // A link could lead out of the clone.
    guard File.kind(of: folder) == .folder else { throw FileError(path: folder, code: .invalid) }
    try File.append(bytes, to: path, limit: Self.limit)
  }

  /// Parses what git writes to the hook: on each line the old and the new id, and perhaps more.
  public static func pairs(fromHook input: [UInt8]) -> [(old: String, new: String)] {
    input.split(separator: 0x0A).compactMap { line in
      let words = line.split(separator: 0x20, maxSplits: 2)
      guard words.count >= 2 else { return nil }
      return (String(decoding: words[0], as: UTF8.self), String(decoding: words[1], as: UTF8.self))
    }
  }
}

extension RewriteSpool {
  /// The records in the file. A file with other lines is not a spool and is left alone.
  public func pairs() -> [RewriteRecord] {
    guard (File.size(path) ?? 0) > 0, let file = LockedFile(path) else { return [] }
    return (try? file.read(limit: GitFolder.fileLimit)).flatMap(Self.pairs) ?? []
  }

  /// Empties the file after its pairs were saved durably by all readers. If others were appended since, it
  /// stays as it is for the next reading.
  ///
  /// - Parameters:
  ///   - reader: the path of the journal that has saved them. Its name is not written into the clone.
  ///   - readers: the paths of all journals.
  public func remove(
    _ saved: [RewriteRecord], savedBy reader: String = "", of readers: [String] = []
  ) throws(FileError) {
    guard !saved.isEmpty, let file = LockedFile(path) else { return }
    let bytes = try file.read(limit: GitFolder.fileLimit)
    guard !bytes.isEmpty, Self.pairs(in: bytes) == saved else { return }
    // A journal that is not used any more must not let the file grow to its limit.
    func mark(_ path: String) -> String {
      Hexadecimal.text(Fingerprint(of: path.utf8).value)
    }
    let reader = mark(reader)
    let others = bytes.count < Self.limit / 2 ? readers.map(mark).filter { $0 != reader } : []
    if !others.isEmpty {
      var known = Self.readings(in: pathOfReadings)
      known[reader] = bytes.count
      guard others.allSatisfy({ known[$0] == bytes.count }) else {
        let lines = known.map { "\($0.value) \($0.key)\n" }.sorted()
        return try File.writeAtomically(Array(lines.joined().utf8), to: pathOfReadings)
      }
    }
    try File.remove(pathOfReadings)
    try file.empty()
  }

  /// How many bytes each journal has read, while there are several.
  private var pathOfReadings: String { path + ".readers" }

  private static func readings(in path: String) -> [String: Int] {
    let text = (try? File.readRegular(path, limit: 1 << 16)).map {
      String(decoding: $0, as: UTF8.self)
    }
    var readings: [String: Int] = [:]
    for line in (text ?? "").split(whereSeparator: \.isNewline) {
      guard let space = line.firstIndex(of: " "), let count = Int(line[..<space]) else { continue }
      readings[String(line[space...].dropFirst())] = count
    }
    return readings
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

extension Clone {
  /// What the hook `post-rewrite` has recorded since it was last read.
  public var rewriteSpool: RewriteSpool { RewriteSpool(commonDirectory: commonDirectory) }
}
