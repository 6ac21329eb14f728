package import JSON
import Platform

/// The config file as text. Comments in it are kept when a setting changes.
///
/// A key with a dot may be flat (`"week.start": "mon"`) or nested (`week: { start: "mon" }`). Both
/// are read; the program writes the flat form.
package struct ConfigFile: Sendable {
  package let path: String
  package private(set) var bytes: [UInt8]
  package private(set) var values: [(key: String, value: JSONValue)] = []

  private static let limit = 1 << 20

  package init(_ path: String) throws {
    self.path = path
    bytes = try Self.bytes(of: path)
    try read()
  }

  /// A text that is not in the config file yet.
  init(_ bytes: [UInt8], at path: String) throws {
    self.path = path
    self.bytes = bytes
    try read()
  }

  /// Empty if there is no file. A pipe or a device is rejected, because reading it might never end.
  static func bytes(of path: String) throws -> [UInt8] {
    guard File.exists(path) else { return [] }
    do {
      return try File.readRegular(path, limit: limit)
    } catch {
      switch error.code {
      case .invalid, .tooBig: throw SettingError.unusableFile(error)
      default: throw error
      }
    }
  }

  package subscript(key: String) -> JSONValue? { values.last { $0.key == key }?.value }

  /// The keys that are not settings of this version, each once.
  package var unknownKeys: [String] {
    var unknown: [String] = []
    for (key, _) in values where Setting.named(key) == nil {
      if !unknown.contains(key) { unknown.append(key) }
    }
    return unknown
  }

  /// The settings with names of the user's, such as journals, which `Setting.all` has not.
  package var namedSettings: [Setting] {
    var found: [Setting] = []
    for (key, _) in values where !Setting.all.contains(where: { $0.key == key }) {
      if let setting = Setting.named(key), !found.contains(setting) { found.append(setting) }
    }
    return found
  }

  var isBlank: Bool { bytes.allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) } }

  private mutating func read() throws {
    values = []
    guard !isBlank else { return }
    let value: JSONValue
    do {
      value = try JSONParser.parse(bytes)
    } catch {
      throw SettingError.brokenFile(path: path, line: error.line, column: error.column)
    }
    guard let members = value.object else {
      throw SettingError.brokenFile(path: path, line: 1, column: 1)
    }
    for member in members {
      if let nested = member.value.object {
        for inner in nested { values.append(("\(member.name).\(inner.name)", inner.value)) }
      } else {
        values.append((member.name, member.value))
      }
    }
  }

  // MARK: Changing

  /// Replaces the value of a setting, or adds it after the last member. `nil` removes every
  /// occurrence of the key.
  package mutating func set(_ key: String, to value: JSONValue?) throws {
    if isBlank { bytes = Array("{\n}\n".utf8) }
    repeat {
      if let (outer, inner) = nestedPlace(of: key) {
        try edit(inner, within: outer, to: value)
      } else {
        try edit(key, within: 0..<bytes.count, to: value)
      }
      try read()
    } while value == nil && self[key] != nil
  }

  /// Replaces the file. If it is a symbolic link, its target is replaced, or created.
  package func save() throws {
    let target = File.followingLinks(path)
    try File.makeDirectory(File.directory(of: target))
    try File.writeAtomically(bytes, to: target)
  }

  /// Changes one setting in the file at `path`. `nil` removes it.
  package static func set(_ key: String, to value: JSONValue?, in path: String) throws {
    var file = try ConfigFile(path)
    try file.set(key, to: value)
    try file.save()
  }

  /// The number of the line with the value of a setting.
  func line(of key: String) -> Int? {
    let all = 0..<bytes.count
    let place: Range<Int>?
    if let (object, inner) = nestedPlace(of: key) {
      place = try? members(of: object).ranges.last { $0.name == inner }?.whole
        .shifted(by: object.lowerBound)
    } else {
      place = try? members(of: all).ranges.last { $0.name == key }?.whole
    }
    return place.map { place in bytes[..<place.lowerBound].count { $0 == 0x0A } + 1 }
  }

  /// The range of the nested object that contains `key`, and the key's name in it; `nil` if the
  /// flat form takes precedence or the key does not occur.
  private func nestedPlace(of key: String) -> (Range<Int>, String)? {
    guard let dot = key.firstIndex(of: "."), let members = try? members(of: 0..<bytes.count) else {
      return nil
    }
    let inner = String(key[key.index(after: dot)...])
    for member in members.ranges.reversed() {
      if member.name == key { return nil }
      guard member.name == key[..<dot], let nested = try? self.members(of: member.value),
        nested.ranges.contains(where: { $0.name == inner })
      else { continue }
      return (member.value, inner)
    }
    return nil
  }

  private func members(
    of range: Range<Int>
  ) throws -> (ranges: [JSONParser.MemberRange], braces: (open: Int, close: Int)?) {
    var parser = JSONParser(Array(bytes[range]))
    _ = try parser.document()
    return (parser.members, parser.braces)
  }

  private mutating func edit(
    _ name: String, within object: Range<Int>, to value: JSONValue?
  ) throws {
    let (members, braces) = try members(of: object)
    let start = object.lowerBound
    let text = value?.text(.compact)
    if let old = members.last(where: { $0.name == name }) {
      if let text {
        replace(old.value, shiftedBy: start, with: text)
      } else {
        replace(lineRange(of: old, shiftedBy: start), shiftedBy: 0, with: "")
      }
    } else if let text, let braces {
      let member = "\n  \(JSONValue.string(name).text()): \(text)"
      add(member, behind: members.last, in: braces.open, shiftedBy: start)
    }
  }

  private mutating func add(
    _ member: String, behind last: JSONParser.MemberRange?, in brace: Int, shiftedBy start: Int
  ) {
    guard let last else {
      return replace(brace + 1..<brace + 1, shiftedBy: start, with: member)
    }
    let end = last.comma ?? last.whole.upperBound
    let place = end + start + commentLength(at: end + start)
    replace(place..<place, shiftedBy: 0, with: member)
    if last.comma == nil { replace(end..<end, shiftedBy: start, with: ",") }
  }

  /// The length of a comment on the rest of the line. It belongs to the member before it.
  private func commentLength(at place: Int) -> Int {
    let line = bytes[place...].prefix { $0 != 0x0A && $0 != 0x0D }
    let text = String(decoding: line, as: UTF8.self).drop { $0 == " " || $0 == "\t" }
    return text.hasPrefix("//") ? line.count : 0
  }

  private mutating func replace(_ range: Range<Int>, shiftedBy start: Int, with text: String) {
    bytes.replaceSubrange(
      range.lowerBound + start..<range.upperBound + start, with: Array(text.utf8))
  }

  /// The member with its comma, or its whole line if the line contains nothing else.
  private func lineRange(of member: JSONParser.MemberRange, shiftedBy start: Int) -> Range<Int> {
    var lower = member.whole.lowerBound + start
    var upper = (member.comma ?? member.whole.upperBound) + start
    let blank: [UInt8] = [0x20, 0x09]
    let lineStart = bytes[..<lower].lastIndex { !blank.contains($0) }
    let lineEnd = bytes[upper...].firstIndex { !blank.contains($0) }
    if let lineStart, let lineEnd, bytes[lineStart] == 0x0A, bytes[lineEnd] == 0x0A {
      lower = lineStart + 1
      upper = lineEnd + 1
    }
    return lower..<upper
  }
}

extension Range<Int> {
  fileprivate func shifted(by offset: Int) -> Range<Int> {
    lowerBound + offset..<upperBound + offset
  }
}

extension JSONValue {
  /// The value as a user types it.
  package var written: String { string ?? text(.compact) }
}
