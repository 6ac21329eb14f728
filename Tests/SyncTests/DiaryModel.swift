import JSON
import Records
import TestSupport

@testable import Sync

/// A device with its records, without a journal: unions, purges and merges by `RecordHistory` alone.
struct DiaryModel {
  /// Notes and to-dos by their IDs, entries by their days.
  private(set) var histories: [String: RecordHistory] = [:]
  private(set) var purgedRecords: Set<String> = []
  private(set) var purgedVersions: Set<VersionID> = []
  private var clock: Int64
  private let number: Int

  init(number: Int, clock: Int64) {
    self.number = number
    self.clock = clock
  }

  // MARK: Writing

  /// The key of a record: that of its day for an entry.
  private static func key(_ kind: RecordKind, _ id: String, _ fields: AuthoredVersion.Fields)
    -> String
  {
    kind == RecordKind.entry ? "day \(fields["day"]?.string ?? "")" : "\(kind) \(id)"
  }

  mutating func add(
    _ kind: RecordKind, id: String, _ fields: AuthoredVersion.Fields, _ random: inout Seeded
  ) {
    let key = Self.key(kind, id, fields)
    if histories[key] != nil || purgedRecords.contains(id) { return }
    insert(
      AuthoredVersion(
        id: .random(&random), parents: [], clock: tick(), record: id, fields: fields), kind, key)
  }

  mutating func edit(
    _ key: String, _ random: inout Seeded, _ change: (inout AuthoredVersion.Fields) -> Void
  ) {
    guard let history = histories[key], let merge = history.merge, let id = history.id else {
      return
    }
    var fields = merge.fields
    change(&fields)
    fields["updatedAt"] = .string(Self.time(clock))
    insert(
      AuthoredVersion(
        id: .random(&random), parents: merge.heads, clock: tick(), record: id, fields: fields),
      history.kind, key)
  }

  private mutating func tick() -> Int64 {
    clock += 1
    return clock
  }

  static func time(_ clock: Int64) -> String {
    let digits = String(clock)
    return "2026-11-25T" + String(repeating: "0", count: max(0, 9 - digits.count)) + digits
  }

  private mutating func insert(_ version: AuthoredVersion, _ kind: RecordKind, _ key: String) {
    let known = histories[key]?.versions ?? []
    if known.contains(where: { $0.id == version.id }) { return }
    histories[key] = RecordHistory(kind: kind, known + [version])
  }

  mutating func purge(_ key: String) {
    guard let history = histories[key] else { return }
    purgedRecords.formUnion(history.versions.map(\.record))
    purgedVersions.formUnion(history.versions.map(\.id))
    histories[key] = nil
  }

  // MARK: Exchanging

  /// Adds what another device knows.
  ///
  /// - Parameter some: which of its versions arrive.
  mutating func unite(with other: DiaryModel, _ some: (AuthoredVersion) -> Bool = { _ in true }) {
    purgedRecords.formUnion(other.purgedRecords)
    purgedVersions.formUnion(other.purgedVersions)
    for (key, history) in other.histories {
      for version in history.versions where some(version) {
        insert(version, history.kind, key)
        clock = max(clock, version.clock)
      }
    }
    var isComplete = false
    while !isComplete {
      isComplete = true
      for key in histories.keys {
        guard var history = histories[key] else { continue }
        let removed = history.removePurged(records: purgedRecords, versions: purgedVersions)
        if removed.isEmpty { continue }
        isComplete = false
        purgedVersions.formUnion(removed)
        histories[key] = history.versions.isEmpty ? nil : history
      }
    }
  }

  // MARK: Looking

  /// Each record as text.
  var shown: [String: String] {
    histories.compactMapValues { history in
      guard let merge = history.merge else { return nil }
      let fields = merge.fields.sorted { $0.key < $1.key }.map {
        JSONValue.Member($0.key, $0.value)
      }
      return "\(history.id ?? "") \(merge.losses.rawValue) "
        + JSONValue.object(fields).text(.compact)
    }
  }

  /// The words of all versions.
  var words: Set<Substring> { Set(histories.values.flatMap(\.versions).flatMap(\.words)) }

  /// The words of the merged states.
  var shownWords: Set<Substring> {
    Set(histories.values.compactMap { $0.merge?.fields }.flatMap(AuthoredVersion.words))
  }

  var keys: [String] { histories.keys.sorted() }
  var versionIDs: Set<VersionID> { Set(histories.values.flatMap(\.versions).map(\.id)) }
}

extension VersionID {
  static func random(_ random: inout Seeded) -> VersionID {
    let bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
    return VersionID(bytes) ?? VersionID([UInt8](repeating: 0, count: 16))!
  }
}

extension AuthoredVersion {
  var words: Set<Substring> { Self.words(fields) }

  static func words(_ fields: Fields) -> Set<Substring> {
    Set(
      ["title", "body"].flatMap {
        (fields[$0]?.string ?? "").split(whereSeparator: \.isWhitespace)
      })
  }
}
