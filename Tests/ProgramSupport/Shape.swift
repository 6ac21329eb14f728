import JSON

/// The expected form of a JSON value: the exact keys of an object, and the format of texts.
indirect enum Shape: Sendable {
  case object([String: Shape])
  case list(of: Shape)
  case text
  case exactly(String)
  case choice([String])
  case whole
  /// An integer or a fraction.
  case number
  case flag
  /// An object of numbers with any keys.
  case numbers
  case absent
  case anything
  /// 12 characters of Crockford's base 32.
  case id
  /// 40 or 64 hexadecimal digits.
  case sha
  /// `YYYY-MM-DD`.
  case day
  /// RFC 3339 in UTC, to the second or finer.
  case instant
  case address
  /// `#` and six hexadecimal digits.
  case color
  /// `null`, or a value of this shape.
  case optional(Shape)

  /// The differences from this shape, one per line.
  func faults(in value: JSONValue, at place: String = "document") -> [String] {
    switch (self, value) {
    case (.object(let shapes), .object(let members)):
      let names = members.map(\.name)
      guard names.sorted() == shapes.keys.sorted() else {
        return ["\(place) has \(names.sorted()), not \(shapes.keys.sorted())"]
      }
      return members.flatMap { member in
        shapes[member.name]?.faults(in: member.value, at: "\(place).\(member.name)") ?? []
      }
    case (.list(let shape), .array(let elements)):
      return elements.enumerated().flatMap { shape.faults(in: $1, at: "\(place)[\($0)]") }
    case (.anything, _): return []
    case (.optional, .null), (.absent, .null), (.text, .string), (.whole, .integer), (.flag, .bool):
      return []
    case (.number, .number), (.number, .integer): return []
    case (.numbers, .object(let members)):
      return members.flatMap { Shape.number.faults(in: $0.value, at: "\(place).\($0.name)") }
    case (.optional(let shape), _): return shape.faults(in: value, at: place)
    case (_, .string(let text)) where fits(text): return []
    default: return ["\(place) is \(value), not \(self)"]
    }
  }

  /// An object with further members.
  func with(_ more: [String: Shape]) -> Shape {
    guard case .object(let members) = self else { preconditionFailure("only objects have members") }
    return .object(members.merging(more) { $1 })
  }

  private func fits(_ text: String) -> Bool {
    switch self {
    case .exactly(let expected): text == expected
    case .choice(let words): words.contains(text)
    case .id: text.wholeMatch(of: Patterns.id) != nil
    case .sha: text.wholeMatch(of: Patterns.sha) != nil
    case .day: text.wholeMatch(of: Patterns.day) != nil
    case .instant: text.wholeMatch(of: Patterns.instant) != nil
    case .color: text.wholeMatch(of: Patterns.color) != nil
    case .address: text.wholeMatch(of: Patterns.address) != nil
    default: false
    }
  }
}

extension Shape {
  /// The shape as it is documented: JSON with a type in place of each value.
  func documented(_ indent: String = "") -> String {
    switch self {
    case .object(let members):
      let rows = members.sorted { $0.key < $1.key }.map { name, shape in
        "\(indent)  \"\(name)\": \(shape.documented(indent + "  "))"
      }
      return "{\n\(rows.joined(separator: ",\n"))\n\(indent)}"
    case .list(let shape): return "[\(shape.documented(indent)), …]"
    case .optional(let shape): return shape.documented(indent) + " | null"
    case .exactly(let text): return "\"\(text)\""
    case .choice(let words): return words.map { "\"\($0)\"" }.joined(separator: " | ")
    case .text: return "text"
    case .whole: return "integer"
    case .number: return "number"
    case .flag: return "true | false"
    case .numbers: return "{name: number, …}"
    case .absent: return "null"
    case .anything: return "any value"
    case .id: return "id"
    case .sha: return "sha"
    case .day: return "day"
    case .instant: return "instant"
    case .address: return "url"
    case .color: return "\"#rrggbb\""
    }
  }
}

extension Shape {
  static let commit = versionCommit.with([
    "now": .optional(place), "candidates": .list(of: place),
  ])

  /// The commit that a version of a note was on.
  static let versionCommit = Shape.object([
    "sha": .sha, "message": .text, "author": .text, "date": .instant, "url": .optional(.address),
  ])

  /// A commit that continues another one, and how that is known.
  static let place = Shape.object(["sha": .sha, "by": .text])

  static let note = Shape.object([
    "id": .id, "repo": .text, "commit": .optional(commit), "waitsFor": .optional(.text),
    "title": .text, "body": .text,
    "tags": .list(of: .text), "numbers": .numbers, "createdAt": .instant,
    "updatedAt": .instant, "deletedAt": .optional(.instant),
  ])

  static let notes = Shape.object(["notes": .list(of: note)])

  static let program = Shape.object([
    "version": .text, "commit": .optional(.text), "date": .optional(.day),
  ])

  static let help = Shape.object([
    "summary": .text, "details": .optional(.text), "usage": .text,
    "sections": .list(
      of: .object([
        "heading": .text,
        "rows": .list(of: .object(["term": .text, "meaning": .optional(.text)])),
      ])),
  ])

  static let versions = Shape.object([
    "versions": .list(of: entryVersion.with(["commit": .optional(versionCommit)]))
  ])

  static let weather = Shape.object([
    "place": .text, "temperature": .optional(.number), "low": .optional(.number),
    "high": .optional(.number), "code": .optional(.whole), "pm10": .optional(.number),
    "pm25": .optional(.number), "grade": .optional(.text), "scale": .optional(.text),
    "observedAt": .optional(.instant),
  ])

  static let entry = Shape.object([
    "day": .day, "title": .text, "body": .text, "tags": .list(of: .text), "numbers": .numbers,
    "weather": .optional(weather), "createdAt": .instant, "updatedAt": .instant,
    "deletedAt": .optional(.instant),
  ])

  static let entries = Shape.object(["entries": .list(of: entry)])

  static let entryVersions = Shape.object(["versions": .list(of: entryVersion)])

  private static let entryVersion = Shape.object([
    "version": .whole, "title": .text, "body": .text, "tags": .list(of: .text),
    "savedAt": .instant,
  ])

  static let onThisDay = Shape.object([
    "entries": .list(of: entry), "notes": .list(of: note), "commits": .list(of: listedCommit),
  ])

  static let commits = Shape.object(["commits": .list(of: listedCommit)])

  static let listedCommit = versionCommit.with(["repo": .text, "notes": .whole, "marked": .flag])

  static let why = Shape.object([
    "lines": .list(
      of: .object([
        "path": .text, "from": .whole, "to": .whole, "sha": .optional(.sha),
        "message": .optional(.text), "author": .optional(.text), "date": .optional(.instant),
      ])),
    "commits": .list(
      of: versionCommit.with([
        "repo": .text, "body": .text, "marked": .flag, "notes": .list(of: note),
        "entry": .optional(entry), "todos": .list(of: toDo),
        "others": .list(
          of: .object([
            "source": .text, "sha": .sha, "text": .text, "unreadBytes": .optional(.whole),
          ])),
      ])),
  ])

  static let hook = Shape.object([
    "installed": .flag, "path": .text, "previous": .optional(.text),
    "managedBy": .optional(.text),
  ])

  /// Search results of every kind.
  static let finds = Shape.object([
    "notes": .list(of: note), "entries": .list(of: entry), "todos": .list(of: toDo),
  ])

  /// Everything that has a tag.
  static let tagged = finds.with(["tag": .text])

  static let toDo = Shape.object([
    "id": .id, "day": .day, "number": .optional(.whole), "text": .text, "done": .flag,
    "doneAt": .optional(.instant), "createdAt": .instant, "deletedAt": .optional(.instant),
    "due": .optional(.day), "priority": .optional(.text),
    "every": .optional(.text),
    "tags": .list(of: .text),
  ])

  static let toDos = Shape.object(["todos": .list(of: toDo)])

  static let tags = Shape.object([
    "tags": .list(
      of: .object([
        "tag": .text, "notes": .whole, "entries": .whole, "todos": .whole, "lastUsed": .day,
      ]))
  ])

  static let month = Shape.object([
    "month": .text,
    "days": .list(
      of: .object([
        "date": .day, "entry": .flag, "notes": .whole,
        "todos": .object(["open": .whole, "done": .whole]), "commits": .whole,
      ])),
  ])

  static let months = Shape.object(["months": .list(of: month)])

  static let wholeDay = Shape.object([
    "day": .day, "weather": .optional(weather), "streak": .optional(.object(streaks)),
    "commits": .list(of: listedCommit),
    "notes": .list(of: note), "todos": .list(of: toDo), "entry": .optional(entry),
  ])

  static let event = Shape.object([
    "action": .text, "repo": .text, "number": .whole, "title": .text, "url": .optional(.text),
    "at": .instant,
  ])
  static let branch = Shape.object(["repo": .text, "name": .text, "commits": .whole])
  static let totals = Shape.object([
    "commits": .whole, "marked": .whole, "notes": .whole, "entries": .whole, "words": .whole,
    "todosDone": .whole,
    "todosOpen": .whole,
    "repositories": .list(of: .object(["repo": .text, "commits": .whole])),
    "tags": .list(of: .object(["tag": .text, "count": .whole])), "numbers": .anything,
  ])
  static let digest = Shape.object([
    "from": .day, "to": .day, "totals": totals, "days": .list(of: wholeDay),
    "pullRequests": .list(of: event),
    "issues": .list(of: event), "branches": .list(of: branch),
  ])

  static let report = Shape.object([
    "report": .object(
      Dictionary(
        uniqueKeysWithValues: [
          "commitdiary", "system", "libraries", "git", "journal", "filesystems", "drafts",
          "settings", "locale", "terminal", "checks",
        ].map { ($0, .text) }))
  ])

  static let checks = Shape.object([
    "checks": .list(
      of: .object(["name": .text, "ok": .flag, "detail": .text, "hint": .optional(.text)]))
  ])

  static let settings = Shape.object([
    "settings": .list(
      of: .object([
        "key": .text, "value": .anything, "default": .anything, "isSet": .flag, "about": .text,
      ]))
  ])

  /// An account, as in the output of `login`, `logout` and `status`.
  static let account = Shape.object([
    "host": .text, "login": .text,
    "source": .choice(["keyring", "file", "command", "environment"]),
    "scopes": .list(of: .text),
    "rateLimit": .optional(
      .object(["limit": .whole, "remaining": .whole, "resetsAt": .instant])),
    "active": .flag,
  ])

  static let status = Shape.object([
    "accounts": .list(of: account),
    "journal": .object([
      "name": .text, "path": .text, "schema": .whole, "notes": .whole, "entries": .whole,
      "todos": .whole,
      "bytes": .whole,
    ]),
    "lastRefresh": .optional(.instant),
  ])

  static let streak = Shape.object(["length": .whole, "from": .day, "to": .day])

  private static let streaks: [String: Shape] = [
    "today": .optional(.whole), "current": .optional(streak), "longest": .optional(streak),
  ]

  private static let source = Shape.choice(["github", "local", "github+local"])

  /// The members of a measure, in the output of `graph` and `streak`.
  private static let measure = Shape.object([
    "source": source, "login": .optional(.text), "measure": .text, "unit": .text,
  ])

  private static func graph(
    total: Shape, average: Shape, count: Shape, streak: Shape
  ) -> Shape {
    measure.with([
      "from": .day, "to": .day, "total": total, "marked": .whole,
      "average": average,
      "days": .list(of: .object(["date": .day, "count": .optional(count), "level": .whole])),
      "streak": streak,
    ])
  }

  static let graph = graph(
    total: .whole, average: .absent, count: .whole, streak: .object(streaks))

  /// The graph of a measure that is averaged.
  static let averages = graph(
    total: .absent, average: .optional(.number), count: .number, streak: .absent)

  /// The output of `streak`.
  static let standing = measure.with(streaks)
    .with(["withoutMarked": .optional(.object(streaks))])

  static let themes = Shape.object(["themes": .list(of: theme)])

  static let theme = Shape.object([
    "name": .text, "light": .list(of: .color), "dark": .list(of: .color), "current": .flag,
  ])

  static let failure = Shape.object([
    "error": .object(["code": .text, "message": .text, "hint": .optional(.text)])
  ])
}

/// Regular expressions. They are made only once, because that takes longer than using them.
private enum Patterns {
  nonisolated(unsafe) static let id = /[0-9a-hjkmnp-tv-z]{12}/
  nonisolated(unsafe) static let sha = /[0-9a-f]{40}|[0-9a-f]{64}/
  nonisolated(unsafe) static let day = /\d{4}-\d\d-\d\d/
  nonisolated(unsafe) static let instant = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/
  nonisolated(unsafe) static let color = /#[0-9a-f]{6}/
  nonisolated(unsafe) static let address = /https:\/\/[^ ]+/
}
