import JSON
import Platform
import Records
import TestSupport
import Testing

@testable import Sync

/// Random histories of several devices. `scripts/fuzz --merge` tries many more.
@Suite struct HistoryTests {
  private static let count =
    Environment.current.nonEmpty("COMMITDIARY_MERGE_HISTORIES").flatMap { Int($0) } ?? 500
  private static let seed =
    Environment.current.nonEmpty("COMMITDIARY_FUZZ_SEED").flatMap { UInt64($0) } ?? 0

  @Test func `any order of unions gives the same records and loses no text`() {
    for number in 0..<Self.count {
      var history = RandomHistory(seed: Self.seed &* 1_000_003 &+ UInt64(number))
      history.run()
      guard let problem = history.problem() else { continue }
      Issue.record("seed \(Self.seed), history \(number): \(problem)")
      return
    }
  }
}

/// What begins a record.
@Suite struct FirstVersionTests {
  private func version(_ number: UInt8, from parents: [UInt8] = [], at clock: Int64) throws
    -> AuthoredVersion
  {
    let ids = try ([number] + parents).map {
      try #require(VersionID([UInt8](repeating: $0, count: VersionID.length)))
    }
    return AuthoredVersion(
      id: ids[0], parents: Array(ids.dropFirst()), clock: clock, record: "", fields: [:])
  }

  @Test func `a record begins with the first version that was made from no other`() throws {
    // The clock of the device that began it is ahead.
    let (one, two) = (try version(1, at: 90), try version(2, from: [1], at: 10))
    let (three, four) = (try version(3, at: 80), try version(4, at: 80))
    for (versions, first) in [
      ([], nil), ([one], one), ([two, one], one), ([two], two), ([one, two, three], three),
      ([four, three, one], three), ([four, two], two),
    ] {
      #expect(AuthoredVersion.first(of: versions) == first)
      #expect(AuthoredVersion.first(of: versions.reversed()) == first)
    }
  }
}

/// A random history of two to four devices.
struct RandomHistory {
  private var random: Seeded
  private var devices: [DiaryModel]
  /// All words that were written, and those of purged texts.
  private var written: [Substring: String] = [:]
  private var purged: Set<Substring> = []
  private var lastWord = 0

  init(seed: UInt64) {
    random = Seeded(seed)
    devices = []
    for number in 0..<Int.random(in: 2...4, using: &random) {
      // A clock may be off by a day.
      devices.append(
        DiaryModel(number: number, clock: Int64.random(in: 0...5, using: &random) * 86_400_000))
    }
  }

  mutating func run() {
    for _ in 0..<Int.random(in: 5...40, using: &random) {
      let device = Int.random(in: devices.indices, using: &random)
      if Int.random(in: 0..<4, using: &random) == 0 {
        let other = Int.random(in: devices.indices, using: &random)
        let isWhole = Bool.random(using: &random)
        var choice = random
        devices[device].unite(with: devices[other]) { _ in
          isWhole || Bool.random(using: &choice)
        }
        _ = random.next()
      } else {
        act(on: device)
      }
    }
  }

  // MARK: Changes

  /// A word that is in no other text.
  private mutating func word() -> String {
    lastWord += 1
    let word = "w\(lastWord)"
    return word
  }

  private mutating func act(on device: Int) {
    let keys = devices[device].keys
    switch Int.random(in: 0..<14, using: &random) {
    case 0: add(RecordKind.note, id: "note\(word())", to: device)
    case 1: add(RecordKind.toDo, id: "todo\(word())", to: device)
    case 2: add(RecordKind.entry, id: "entry\(word())", to: device)
    case 3: addDerived(to: device)
    case 4...7:
      let paragraph = "\(Int.random(in: 8...18, using: &random)):00 \(word())"
      edit(keys, device) { fields, random in
        let body = fields["body"]?.string ?? ""
        var paragraphs = body.isEmpty ? [] : body.split(separator: "\n\n").map(String.init)
        let place =
          Bool.random(using: &random)
          ? paragraphs.count : Int.random(in: 0...paragraphs.count, using: &random)
        paragraphs.insert(paragraph, at: place)
        fields["body"] = .string(paragraphs.joined(separator: "\n\n"))
      }
    case 8:
      let new = word()
      edit(keys, device) { fields, random in
        var words = (fields["body"]?.string ?? "").split(separator: " ").map(String.init)
        if words.isEmpty {
          words = [new]
        } else {
          words[Int.random(in: words.indices, using: &random)] = new
        }
        fields["body"] = .string(words.joined(separator: " "))
      }
    case 9:
      let title = word()
      edit(keys, device) { fields, _ in fields["title"] = .string(title) }
    case 10:
      edit(keys, device) { fields, random in
        let isDone = fields["doneAt"] != nil
        fields["doneAt"] =
          isDone ? nil : .string(DiaryModel.time(Int64.random(in: 0..<99, using: &random)))
        fields["due"] = .string("2026-12-0\(Int.random(in: 1...9, using: &random))")
      }
    case 11:
      edit(keys, device) { fields, random in
        let tag = "t\(Int.random(in: 0..<4, using: &random))"
        var tags = fields["tags"]?.array ?? []
        if let place = tags.firstIndex(where: { $0.array?.first == .string(tag) }) {
          tags.remove(at: place)
        } else {
          tags.append([.string(tag), "typed"])
        }
        fields["tags"] = tags.isEmpty ? nil : .array(tags)
      }
    case 12:
      edit(keys, device) { fields, _ in
        fields["deletedAt"] = fields["deletedAt"] == nil ? "2026-11-25T00:00:00Z" : nil
      }
    default:
      guard Int.random(in: 0..<3, using: &random) == 0,
        let key = keys.randomElement(using: &random)
      else { return }
      let words = devices[device].histories[key]?.versions.flatMap(\.words) ?? []
      // Times are not words of their own.
      purged.formUnion(words.filter { $0.first == "w" })
      devices[device].purge(key)
    }
  }

  private mutating func add(_ kind: RecordKind, id: String, to device: Int) {
    let text = word()
    let time = "\(Int.random(in: 8...18, using: &random)):30"
    var fields: AuthoredVersion.Fields = [
      "title": "", "body": .string(kind == RecordKind.entry ? "\(time) \(text)" : text),
      "updatedAt": .string(DiaryModel.time(0)), "day": "2026-11-25",
    ]
    if kind == RecordKind.entry {
      fields["day"] = .string("2026-11-2\(Int.random(in: 1...3, using: &random))")
    }
    let before = devices[device].versionIDs
    devices[device].add(kind, id: id, fields, &random)
    if devices[device].versionIDs != before { written[text[...]] = id }
  }

  /// The same item imported on several devices, or a recurring to-do that is finished on both.
  private mutating func addDerived(to device: Int) {
    let number = Int.random(in: 0..<3, using: &random)
    let fields: AuthoredVersion.Fields = [
      "title": "", "body": .string("same\(number)"), "day": "2026-11-26",
      "updatedAt": .string(DiaryModel.time(Int64.random(in: 0..<99, using: &random))),
    ]
    devices[device].add(RecordKind.toDo, id: "derived\(number)", fields, &random)
  }

  private mutating func edit(
    _ keys: [String], _ device: Int,
    _ change: (inout AuthoredVersion.Fields, inout Seeded) -> Void
  ) {
    guard let key = keys.randomElement(using: &random) else { return }
    let before = devices[device].words
    var choice = random
    devices[device].edit(key, &random) { change(&$0, &choice) }
    for word in devices[device].words.subtracting(before) where word.first == "w" {
      written[word] = key
    }
  }

  // MARK: Checks

  /// What is wrong after all devices have exchanged everything; `nil` if nothing is.
  func problem() -> String? {
    var random = random
    // One after the other, in another order, and in groups.
    var orders: [DiaryModel] = []
    for _ in 0..<3 {
      var all = devices.shuffled(using: &random)
      while all.count > 1 {
        let left = Int.random(in: all.indices, using: &random)
        var united = all.remove(at: left)
        let right = Int.random(in: all.indices, using: &random)
        united.unite(with: all.remove(at: right))
        all.append(united)
      }
      orders.append(all[0])
    }
    guard let first = orders.first else { return nil }
    for other in orders.dropFirst() where other.shown != first.shown {
      let difference = first.shown.filter { other.shown[$0.key] != $0.value }
      return
        "two orders differ: \(difference) \(other.shown.filter { first.shown[$0.key] != $0.value })"
    }
    let words = first.words
    if let word = purged.first(where: { words.contains($0) }) { return "\(word) was purged" }
    if let word = purged.first(where: { first.shownWords.contains($0) }) {
      return "\(word) is shown, although it was purged"
    }
    for word in written.keys.sorted() where !words.contains(word) && !purged.contains(word) {
      // It was written into a text that another device had purged.
      let holders = devices.flatMap { $0.histories.values }.flatMap(\.versions)
        .filter { $0.words.contains(word) }
      if first.purgedRecords.isEmpty
        || !holders.allSatisfy({ first.purgedVersions.contains($0.id) })
      {
        return "\(word) was lost"
      }
    }
    return nil
  }
}
