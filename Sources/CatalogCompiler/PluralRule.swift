import Foundation

/// The `Plural-Forms` of a catalog: how many there are, and which one a number takes.
///
/// The rule is an expression in C over `n`; Swift tells numbers from truths, so each part is
/// written out as the kind that its surroundings ask for.
struct PluralRule {
  var count: Int
  /// A Swift expression over `n: Int`.
  var expression: String

  init(_ header: String, place: String) throws {
    let fields = header.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
    func field(_ name: String) -> String? {
      fields.first { $0.hasPrefix(name) }.map {
        $0.dropFirst(name.count).trimmingCharacters(in: CharacterSet(charactersIn: " ="))
      }
    }
    guard let count = field("nplurals").flatMap({ Int($0) }), let rule = field("plural") else {
      throw CatalogError(place: place, problem: "cannot read Plural-Forms: \(header)")
    }
    self.count = count
    var parser = Parser(text: Array(rule.filter { $0 != " " }))
    guard let parsed = parser.ternary(), parser.isAtEnd else {
      throw CatalogError(place: place, problem: "cannot read the plural rule: \(rule)")
    }
    expression = parsed.number
  }

  /// A piece of Swift and whether it is a truth or a number.
  private struct Piece {
    var swift: String
    var isTruth: Bool

    var number: String { isTruth ? "(\(swift) ? 1 : 0)" : swift }
    var truth: String { isTruth ? swift : "(\(swift) != 0)" }
  }

  /// By recursive descent, one function a level of precedence.
  private struct Parser {
    var text: [Character]
    var place = 0

    var isAtEnd: Bool { place == text.count }

    mutating func take(_ word: String) -> Bool {
      let letters = Array(word)
      guard place + letters.count <= text.count,
        Array(text[place..<place + letters.count]) == letters
      else { return false }
      place += letters.count
      return true
    }

    mutating func ternary() -> Piece? {
      guard let condition = binary(0) else { return nil }
      guard take("?") else { return condition }
      guard let first = ternary(), take(":"), let second = ternary() else { return nil }
      return Piece(
        swift: "(\(condition.truth) ? \(first.number) : \(second.number))", isTruth: false)
    }

    private static let levels: [[String]] = [
      ["||"], ["&&"], ["==", "!="], ["<=", ">=", "<", ">"], ["+", "-"], ["*", "/", "%"],
    ]

    mutating func binary(_ level: Int) -> Piece? {
      guard level < Self.levels.count else { return unary() }
      guard var left = binary(level + 1) else { return nil }
      while let sign = Self.levels[level].first(where: { take($0) }) {
        guard let right = binary(level + 1) else { return nil }
        left =
          level < 2
          ? Piece(swift: "(\(left.truth) \(sign) \(right.truth))", isTruth: true)
          : Piece(swift: "(\(left.number) \(sign) \(right.number))", isTruth: level < 4)
      }
      return left
    }

    mutating func unary() -> Piece? {
      if take("!") { return unary().map { Piece(swift: "!\($0.truth)", isTruth: true) } }
      if take("(") {
        guard let inner = ternary(), take(")") else { return nil }
        return inner
      }
      if take("n") { return Piece(swift: "n", isTruth: false) }
      let digits = text[place...].prefix { $0.isASCII && $0.isNumber }
      place += digits.count
      return digits.isEmpty ? nil : Piece(swift: String(digits), isTruth: false)
    }
  }
}
