import App
import Arguments
import Context
import Localization
import Weather

extension Program {
  static var manualFacts: ManualFacts {
    let environment: [ManualFacts.Item] = [
      .init(["COMMITDIARY_TOKEN", "GH_TOKEN", "GITHUB_TOKEN"], .environmentToken),
      .init(["COMMITDIARY_CLIENT_ID"], .environmentClientID),
      .init(["COMMITDIARY_WEB_URL", "COMMITDIARY_API_URL"], .environmentAddresses),
      .init(WeatherServer.all.map(\.variable), .environmentWeather),
      .init(["COMMITDIARY_NOW"], .environmentNow),
      .init(
        ["LANGUAGE", "LC_ALL", "LC_MESSAGES", "LC_TIME", "LANG", "TZ"], .environmentLanguage),
      .init(["NO_COLOR", "CLICOLOR_FORCE", "COLORTERM", "TERM"], .environmentColor),
      .init(["COLUMNS"], .environmentColumns),
      .init(["PAGER", "VISUAL", "EDITOR"], .environmentPrograms),
      .init(["BROWSER"], .environmentBrowser),
      .init(["https_proxy", "no_proxy", "SSL_CERT_FILE", "CURL_CA_BUNDLE"], .environmentProxy),
      .init(
        ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"],
        .environmentFolders),
    ]
    let files: [ManualFacts.Item] = [
      .init(file: "~/.config/commitdiary/config.json", .fileConfig),
      .init(file: "~/.local/share/commitdiary/journal.sqlite", .fileJournal),
      .init(file: "~/.local/share/commitdiary/tokens.json", .fileTokens),
      .init(file: "~/.local/state/commitdiary/drafts/", .fileDrafts),
      .init(file: "~/.cache/commitdiary/", .fileCaches),
    ]
    return ManualFacts(
      chapters: [
        .init(path: ["config"], heading: .manualSettings, items: Setting.all.map(\.manualItem)),
        .init(path: ["browse"], heading: .manualInputMethods, text: .browseInputMethods),
        MeasureManual.chapter(of: "graph"), MeasureManual.chapter(of: "streak"),
        .init(path: [], heading: .manualEnvironment, items: environment),
        .init(path: [], heading: .manualFiles, items: files),
      ],
      statuses: [
        .init(.success, .statusSuccess), .init(.failure, .statusFailure),
        .init(.usage, .statusUsage), .init(.notFound, .statusNotFound),
        .init(.authentication, .statusAuthentication), .init(.unavailable, .statusUnavailable),
        .init(.journal, .statusJournal), .init(.interrupted, .statusInterrupted),
      ])
  }
}

extension Setting {
  /// The setting in the manual: what it is for, when it matters, its default and its values.
  fileprivate var manualItem: ManualFacts.Item {
    let defaultText = defaultValue.map { text(of: $0) } ?? ""
    let more: [Message?] = [
      details,
      defaultText.isEmpty
        ? nil : .manualSentence(phrase: Message.settingDefaultIs(value: defaultText)),
      expected,
    ]
    let meaning = more.compactMap(\.self).reduce(.manualSentence(phrase: about)) {
      Message.sentences(first: $0, second: $1)
    }
    return ManualFacts.Item([key], placeholder: placeholder, meaning)
  }
}
