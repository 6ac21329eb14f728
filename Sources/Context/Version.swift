package import JSON
import Platform

/// The version of this program.
package enum Version {
  package static let current = "0.9.0"
  package static let date = "2026-11-28"

  /// The version and, if it is known, the commit of the source and its date:
  /// `0.9.0 (1a2b3c4d 2026-11-28)`.
  package static var full: String {
    SourceCommit.name.map { "\(current) (\($0))" } ?? current
  }

  /// The version, and the beginning of the id of the commit with its date.
  package static var json: JSONValue {
    let words = SourceCommit.name?.split(separator: " ").map(String.init) ?? []
    return [
      "version": .string(current), "commit": JSONValue(words.first),
      "date": JSONValue(words.count > 1 ? words[1] : nil),
    ]
  }
}
