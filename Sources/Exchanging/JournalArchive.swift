import Diary
import Exchange
import JSON
import Journal
import Localization
import Records
import Sync

/// The format `json`: a document with everything of a journal, one record on each line.
///
/// ```json
/// {"commitdiary":2,
/// "repositories":[],
/// "purged":[],
/// "purgedOrigins":[],
/// "commits":[],
/// "rewrites":[],
/// "pullRequests":[],
/// "records":[
/// {"kind":"note","id":"7kq2m9x4c1ab","createdAt":"…","createdOffset":32400,"versions":[…]}
/// ]}
/// ```
enum JournalArchive {
  /// Version 1 was that of development versions.
  static let version = 2
  /// A record has all its versions, of which each text has at most 64 MiB, and JSON takes up to 6 bytes for one.
  private static let longestRecord = 1 << 30

  static func recognizes(_ beginning: String) -> Bool {
    beginning.drop { $0.isWhitespace || $0 == "\u{FEFF}" }.hasPrefix("{\"commitdiary\"")
  }

  /// Passes the document to `write` in parts.
  ///
  /// - Parameter isWhole: whether it has what is known of rewritten commits, which belongs to no text.
  static func write(
    _ records: [RecordReference], of journal: isolated Journal, whole isWhole: Bool,
    _ write: (String) throws -> Void
  ) throws {
    func lines(_ values: [JSONValue]) -> String {
      values.isEmpty
        ? "[]" : "[\n" + values.map { $0.text(.compact) }.joined(separator: ",\n") + "\n]"
    }
    let (purged, origins) = try journal.archivedPurges()
    try write(
      """
      {"commitdiary":\(version),
      "repositories":\(lines(try journal.archivedRepositories())),
      "purged":\(lines(purged)),
      "purgedOrigins":\(lines(origins)),

      """)
    if isWhole {
      let evidence = try journal.archivedEvidence()
      try write(
        """
        "commits":\(lines(evidence.commits)),
        "rewrites":\(lines(evidence.rewrites)),
        "pullRequests":\(lines(evidence.pullRequests)),

        """)
    }
    try write("\"records\":[")
    var isFirst = true
    try journal.archive(records) { record in
      try write((isFirst ? "\n" : ",\n") + record.text(.compact))
      isFirst = false
    }
    if isWhole {
      for record in try journal.unknownRecords() {
        try write((isFirst ? "\n" : ",\n") + record.text(.compact))
        isFirst = false
      }
    }
    try write("\n]}\n")
  }

  /// Reads a document into the journal.
  ///
  /// - Parameters:
  ///   - onDamage: gets the error of each damaged record, and throws it or skips the record.
  ///   - afterEach: is called after each record.
  static func read(
    _ file: SourceFile, into journal: isolated Journal, at moment: Moment, asPreview: Bool,
    tally: inout ImportTally, onDamage: (ExchangeError, inout ImportTally) throws -> Void,
    afterEach: () throws -> Void
  ) throws {
    let elements = try file.elements(limit: longestRecord)
    var unarchiving = Unarchiving(keepingTypedTags: try !journal.hasRecords())
    var isFirst = true
    while true {
      let element: JSONElements.Element
      do {
        guard let next = try elements.next() else { break }
        element = next.unit
      } catch let error as ExchangeError {
        try onDamage(error, &tally)
        continue
      }
      do {
        switch element.name {
        case "commitdiary":
          guard let number = element.value.integer else { throw ExchangeError(.otherFormat) }
          guard number <= version else {
            throw Explanation(.importNewer, hint: .syncNewerHint)
          }
          unarchiving.isFormer = number < version
        case "repositories": try unarchiving.addRepository(element.value, to: journal)
        case "purged": try unarchiving.addPurge(element.value, to: journal)
        case "purgedOrigins": try unarchiving.addPurgedOrigin(element.value, to: journal)
        case "commits": try journal.addCommitFact(element.value, isSent: false)
        case "rewrites": try journal.addRewrite(element.value, isSent: false)
        case "pullRequests": try journal.addPullRequest(element.value)
        case "records":
          tally.count(try unarchiving.add(element.value, to: journal))
        default: tally.left.add(.unknown, element.name)
        }
      } catch let damage as DamagedRecord {
        try onDamage(ExchangeError(.missing(field: damage.field), line: element.line), &tally)
      }
      if isFirst, element.name != "commitdiary" { throw ExchangeError(.otherFormat) }
      isFirst = false
      try afterEach()
    }
    if isFirst { throw ExchangeError(.otherFormat) }
    try unarchiving.finish(in: journal, at: moment.instant, savingDrafts: !asPreview)
    tally.kept = unarchiving.kept
  }

  /// The IDs of all versions in a document.
  static func versionIDs(_ file: SourceFile) throws -> Set<VersionID> {
    let elements = try file.elements(limit: longestRecord)
    var ids: Set<VersionID> = []
    while let element = try elements.next()?.unit {
      guard element.name == "records" else { continue }
      for version in element.value["versions"]?.array ?? [] {
        let id = version["versionId"]?.string.flatMap(Hexadecimal.bytes)
        if let id = id.flatMap({ VersionID($0) }) { ids.insert(id) }
      }
    }
    return ids
  }

  /// How many texts the journal has that were purged where the document was made.
  static func purges(_ file: SourceFile, in journal: isolated Journal) throws -> Int {
    let elements = try file.elements()
    var count = 0
    // What is damaged is named when the document is read.
    while let element = try? elements.next()?.unit, element.name != "records" {
      guard element.name == "purged" else { continue }
      if try Unarchiving().record(ofPurge: element.value, in: journal) != nil { count += 1 }
    }
    return count
  }
}

extension ImportTally {
  fileprivate mutating func count(_ record: UnarchivedRecord) {
    switch record {
    case .added(let kind, let first): add(kind, first: first)
    case .changed: changed += 1
    case .unchanged: unchanged += 1
    case .purgedHere: purgedHere += 1
    }
  }
}
