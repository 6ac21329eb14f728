import Arguments
import Localization
import Platform
import Testing

@testable import Commands

@Suite struct CommandTreeTests {
  @Test func `names are unique and every example parses`() {
    #expect(tree.audit() == [])
  }

  /// The command lines that messages quote, in all languages.
  private static let quotedCommands: [String] = {
    let folder = "\(#filePath)".split(separator: "/").dropLast(3).joined(separator: "/")
    var commands: Set<String> = []
    for language in Catalog.names {
      let bytes = (try? File.read("/\(folder)/Localization/\(language).po")) ?? []
      for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      where line.hasPrefix("msg") {
        for quotation in line.split(whereSeparator: { "“”「」".contains($0) })
        where quotation.hasPrefix("commitdiary ") {
          commands.insert(String(quotation))
        }
      }
    }
    return commands.sorted()
  }()

  @Test func `every command named in a message parses`() {
    #expect(Self.quotedCommands.count > 25)
    for command in Self.quotedCommands {
      // Placeholders are replaced by a value. Command lines with `<…>` are skipped.
      let words = command.split(separator: " ").dropFirst()
        .map { word in
          switch word {
          case "{key}": "weather.place"
          case "{version}": "1"
          default: word.contains("{") ? "7kq2" : String(word)
          }
        }
      guard !words.contains(where: { $0.contains("<") }), words.first != "7kq2" else { continue }
      switch tree.parse(words).request {
      // A command may be quoted without its required argument.
      case .run, .mistake(.missingArgument): break
      case let request: Issue.record("\(command): \(request)")
      }
    }
  }
}
