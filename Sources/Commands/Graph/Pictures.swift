import App
import Arguments
import Context
import Localization
import Platform

extension Parameter {
  static func svg(help: Message, _ set: @escaping @Sendable (inout Options, String) -> Void) -> Self
  {
    .option(
      "svg", placeholder: .message(.placeholderFile), help: help, completion: .files, set)
  }
}

extension App {
  /// Writes a picture to a file, or with `-` to standard output.
  func write(_ picture: String, asPicture path: String) throws {
    if path == "-" {
      // Only one document can be written to standard output.
      guard !options.wantsJSON else {
        throw Explanation(.outputTwice, hint: .outputTwiceHint, status: .usage)
      }
      return try output.write(picture)
    }
    guard !path.isEmpty else { throw Explanation.noFileName(option: "--svg") }
    try File.write(Array(picture.utf8), to: directory.file(path))
    output.note(.pictureWritten(path: path))
  }
}
