import HTML

/// The tokens of a page in a form that a test can compare.
enum Piece: Equatable {
  case text(String)
  case raw(String)
  case start(String, [String: String] = [:])
  case end(String)
  case comment(String)
  case doctype(String)
}

enum Page {
  static func pieces(_ html: String) -> [Piece] { pieces(Array(html.utf8)) }

  static func pieces(_ page: [UInt8]) -> [Piece] {
    let bytes = page.span
    var tokenizer = HTMLTokenizer()
    var pieces: [Piece] = []
    func text(_ range: Range<Int>) -> String { String(decoding: page[range], as: UTF8.self) }
    while let token = tokenizer.next(in: bytes) {
      switch token {
      case .text(let range): pieces.append(.text(HTMLReference.text(range, in: bytes)))
      case .raw(let range): pieces.append(.raw(text(range)))
      case .end(let name): pieces.append(.end(text(name)))
      case .comment(let range): pieces.append(.comment(text(range)))
      case .doctype(let range): pieces.append(.doctype(text(range)))
      case .start(let name):
        var attributes: [String: String] = [:]
        while let attribute = tokenizer.nextAttribute(in: bytes) {
          let value = HTMLReference.text(attribute.value, in: bytes, as: .attribute)
          if attributes[text(attribute.name)] == nil { attributes[text(attribute.name)] = value }
        }
        pieces.append(.start(text(name), attributes))
      }
    }
    return pieces
  }
}
