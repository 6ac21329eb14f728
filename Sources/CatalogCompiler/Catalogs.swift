import Foundation

/// All catalogs in a folder: the English one, which defines the messages, and the translations.
struct Catalogs {
  var folder: URL
  var english: PortableObject
  var others: [(language: String, catalog: PortableObject)]

  var all: [(language: String, catalog: PortableObject)] { [("en", english)] + others }

  init(folder: URL) throws {
    self.folder = folder
    english = try PortableObject(contentsOf: folder.appending(path: "en.po"))
    others = try FileManager.default
      .contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "po" && $0.lastPathComponent != "en.po" }
      .sorted { $0.path < $1.path }
      .map { url in
        (url.deletingPathExtension().lastPathComponent, try PortableObject(contentsOf: url))
      }
  }

  /// Throws if a translation has a placeholder that the English text does not have. The generated
  /// tables would have no value for it.
  func verify() throws {
    let source = english.byKey
    for (_, catalog) in others {
      for entry in catalog.entries where entry.isComplete {
        guard let original = source[entry.key] else { continue }
        for name in entry.translations.flatMap(\.placeholders)
        where !original.placeholders.contains(name) {
          throw catalog.error("\(entry.key) has no {\(name)} in English", in: entry)
        }
      }
    }
  }

  /// A warning for each incomplete language that need not be complete, with the number of missing
  /// messages.
  func unfinished() -> [CatalogError] {
    others.compactMap { _, catalog in
      let known = catalog.byKey
      let missing = english.entries.count { known[$0.key]?.isComplete != true }
      if missing == 0 || catalog.mustBeComplete { return nil }
      var warning = catalog.error(
        "\(missing) of \(english.entries.count) messages are not translated yet")
      warning.isWarning = true
      return warning
    }
  }

  /// The messages that are missing in a language that must be complete, and the faults of all
  /// translations.
  func problems() throws -> [CatalogError] {
    var problems: [CatalogError] = []
    for (_, catalog) in all {
      let rule = try catalog.pluralRule()
      let known = catalog.byKey
      for original in english.entries {
        guard let entry = known[original.key], entry.isComplete else {
          if catalog.mustBeComplete {
            problems.append(
              catalog.error("\(original.key) is not translated yet", in: known[original.key]))
          }
          continue
        }
        problems += Self.faults(of: entry, of: original, forms: rule.count).map {
          catalog.error("\(original.key) \($0)", in: entry)
        }
      }
      problems += Self.differing(catalog)
      for entry in catalog.entries where english.byKey[entry.key] == nil {
        problems.append(catalog.error("\(entry.key) is not a message any more", in: entry))
      }
    }
    return problems
  }

  private static func faults(
    of entry: PortableObject.Entry, of original: PortableObject.Entry, forms: Int
  ) -> [String] {
    var faults: [String] = []
    if entry.source != original.source || entry.sourcePlural != original.sourcePlural {
      faults.append("has another English text than en.po")
    }
    if original.sourcePlural != nil, entry.translations.count != forms {
      faults.append("must have \(forms) plural forms")
    }
    let wanted = Set(original.source.placeholders).subtracting(["count"])
    for translation in entry.translations {
      if let missing = wanted.subtracting(translation.placeholders).min() {
        faults.append("leaves out {\(missing)}")
      }
      if original.isTyped { continue }
      if translation.commands.sorted() != original.source.commands.sorted() {
        faults.append("has other commands between ` than English")
      }
      if translation.options != original.source.options {
        faults.append("has other options than English")
      }
      // A line may end in a value where the English sentence goes on.
      let isOpen = translation.last.map { "})`”」".contains($0) } ?? false
      if translation.lastSign != original.source.lastSign, !isOpen {
        faults.append("must end with \(original.source.lastSign)")
      }
    }
    return faults
  }

  /// The messages whose English text is that of another message, but not their translation.
  private static func differing(_ catalog: PortableObject) -> [CatalogError] {
    var seen: [[String]: PortableObject.Entry] = [:]
    return catalog.entries.compactMap { entry in
      guard entry.isComplete, !entry.isTyped else { return nil }
      guard let other = seen.updateValue(entry, forKey: entry.sources),
        other.translations != entry.translations,
        !entry.comments.contains(where: { $0.contains("same English text") })
      else { return nil }
      return catalog.error("\(entry.key) is translated otherwise than \(other.key)", in: entry)
    }
  }

  /// The messages whose placeholders are not explained to translators in a comment. A count needs
  /// no explanation.
  func uncommented() -> [CatalogError] {
    english.entries.compactMap { entry in
      let isExplained = entry.comments.contains { $0.hasPrefix("#.") }
      guard entry.placeholders.contains(where: { $0 != "count" }), !isExplained else { return nil }
      return english.error(
        "\(entry.key) has placeholders, but no comment (#.) that explains them", in: entry)
    }
  }
}

// MARK: Keeping the files up to date

extension Catalogs {
  /// The template for new languages, and every catalog updated from `en.po`, with the same messages
  /// in the same order. Translations of changed texts are marked as fuzzy.
  func updated() -> [(url: URL, text: String)] {
    var files: [(url: URL, text: String)] = []
    var template = english
    template.headerComments = ["#. Made from en.po by scripts/messages. Do not edit."]
    template.obsolete = []
    template.header = template.header(changing: [
      "Language": "", "Plural-Forms": "nplurals=INTEGER; plural=EXPRESSION;", "X-Complete": "no",
    ])
    template.entries = english.entries.map { $0.untranslated(forms: 2) }
    files.append((folder.appending(path: "messages.pot"), template.text))

    var source = english
    source.entries = english.entries.map { entry in
      var entry = entry
      entry.isFuzzy = false
      entry.previous = nil
      entry.translations = entry.sources
      return entry
    }
    files.append((folder.appending(path: "en.po"), source.text))

    for (language, catalog) in others {
      let known = catalog.byKey
      let forms = (try? catalog.pluralRule())?.count ?? 1
      var merged = catalog
      merged.entries = english.entries.map { original in
        original.merged(with: known[original.key], forms: forms)
      }
      files.append((folder.appending(path: "\(language).po"), merged.text))
    }
    return files
  }

  /// What to do about a file that is not up to date. The catalog that a translator has begun by hand
  /// lacks messages.
  func outdated(_ url: URL) -> CatalogError {
    let language = url.deletingPathExtension().lastPathComponent
    let known = others.first { $0.language == language }?.catalog.byKey
    let missing = known.map { known in english.entries.count { known[$0.key] == nil } } ?? 0
    return CatalogError(
      place: "\(url.path):1",
      problem: missing == 0
        ? "out of date: run scripts/messages"
        : "\(missing) of \(english.entries.count) messages are missing: "
          + "run scripts/messages, which adds them untranslated")
  }
}

extension PortableObject.Entry {
  func untranslated(forms: Int) -> Self {
    var entry = self
    entry.isFuzzy = false
    entry.previous = nil
    entry.comments.removeAll { !$0.hasPrefix("#.") }
    entry.references = []
    entry.translations = Array(repeating: "", count: sourcePlural == nil ? 1 : forms)
    return entry
  }

  /// This entry of `en.po` with the translations of `old`. The extracted comments (`#.`) come from
  /// `en.po`; the translator's own comments are kept.
  func merged(with old: Self?, forms: Int) -> Self {
    var entry = untranslated(forms: forms)
    guard let old else { return entry }
    entry.comments = old.comments.filter { !$0.hasPrefix("#.") } + entry.comments
    entry.references = old.references
    entry.flags = old.flags
    guard old.translations.contains(where: { !$0.isEmpty }) else { return entry }
    entry.translations = old.translations
    entry.isFuzzy = old.isFuzzy
    entry.previous = old.isFuzzy ? old.previous : nil
    if old.source != source || old.sourcePlural != sourcePlural {
      entry.isFuzzy = true
      entry.previous = "#| msgid \(old.source.quoted)"
    }
    return entry
  }
}
