import App
package import Context
import Diary
import Exchange
import Journal
import Localization
import Platform
import Synchronizing
import Terminal

/// Imports diaries: all of a file or folder in one change, or nothing of it.
package struct ImportService: Sendable {
  let app: App

  package struct Request: Sendable {
    /// `nil` if it is to be recognized.
    package var format: ExchangeFormat?
    package var path: String
    package var isDryRun = false
    package var skipsDamaged = false
    /// Whether texts whose files are gone are deleted if no question can be asked.
    package var deletes = false
    /// The tags to add to what is new.
    package var tags: [String] = []
    /// The time zone of times without one; `nil` for that of this machine.
    package var zone: String?

    package init(_ path: String, format: ExchangeFormat?) {
      self.path = path
      self.format = format
    }
  }

  package struct Report: Sendable {
    /// Those of the files; a folder may have several.
    package let formats: [ExchangeFormat]
    package let tally: ImportTally
    /// Whether the journal was there before.
    package var isUndoable = true
  }

  /// A preview that ends by rolling the transaction back, whose result is thrown.
  private struct Preview: Error { var tally: ImportTally }

  package func run(_ request: Request) async throws -> Report {
    do {
      return try await imported(request)
    } catch let error as ExchangeError {
      throw Explanation(error, in: request.path)
    }
  }

  private func imported(_ request: Request) async throws -> Report {
    let opened = try SourceOpening(app: app).open(request.path)
    let time = try app.civilTime(inZone: request.zone)
    let parts = try await parts(of: opened, request)
    let isArchive = parts.contains { $0.format == .json }
    if isArchive, opened.source.isFolder { throw ExchangeError(.otherFormat) }
    let journal: Journal
    do {
      journal = try await app.journal(for: request.isDryRun ? .reading : .writing)
    } catch JournalError.fromDevelopment(let path, let schema) where isArchive {
      return try await replace(
        DevelopmentJournal(path: path, schema: schema), by: opened, request, time)
    }
    let gone = try await gone(from: opened, parts, request, time, in: journal)
    if isArchive, !request.isDryRun {
      let purges = try await journal.run { journal in
        try JournalArchive.purges(opened.source.files[0], in: journal)
      }
      if purges > 0 { try app.prompts.confirm(.importPurgesQuestion(count: purges)) }
    }
    let report = try await add(opened, parts, request, time, deleting: gone, to: journal)
    if isArchive, !request.isDryRun {
      try await app.purge { try await $0.completePurges() }
    }
    return report
  }

  /// Puts a new journal in the place of one of a development version, if the archive has all versions of that.
  private func replace(
    _ old: DevelopmentJournal, by opened: SourceOpening.Opened, _ request: Request,
    _ time: CivilTime
  ) async throws -> Report {
    let known = try JournalArchive.versionIDs(opened.source.files[0])
    let missing = try old.versionIDs().subtracting(known)
    guard missing.isEmpty else {
      throw Explanation.importLacksVersions(missing.count, schema: old.schema)
    }
    try old.removeUnfinished()
    var report: Report
    do {
      let journal = try Journal(at: old.newPath, for: request.isDryRun ? .reading : .writing)
      report = try await add(
        opened, [(.json, opened.source)], request, time, deleting: Gone(), to: journal)
      // Taking it back would delete what was there.
      if !request.isDryRun { try await journal.forgetChanges() }
      report.isUndoable = false
    } catch {
      try? old.removeUnfinished()
      throw error
    }
    if request.isDryRun { return report }
    do {
      // Damaged records may have been skipped, and the old journal may have got other versions meanwhile.
      switch try old.replace() {
      case .kept(let path): app.output.note(.importReplaced(path: path))
      case .lacks(let count): throw Explanation.importLacksVersions(count, schema: old.schema)
      }
    } catch {
      try? old.removeUnfinished()
      throw error
    }
    return report
  }

  private func add(
    _ opened: SourceOpening.Opened, _ parts: [Part], _ request: Request, _ time: CivilTime,
    deleting gone: Gone, to journal: Journal
  ) async throws -> Report {
    let app = app
    let formats = parts.map(\.format)
    do {
      let made = try await journal.make(
        "import \(formats.map(\.rawValue).joined(separator: ", "))", on: app.clock.today,
        at: app.clock.now, isImport: true
      ) { journal in
        var tally = ImportTally()
        for part in parts {
          tally.add(
            try Self.read(
              opened, part, request, time, deleting: gone, app: app, into: journal))
        }
        tally.left.add(opened.left)
        if request.isDryRun { throw Preview(tally: tally) }
        return tally
      }
      return Report(formats: formats, tally: made.result)
    } catch let preview as Preview {
      return Report(formats: formats, tally: preview.tally)
    }
  }

  /// The files of one format.
  private typealias Part = (format: ExchangeFormat, source: Source)

  private func parts(of opened: SourceOpening.Opened, _ request: Request) async throws -> [Part] {
    let source = opened.source
    let known =
      request.format.map { [($0, source)] }
      ?? ExchangeFormat.recognized(source, beginning: opened.beginning)
    // Folders of other formats may have such files too, which are left out.
    if !source.isFolder || known.isEmpty || known.first?.0 == .dayone,
      let refusal = source.refusal(beginning: opened.beginning)
    {
      throw refusal
    }
    if !known.isEmpty { return known }
    // A folder whose files are all gone.
    let last = try await app.journal(for: .reading).lastFormat(of: opened.path)
    guard let format = last.flatMap(ExchangeFormat.init(rawValue:)) else {
      // A format that is named takes nothing of such a folder either.
      guard !source.isFolder else { throw noDays(in: request.path, opened.left) }
      throw Explanation(
        .importFormatUnknown(path: request.path),
        hint: .importFormatHint(
          formats: MessageArgument.enumeration(ExchangeFormat.readable.map(\.rawValue))),
        status: .usage)
    }
    return [(format, source)]
  }

  /// - Parameter left: what is in hidden folders.
  private func noDays(in path: String, _ left: LeftOut) -> Explanation {
    let hidden = left.names[.day]?.first.map {
      "commitdiary import \("\(path)/\($0)".quotedForShell)"
    }
    return Explanation(
      .importNoDays(path: path), hint: hidden.map { .tryCommand(command: $0) } ?? .importDaysHint,
      status: .usage)
  }

  /// What was in files of a folder that are gone.
  private struct Gone {
    var origins: [ExchangeFormat: [KnownOrigin]] = [:]
    /// The formats whose texts are deleted with their files.
    var deletes: Set<ExchangeFormat> = []
  }

  /// Asks whether texts are deleted whose files are gone from a folder that is exchanged in both directions. An empty
  /// folder never deletes: it may be the wrong one, or one that is not there at the moment.
  private func gone(
    from opened: SourceOpening.Opened, _ parts: [Part], _ request: Request, _ time: CivilTime,
    in journal: Journal
  ) async throws -> Gone {
    guard opened.source.isFolder else { return Gone() }
    let files = Set(opened.source.files.map(\.path))
    var all = Gone()
    for (format, source) in parts {
      var gone = try await journal.run { journal in
        try ImportRun.gone(from: files, of: opened.path, format, in: journal)
      }
      if format.facts.deletesGone, !gone.isEmpty {
        // A file may have another name now.
        let keys = try Self.keys(of: format.reader(source, time: time, now: app.clock.now))
        gone.removeAll { $0.origin.key.map(keys.contains) ?? false }
        if try !gone.isEmpty && !files.isEmpty && !request.isDryRun && deletes(gone, request) {
          all.deletes.insert(format)
        }
      }
      all.origins[format] = gone
    }
    return all
  }

  private func deletes(_ gone: [KnownOrigin], _ request: Request) throws -> Bool {
    if app.options.assumesYes { return request.deletes }
    guard app.prompts.isInteractive else { return false }
    return try app.prompts.confirms(
      .importDeletionsQuestion(count: gone.count, path: request.path), orElse: false)
  }

  private static func keys(of reader: any ItemReader) -> Set<String> {
    var reader = reader
    var keys: Set<String> = []
    while true {
      do {
        guard let item = try reader.next() else { return keys }
        if let key = item.key { keys.insert(key) }
      } catch {
        // The import itself names it.
        continue
      }
    }
  }

  private static func read(
    _ opened: SourceOpening.Opened, _ part: Part, _ request: Request,
    _ time: CivilTime, deleting gone: Gone, app: App, into journal: isolated Journal
  ) throws -> ImportTally {
    let format = part.format
    let progress = CloneProgress(on: app.output)
    defer { progress.clear() }
    func onDamage(_ error: ExchangeError, _ tally: inout ImportTally) throws {
      guard request.skipsDamaged else { throw error }
      tally.skip(error)
    }
    func show(_ count: Int) throws {
      guard count.isMultiple(of: 256) else { return }
      progress.show(.importProgress(count: count))
    }
    var count = 0
    if case .archive = format.facts.reading {
      var tally = ImportTally()
      try JournalArchive.read(
        opened.source.files[0], into: journal, at: app.clock.now, asPreview: request.isDryRun,
        tally: &tally, onDamage: onDamage
      ) {
        count += 1
        try show(count)
      }
      return tally
    }
    var run = try ImportRun(
      app: app, format: format, source: opened.path, tags: request.tags,
      hashes: opened.hashes, in: journal)
    var damaged = ImportTally()
    var reader = try format.reader(part.source, time: time, now: app.clock.now)
    while true {
      do {
        guard let item = try reader.next() else { break }
        try run.add(item, in: journal)
      } catch let error as ExchangeError {
        try onDamage(error, &damaged)
      }
      count += 1
      try show(count)
    }
    try run.finish(in: journal)
    try run.finish(
      gone.origins[format] ?? [], deletes: gone.deletes.contains(format), in: journal)
    var tally = run.tally
    (tally.damaged, tally.damages) = (damaged.damaged, damaged.damages)
    tally.left.add(reader.left)
    return tally
  }
}

extension App {
  package var imports: ImportService { ImportService(app: self) }

  /// The time zone of this machine.
  var civilTime: CivilTime {
    let clock = clock
    return CivilTime(
      dayEndsAt: clock.endOfDay, offset: { clock.offset(at: $0) }, zone: Self.zone(named:))
  }

  /// - Parameter name: the name of a zone of the time zone database.
  func civilTime(inZone name: String?) throws -> CivilTime {
    guard let name else { return civilTime }
    guard let time = civilTime.inZone(name) else {
      throw Explanation(.importZoneUnknown(zone: name), hint: .importZoneHint, status: .usage)
    }
    return time
  }

  private static let zones = "/usr/share/zoneinfo"

  private static func zone(named name: String) -> (@Sendable (Instant) -> Int)? {
    if name == "UTC" || name == "GMT" { return { _ in 0 } }
    guard CivilTime.isZoneName(name),
      let bytes = try? File.readRegular("\(zones)/\(name)", limit: 1 << 20),
      let rules = ZoneRules(tzif: bytes)
    else { return nil }
    return { rules.offset(at: $0) }
  }
}
