import Foundation

/// The `Plural-Forms` header of a catalog: the number of plural forms, and the rule that chooses
/// one for a number.
///
/// The rule is a C expression over `n`. Unlike C, Swift distinguishes integers from Booleans, so
/// each part is converted to the type that its context requires.
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
      throw CatalogError(
        place: place,
        problem: header.isEmpty
          ? "the header has no Plural-Forms: begin the file with scripts/messages new"
          : "cannot read Plural-Forms: \(header)")
    }
    self.count = count
    var parser = Parser(text: Array(rule.filter { $0 != " " }))
    guard let parsed = parser.ternary(), parser.isAtEnd else {
      throw CatalogError(place: place, problem: "cannot read the plural rule: \(rule)")
    }
    expression = parsed.number
  }

  /// A Swift expression, which is a Boolean or an integer.
  private struct Operand {
    var swift: String
    var isBoolean: Bool

    var number: String { isBoolean ? "(\(swift) ? 1 : 0)" : swift }
    var boolean: String { isBoolean ? swift : "(\(swift) != 0)" }
  }

  /// A recursive descent parser. `binary` handles the levels of precedence of binary operators.
  private struct Parser {
    var text: [Character]
    var position = 0

    var isAtEnd: Bool { position == text.count }

    mutating func take(_ word: String) -> Bool {
      let letters = Array(word)
      guard position + letters.count <= text.count,
        Array(text[position..<position + letters.count]) == letters
      else { return false }
      position += letters.count
      return true
    }

    mutating func ternary() -> Operand? {
      guard let condition = binary(0) else { return nil }
      guard take("?") else { return condition }
      guard let first = ternary(), take(":"), let second = ternary() else { return nil }
      return Operand(
        swift: "(\(condition.boolean) ? \(first.number) : \(second.number))", isBoolean: false)
    }

    private static let levels: [[String]] = [
      ["||"], ["&&"], ["==", "!="], ["<=", ">=", "<", ">"], ["+", "-"], ["*", "/", "%"],
    ]

    mutating func binary(_ level: Int) -> Operand? {
      guard level < Self.levels.count else { return unary() }
      guard var left = binary(level + 1) else { return nil }
      while let sign = Self.levels[level].first(where: { take($0) }) {
        guard let right = binary(level + 1) else { return nil }
        left =
          level < 2
          ? Operand(swift: "(\(left.boolean) \(sign) \(right.boolean))", isBoolean: true)
          : Operand(swift: "(\(left.number) \(sign) \(right.number))", isBoolean: level < 4)
      }
      return left
    }

    mutating func unary() -> Operand? {
      if take("!") { return unary().map { Operand(swift: "!\($0.boolean)", isBoolean: true) } }
      if take("(") {
        guard let inner = ternary(), take(")") else { return nil }
        return inner
      }
      if take("n") { return Operand(swift: "n", isBoolean: false) }
      let digits = text[position...].prefix { $0.isASCII && $0.isNumber }
      position += digits.count
      return digits.isEmpty ? nil : Operand(swift: String(digits), isBoolean: false)
    }
  }
}
