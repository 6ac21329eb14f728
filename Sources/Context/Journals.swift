package import Git
import Localization
package import Platform

/// The journals of the setting `journals`, each with the folders whose work it is about.
///
/// `nil` is the journal that needs no setting. Its name is `default`.
package struct Journals: Sendable {
  /// The folders of each journal, as the setting has them.
  let folders: [String: [String]]
  let environment: Environment

  package static let usualName = "default"
  static let variable = "COMMITDIARY_JOURNAL"

  /// Whether a name can be that of a journal, and of its folder.
  package static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 64
      && name.utf8.allSatisfy {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "-")
      }
  }

  /// All names in order, without that of the usual journal.
  package var names: [String] { folders.keys.filter { $0 != Self.usualName }.sorted() }

  /// Whether there is the usual journal only.
  package var isEmpty: Bool { folders.isEmpty }

  package var allFolders: [String] { folders.sorted { $0.key < $1.key }.flatMap(\.value) }

  /// The paths of the journals that exist.
  package func existing(in paths: Paths) -> [String] {
    (["\(File.directory(of: paths.journals))/journal.sqlite"]
      + names.map { "\(paths.journals)/\($0)/journal.sqlite" }).filter(File.exists)
  }

  /// The journal of a run: the one that was named, else that of the working directory.
  ///
  /// - Parameters:
  ///   - option: the value of `--journal`.
  ///   - mustExist: whether a name must be in the setting, which may be unreadable.
  func chosen(
    by option: String?, in directory: WorkingDirectory, mustExist: Bool
  ) throws(Explanation) -> String? {
    guard let name = option ?? environment.nonEmpty(Self.variable) else {
      return folders.isEmpty ? nil : name(ofWorkIn: directory)
    }
    if name == Self.usualName { return nil }
    guard Self.isName(name), folders[name] != nil || !mustExist else {
      throw Explanation(
        .journalUnknown(name: name),
        hint: names.isEmpty
          ? Self.isName(name)
            ? .tryCommand(command: "commitdiary config set journals.\(name) ~/work") : nil
          : .expectChoices(choices: MessageArgument.enumeration([Self.usualName] + names)),
        status: .notFound)
    }
    return name
  }

  /// The journal of the clone in a folder, else of the folder.
  private func name(ofWorkIn directory: WorkingDirectory) -> String? {
    if let clone = try? Clone.find(in: directory.path, environment: environment) {
      return name(of: clone)
    }
    // Of a folder that was deleted, only the shell knows the name.
    var path = directory.absolutePath
    if path == ".", let known = environment.nonEmpty("PWD") { path = known }
    return name(of: path)
  }

  /// The journal to which a clone belongs: the only one that mirrors its notes, completes to-dos by its
  /// commits, and says why its lines are there. All its working trees belong to the journal of the main one.
  package func name(of clone: Clone) -> String? { name(of: clone.mainRoot) }

  private func name(of path: String) -> String? {
    folders.isEmpty ? nil : rule(for: File.realPath(path) ?? path).flatMap(Self.name)
  }

  private static func name(_ rule: String) -> String? { rule == usualName ? nil : rule }

  /// The journal with the folder that is nearest above a path.
  private func rule(for path: String) -> String? {
    var nearest: (length: Int, name: String)?
    // Of two journals with one folder, the first by name has it.
    for (name, folders) in folders.sorted(by: { $0.key < $1.key }) {
      for folder in folders {
        let folder = File.expandingHome(folder, environment: environment)
        let real = File.realPath(folder) ?? folder
        guard path == real || path.hasPrefix(real == "/" ? real : real + "/") else { continue }
        let found = (length: real.utf8.count, name: name)
        if nearest.map({ found.length > $0.length }) ?? true { nearest = found }
      }
    }
    return nearest?.name
  }
}

extension App {
  package var journals: Journals {
    Journals(folders: settings.journals, environment: environment)
  }

  /// The name of the journal of this run; `nil` for the usual one.
  package var journalName: String? { paths.journalName }

  /// The variables for a process of this program in the background, which uses the same journal. Editors do not
  /// get them: what they leave running may be used for another journal.
  package var environmentInBackground: Environment {
    var environment = environment
    environment[Journals.variable] = journalName ?? Journals.usualName
    return environment
  }

  /// Whether a clone belongs to the journal of this run.
  package func owns(_ clone: Clone) -> Bool {
    settings.journals.isEmpty || journals.name(of: clone) == journalName
  }

  /// Throws if a clone belongs to another journal.
  package func expectOwnClone(_ clone: Clone) throws {
    guard !owns(clone) else { return }
    let name = journals.name(of: clone) ?? Journals.usualName
    throw Explanation(
      .cloneOfOtherJournal(path: clone.root, name: name),
      hint: .hintAddOption(option: "--journal \(name)"), status: .usage)
  }
}
