import Testing

@testable import Localization

@Suite struct LanguagePreferenceTests {
  @Test(arguments: [
    ("", []), ("LANG=", []), ("LANG=C", []), ("LANG=POSIX", []), ("LANG=C.UTF-8", []),
    ("LANG=ko_KR.UTF-8", ["ko"]),
    ("LC_ALL=ja_JP.UTF-8 LC_MESSAGES=ko_KR.UTF-8 LANG=en_US.UTF-8", ["ja"]),
    ("LC_MESSAGES=ko_KR.UTF-8 LANG=en_US.UTF-8", ["ko"]),
    ("LC_ALL= LC_MESSAGES= LANG=ko_KR.UTF-8", ["ko"]),
    ("LC_CTYPE=ko_KR.UTF-8 LC_TIME=ko_KR.UTF-8", []),
    ("LANGUAGE=ja:ko LANG=en_US.UTF-8", ["ja", "ko"]),
    ("LANGUAGE= LANG=ko_KR.UTF-8", ["ko"]), ("LANGUAGE=fr LANG=ko_KR.UTF-8", ["fr"]),
    ("LANGUAGE=pt_BR:pt:en LANG=pt_BR.UTF-8", ["pt", "pt", "en"]),
    ("LANGUAGE=ja::ko: LANG=en_US.UTF-8", ["ja", "ko"]),
    ("LANGUAGE=ko LANG=C", []), ("LANGUAGE=ko", []), ("LANGUAGE=ko LC_ALL=C LANG=ja_JP.UTF-8", []),
    ("LANGUAGE=ko LC_ALL=POSIX", []), ("LANGUAGE=ko LANG=C.UTF-8", ["ko"]),
    ("LANGUAGE=ko LC_MESSAGES=C LANG=ja_JP.UTF-8", []),
    ("LANGUAGE=C LANG=ko_KR.UTF-8", []), ("LANGUAGE=ja:C:ko LANG=ko_KR.UTF-8", ["ja"]),
    ("LANG=@", []), ("LC_ALL=. LANGUAGE=:", []),
    ("LANG=%%", []), ("LANG=한국어", []),
  ])
  func `finds languages like gettext`(
    _ variables: String, _ languages: [String]
  ) {
    #expect(LanguagePreference(variables).languages.map(\.language) == languages)
  }

  @Test(arguments: ["", "LANG=C", "LANGUAGE=ja LANG=en_US.UTF-8", "LC_ALL=de_DE.ISO-8859-1"])
  func `a chosen language takes precedence over the environment`(_ variables: String) {
    let preference = LanguagePreference(variables, chosen: "ko")
    #expect(preference.languages == [LanguageTag(language: "ko")])
    #expect(preference.isUTF8)
  }

  @Test(arguments: [
    ("", false), ("LANG=C", false), ("LANG=POSIX", false), ("LANG=C.UTF-8", true),
    ("LANG=C.utf8", true),
    ("LANG=ko_KR.UTF-8", true), ("LANG=ko_KR.utf-8@x", true), ("LANG=ko_KR", true),
    ("LANG=de_DE@euro", true),
    ("LANG=ko_KR.EUC-KR", false), ("LANG=ja_JP.eucJP", false),
    ("LANG=de_DE.ISO-8859-15@euro", false),
    ("LC_ALL=C LANG=ko_KR.UTF-8", false), ("LC_CTYPE=C LANG=ko_KR.UTF-8", false),
    ("LC_CTYPE=C.UTF-8 LANG=C", true),
    ("LC_MESSAGES=ko_KR.UTF-8 LANG=C", false),
  ])
  func `LC_CTYPE decides the charset`(_ variables: String, _ isUTF8: Bool) {
    #expect(LanguagePreference(variables).isUTF8 == isUTF8)
  }

  @Test(
    arguments: [
      ("", nil, nil), ("LANG=C", nil, nil), ("LANG=ko_KR.UTF-8", nil, "ko_KR"),
      ("LC_TIME=en_GB.UTF-8 LANG=ko_KR.UTF-8", nil, "en_GB"),
      ("LC_ALL=ja_JP.UTF-8 LC_TIME=en_GB.UTF-8", nil, "ja_JP"),
      ("LC_TIME=C LANG=ko_KR.UTF-8", nil, "ko_KR"),
      ("LANG=en_GB.UTF-8", "ko", "en_GB"), ("", "ko", "ko"), ("LANG=C", "en_GB", "en_GB"),
      ("LANG=en_US.UTF-8", "en_GB", "en_GB"),
    ] as [(String, String?, String?)])
  func `dates follow LC_TIME`(_ variables: String, _ chosen: String?, _ region: String?) {
    let preference = LanguagePreference(variables, chosen: chosen)
    #expect(preference.region == region.flatMap { LanguageTag($0) })
  }

  @Test func `reads other programs in English`() {
    #expect(Reader(.english).language == "en")
    #expect(Reader(.english).isUnicode)
  }
}

@Suite struct LanguageTagTests {
  @Test(
    arguments: [
      ("ko", "ko", nil), ("ko_KR", "ko", "KR"), ("ko-kr", "ko", "KR"),
      ("KO_kr.UTF-8@x", "ko", "KR"), ("zh-TW", "zh", "TW"),
      ("haw_US", "haw", "US"), ("en@quot", "en", nil), ("pt_", "pt", nil),
      ("sr_RS@euro", "sr", "RS"), ("es-419", "es", "419"),
    ] as [(String, String, String?)])
  func `reads POSIX and BCP 47 tags`(
    _ text: String, _ language: String, _ territory: String?
  ) {
    #expect(LanguageTag(text) == LanguageTag(language: language, territory: territory))
  }

  @Test(arguments: [
    ("zh-Hant-TW", "zh_Hant_TW"), ("zh_hans", "zh_Hans"), ("sr_RS@latin", "sr_Latn_RS"),
    ("sr@cyrillic", "sr_Cyrl"), ("pt-br", "pt_BR"), ("ko", "ko"), ("de_DE@euro", "de_DE"),
  ])
  func `reads a script and writes tags like locale names`(
    _ text: String, _ name: String
  ) {
    #expect(LanguageTag(text)?.description == name)
  }

  @Test(
    arguments: [
      ("한국어", "ko"), ("korean", "ko"), ("日本語", "ja"), ("English", "en"), ("Klingon", nil),
      ("", nil),
    ] as [(String, String?)])
  func `reads the names of languages`(_ text: String, _ name: String?) {
    #expect(LanguageTag(named: text)?.description == name)
  }

  @Test(arguments: [
    ("zh_TW", "zh_Hant_TW zh_Hant zh_TW zh"), ("zh_CN", "zh_Hans_CN zh_Hans zh_CN zh"),
    ("zh", "zh_Hans_CN zh_Hans zh_CN zh"), ("zh_Hant", "zh_Hant_TW zh_Hant zh_TW zh"),
    ("zh_HK", "zh_Hant_HK zh_Hant zh_HK zh"), ("zh_Hant_CN", "zh_Hant_CN zh_Hant zh"),
    ("pt_BR", "pt_BR pt"), ("pt", "pt_BR pt"), ("pt_PT", "pt_PT pt"), ("en_GB", "en_GB en"),
    ("ko", "ko_KR ko"), ("xx", "xx"), ("sr@latin", "sr_Latn_RS sr_Latn sr"),
  ])
  func `looks for the most specific catalog first`(_ text: String, _ names: String) {
    #expect(LanguageTag(text)?.catalogNames.joined(separator: " ") == names)
  }

  @Test(arguments: [
    "", "C", "POSIX", "C.UTF-8", "k", "korean", "한국", "é1", "12", "@", ".", "ko KR", "\0\0",
  ])
  func `refuses what is not a language`(_ text: String) {
    #expect(LanguageTag(text) == nil)
  }
}
