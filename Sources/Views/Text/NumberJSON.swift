import Diary
import JSON

/// The JSON of the numbers that a text names, such as `mood:: 4`.
enum NumberJSON {
  static func numbers(of text: Text) -> JSONValue {
    let numbers = NumberScanner.numbers(in: text.title, text.hasTitleInBody ? "" : text.body)
    return .object(
      numbers.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, number($0.value)) })
  }

  private static func number(_ value: Double) -> JSONValue {
    Int(exactly: value).map { .integer($0) } ?? .number(value)
  }
}
