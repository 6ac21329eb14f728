import Foundation

/// The catalog of a new language: a header, and every message without a translation.
struct NewCatalog {
  let url: URL
  let text: String

  init(tag: String, catalogs: Catalogs) throws {
    let name = tag.replacingOccurrences(of: "-", with: "_")
    let parts = name.components(separatedBy: "_")
    guard Locale.LanguageCode(parts[0]).isISOLanguage, name == Self.normalized(parts) else {
      throw CatalogError(
        place: tag, problem: "not a language, such as fr, pt_BR or zh_Hant")
    }
    url = catalogs.folder.appending(path: "\(name).po")
    if FileManager.default.fileExists(atPath: url.path) {
      throw CatalogError(place: url.path, problem: "is there already")
    }
    let plural = PluralForms.ofLanguage(parts[0])
    var catalog = catalogs.english
    catalog.file = url.path
    catalog.headerComments = []
    catalog.obsolete = []
    catalog.header = catalog.header(changing: [
      "Language": name, "Plural-Forms": plural, "X-Complete": "no",
    ])
    let forms = try PluralRule(plural, place: tag).count
    catalog.entries = catalog.entries.map { $0.untranslated(forms: forms) }
    text = catalog.text
  }

  /// The name of the file: `zh_Hant`, never `ZH_hant`.
  private static func normalized(_ parts: [String]) -> String {
    let rest = parts.dropFirst().map { $0.count == 4 ? $0.capitalized : $0.uppercased() }
    return ([parts[0].lowercased()] + rest).joined(separator: "_")
  }
}

/// The `Plural-Forms` of languages, from the manual of gettext.
enum PluralForms {
  static func ofLanguage(_ code: String) -> String {
    for (rule, languages) in rules where languages.split(separator: " ").contains(Substring(code)) {
      return rule
    }
    return "nplurals=2; plural=(n != 1);"
  }

  private static let rules: [(rule: String, languages: String)] = [
    ("nplurals=1; plural=0;", "id ja jv ka km ko lo ms my su th vi yo zh"),
    (
      "nplurals=2; plural=(n > 1);",
      "ak am bn fa fil fr gu hi hy kab kn ln mg oc pa pt tg ti tl uz wa zu"
    ),
    (
      "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);",
      "be bs hr ru sr uk"
    ),
    (
      "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);",
      "pl"
    ),
    ("nplurals=3; plural=(n==1 ? 0 : n>=2 && n<=4 ? 1 : 2);", "cs sk"),
    (
      "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && (n%100<10 || n%100>=20) ? 1 : 2);",
      "lt"
    ),
    ("nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n != 0 ? 1 : 2);", "lv"),
    ("nplurals=3; plural=(n==1 ? 0 : (n==0 || (n%100>0 && n%100<20)) ? 1 : 2);", "ro"),
    (
      "nplurals=4; plural=(n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3);", "sl"
    ),
    (
      "nplurals=5; plural=(n==1 ? 0 : n==2 ? 1 : n<7 ? 2 : n<11 ? 3 : 4);", "ga"
    ),
    (
      "nplurals=6; plural=(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5);",
      "ar"
    ),
    ("nplurals=4; plural=(n==1 ? 0 : n==2 ? 1 : n>10 && n%10==0 ? 2 : 3);", "he"),
    ("nplurals=2; plural=(n%10!=1 || n%100==11);", "is mk"),
  ]
}

/// A pseudo-translation under the private tag `en_XA`: English with accents on all letters, and a
/// third longer. It shows which texts are not in the catalogs, and which do not fit if a language
/// needs more space.
struct PseudoCatalog {
  static let tag = "en_XA"

  let text: String

  init(of catalogs: Catalogs) {
    var catalog = catalogs.english
    catalog.headerComments = ["# Made from en.po by scripts/messages pseudo. Do not commit."]
    catalog.header = catalog.header(changing: ["Language": Self.tag])
    catalog.entries = catalog.entries.map { entry in
      var entry = entry
      // Words that users type must not change, nor symbols.
      let isFixed = entry.isTyped || entry.comments.contains { $0.contains("Leave as it is") }
      entry.translations = isFixed ? entry.sources : entry.sources.map(Self.accented)
      return entry
    }
    text = catalog.text
  }

  /// Commands, placeholders in braces, options that begin with `--` and the last sign are kept.
  static func accented(_ text: String) -> String {
    var result = ""
    var letters = 0
    let sign = text.last.map { ".?:".contains($0) } == true ? text.suffix(1) : ""
    var rest = text.dropLast(sign.count)
    while let first = rest.first {
      if let kept = rest.prefixMatch(of: /`[^`]*`|\{\{|\{[^}]*\}|--[a-z-]+/) {
        result += kept.output
        rest = rest[kept.range.upperBound...]
      } else {
        result.append(accents[first] ?? first)
        letters += accents[first] == nil ? 0 : 1
        rest.removeFirst()
      }
    }
    let missing = (letters + 2) / 3
    guard missing > 0 else { return result + sign }
    // The added text has spaces, so that its lines can be wrapped.
    let words = String(repeating: "ļôŕéḿ îþšûḿ ðôļôŕ ", count: missing / 18 + 1)
    return result + " " + words.prefix(missing).trimmingCharacters(in: .whitespaces) + sign
  }

  private static let accents: [Character: Character] = Dictionary(
    uniqueKeysWithValues: zip(
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
      "áƀçðéƒĝĥîĵķļḿñôþǫŕšţûṽŵẋýžÁƁÇÐÉƑĜĤÎĴĶĻḾÑÔÞǪŔŠŢÛṼŴẊÝŽ"))
}
