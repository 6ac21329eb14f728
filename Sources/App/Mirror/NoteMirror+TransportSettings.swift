import Context
import Diary
import Git
import Localization
import Platform
import Sync

extension NoteMirror {
  /// The clone's own settings for reaching remotes, if the user agrees that git uses them. They are asked
  /// about once, and again after any change.
  func agreedSettings(of clone: Clone) throws -> TransportSettings {
    let settings = try clone.transportSettings()
    guard !settings.names.isEmpty else { return .none }
    let names = app.reader.list(settings.names)
    let known = (try? File.readRegular(app.paths.transportAnswers, limit: 1 << 20)) ?? []
    let mark = Self.mark(of: settings, in: clone)
    for line in String(decoding: known, as: UTF8.self).split(separator: "\n").reversed()
    where line.hasSuffix(mark) {
      return line.hasPrefix("yes") ? settings : .none
    }
    app.output.note(.mirrorOwnSettings(path: clone.root, names: names))
    guard app.prompts.isInteractive else { return .none }
    let agrees = try app.prompts.confirms(.mirrorOwnSettingsQuestion, orElse: false)
    let line = Array("\(agrees ? "yes" : "no") \(mark)\n".utf8)
    try File.makeDirectory(File.directory(of: app.paths.transportAnswers))
    try File.append(line, to: app.paths.transportAnswers, limit: 1 << 20)
    return agrees ? settings : .none
  }

  private static func mark(of settings: TransportSettings, in clone: Clone) -> String {
    var hash = SHA256()
    hash.add(Array("\(clone.commonDirectory)\0".utf8) + settings.bytes)
    return Hexadecimal.text(hash.finish())
  }
}
