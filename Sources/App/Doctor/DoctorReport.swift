import Arguments
package import Context
import Diary
import Git
package import JSON
import Journal
import Localization
import Platform
import Records
import Terminal
package import Views

/// What one pastes into a report of a problem, in English: versions, sizes and kinds. It has no text,
/// and no name, path, address or token, so it is made of what cannot hold one.
package struct DoctorReport: Sendable {
  /// In the order in which they are shown.
  package private(set) var facts: [(name: String, value: String)] = []

  /// - Parameter checks: their names and results are shown, not what they say.
  package init(of app: App, _ checks: [Check]) async {
    add("commitdiary", Version.full)
    add("system", OperatingSystem.system)
    add("libraries", Self.libraries)
    add("git", Self.gitVersion(in: app.environment))
    await addJournal(of: app)
    addPlaces(of: app)
    add("settings", Self.settings(of: app))
    add("locale", Self.locale(of: app))
    add("terminal", Self.terminal(of: app))
    add("checks", checks.map(\.outcome).joined(separator: ", "))
  }

  package var json: JSONValue {
    .object(facts.map { JSONValue.Member($0.name, .string($0.value)) })
  }

  package var lines: [String] { facts.map { "\($0.name): \($0.value)" } }

  private mutating func add(_ name: String, _ value: String) {
    facts.append((name, value.isEmpty ? "none" : value))
  }

  private static var libraries: String {
    [
      ("glibc", "libc.so.6", "gnu_get_libc_version"),
      ("SQLite", "libsqlite3.so.0", "sqlite3_libversion"),
      ("curl", "libcurl.so.4", "curl_version"), ("secret", "libsecret-1.so.0", nil),
      ("sodium", "libsodium.so.23", "sodium_version_string"), ("zlib", "libz.so.1", "zlibVersion"),
    ].map { name, file, function in
      let version = OperatingSystem.version(ofLibrary: file, function) ?? "absent"
      // curl names all that it was built with.
      return version.split(separator: " ").first.map { "\(name) \($0)" } ?? name
    }.joined(separator: ", ")
  }

  private static func gitVersion(in environment: Environment) -> String {
    guard let text = try? Clone.gitVersion(environment: environment) else { return "absent" }
    return text.split(separator: " ").dropFirst(2).first.map { String($0.trimmed) } ?? "unknown"
  }

  private mutating func addJournal(of app: App) async {
    let path = app.paths.journal
    func size(_ path: String) -> String { "\(File.size(path) ?? 0) bytes" }
    do {
      guard File.exists(path) else { return add("journal", "") }
      let journal = try await app.journal(for: .reading)
      let counts = try await journal.counts()
      add(
        "journal",
        "schema \(try await journal.schema()), \(size(path)), log \(size(path + "-wal")), "
          + RecordKind.allCases.map { "\($0.name) \(counts[$0])" }.joined(separator: ", "))
    } catch {
      add("journal", "\(size(path)), \(Explanation(of: error).message.key)")
    }
  }

  private mutating func addPlaces(of app: App) {
    let places = [
      ("journal", app.paths.journal), ("settings", app.paths.config), ("drafts", app.paths.drafts),
    ].map { name, path in
      let folder = File.directory(of: path)
      return "\(name) \(File.exists(folder) ? OperatingSystem.fileSystem(of: folder) : "none")"
    }
    add("filesystems", places.joined(separator: ", "))
    add("drafts", "\(app.drafts.unfinished().count)")
  }

  /// The keys of this program that are set, without those that contain a name of the user's.
  private static func settings(of app: App) -> String {
    guard let file = try? ConfigFile(app.paths.config) else { return "unreadable" }
    let known = Setting.all.filter { file[$0.key] != nil }.map(\.key)
    let others = file.namedSettings.count + file.unknownKeys.count
    return (known + (others > 0 ? ["\(others) more"] : [])).joined(separator: ", ")
  }

  private static func locale(of app: App) -> String {
    let (reader, minutes) = (app.reader, app.clock.now.offset / 60)
    return "\(reader.language), \(reader.isUnicode ? "UTF-8" : "ASCII"), \(minutes) minutes east"
  }

  private static func terminal(of app: App) -> String {
    let screen = app.output.screen
    guard screen.isTerminal else { return "" }
    // A terminal's own name is one of a list that everybody has.
    let type = app.environment["TERM"] ?? ""
    return "\(type), \(screen.width ?? 0) columns, colors \(screen.colors)"
  }
}

extension Check {
  /// Its name and result, and which message says it.
  fileprivate var outcome: String {
    let result = isWarning ? "warning" : isMissing ? "missing" : isFine ? "ok" : "failed"
    return "\(publicName) \(result)\(isFine && !isWarning ? "" : " (\(detail.key))")"
  }

  /// A setting may have a name of the user's.
  private var publicName: String {
    if case .setting(let key) = name, !Setting.all.contains(where: { $0.key == key }) {
      return "setting"
    }
    return name.text
  }
}
