import Foundation

/// All the languages of a folder: English, where the messages are written first, and the others.
struct Catalogs {
  var folder: URL
  var english: PortableObject
  var others: [(language: String, catalog: PortableObject)]

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

  /// What must hold before the tables can be written: no placeholder that nobody fills.
  func verify() throws {
    let source = english.byKey
    for (_, catalog) in others {
      for entry in catalog.entries where entry.isComplete {
        let place = "\(catalog.file):\(entry.line)"
        guard let original = source[entry.key] else { continue }
        let known = Set(placeholders(in: original.source + (original.sourcePlural ?? "")))
        for translation in entry.translations {
          for name in placeholders(in: translation) where !known.contains(name) {
            throw CatalogError(place: place, problem: "\(entry.key) has no {\(name)}")
          }
        }
      }
    }
  }

  /// What keeps a language from being complete.
  func missingTranslations() throws -> [CatalogError] {
    var missingTranslations: [CatalogError] = []
    for (language, catalog) in [("en", english)] + others {
      let rule = try PluralRule(
        catalog.value(of: "Plural-Forms") ?? "", place: "\(catalog.file):1")
      let known = catalog.byKey
      for original in english.entries {
        guard let entry = known[original.key], entry.isComplete else {
          missingTranslations.append(
            CatalogError(
              place: "\(catalog.file):\(known[original.key]?.line ?? 1)",
              problem: "\(original.key) is not in \(language) yet"))
          continue
        }
        let place = "\(catalog.file):\(entry.line)"
        if entry.source != original.source || entry.sourcePlural != original.sourcePlural {
          missingTranslations.append(
            CatalogError(place: place, problem: "\(original.key) is not what en.po says"))
        }
        if original.sourcePlural != nil, entry.translations.count != rule.count {
          missingTranslations.append(
            CatalogError(place: place, problem: "\(original.key) wants \(rule.count) forms"))
        }
        let wanted = Set(placeholders(in: original.source)).subtracting(["count"])
        for translation in entry.translations {
          let missing = wanted.subtracting(placeholders(in: translation))
          if !missing.isEmpty {
            missingTranslations.append(
              CatalogError(
                place: place, problem: "\(original.key) leaves out {\(missing.sorted()[0])}"))
          }
        }
      }
      for entry in catalog.entries where english.byKey[entry.key] == nil {
        missingTranslations.append(
          CatalogError(
            place: "\(catalog.file):\(entry.line)", problem: "\(entry.key) is no message any more"))
      }
    }
    return missingTranslations
  }
}

// MARK: Keeping the files in step

extension Catalogs {
  /// The template for a new language, and every language brought up to what `en.po` says: the same
  /// messages in the same order, what changed marked for its translator.
  func updated() -> [(url: URL, text: String)] {
    var files: [(url: URL, text: String)] = []
    var template = english
    template.headerComments = ["#. Made from en.po by scripts/messages. Do not edit."]
    template.header = template.header.map { field in
      switch field.name {
      case "Language": (field.name, "")
      case "Plural-Forms": (field.name, "nplurals=INTEGER; plural=EXPRESSION;")
      default: field
      }
    }
    template.entries = english.entries.map { $0.untranslated(forms: 2) }
    files.append((folder.appending(path: "messages.pot"), template.text))

    var source = english
    source.entries = english.entries.map { entry in
      var entry = entry
      entry.isFuzzy = false
      entry.previous = nil
      entry.translations = [entry.source] + (entry.sourcePlural.map { [$0] } ?? [])
      return entry
    }
    files.append((folder.appending(path: "en.po"), source.text))

    for (language, catalog) in others {
      let known = catalog.byKey
      let forms = (try? PluralRule(catalog.value(of: "Plural-Forms") ?? "", place: ""))?.count ?? 1
      var merged = catalog
      merged.entries = english.entries.map { original in
        original.merged(with: known[original.key], forms: forms)
      }
      files.append((folder.appending(path: "\(language).po"), merged.text))
    }
    return files
  }
}

extension PortableObject.Entry {
  func untranslated(forms: Int) -> Self {
    var entry = self
    entry.isFuzzy = false
    entry.previous = nil
    entry.translations = Array(repeating: "", count: sourcePlural == nil ? 1 : forms)
    return entry
  }

  func merged(with old: Self?, forms: Int) -> Self {
    var entry = untranslated(forms: forms)
    guard let old, old.translations.contains(where: { !$0.isEmpty }) else { return entry }
    entry.translations = old.translations
    entry.isFuzzy = old.isFuzzy
    entry.previous = old.isFuzzy ? old.previous : nil
    if old.source != source || old.sourcePlural != sourcePlural {
      entry.isFuzzy = true
      entry.previous =
        "#| msgid \"\(old.source.replacingOccurrences(of: "\n", with: "\\n").replacingOccurrences(of: "\"", with: "\\\""))\""
    }
    return entry
  }
}
