import Testing

@testable import Exchange

/// The forms of files that are recognized only to be refused.
@Suite struct RefusedFormTests {
  private func reason(_ name: String, _ beginning: String = "") -> ExchangeError.Reason? {
    Source(name: name, []).refusal(beginning: beginning)?.reason
  }

  private static let plist = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://example.org/a.dtd">
    <plist version="1.0">
    <dict>
    	<key>Creation Date</key><date>2013-05-17T18:39:20Z</date>
    	<key>Entry Text</key><string>A</string>
    </dict>
    </plist>
    """

  @Test func `a file is refused by its beginning or by its name`() {
    for text in ["JRNLv3 \0x", "gAAAAABfb4gQBMqqGn_W8v_s7qCi14bX7inuCOKbsBqIUf7"] {
      #expect(reason("journal.txt", text) == .encrypted)
    }
    #expect(reason("20241229.org.gpg") == .encrypted && reason("diary.age") == .encrypted)
    #expect(reason("entry.xml", Self.plist) == .dayOneClassic)
    #expect(reason("-", "\u{FEFF}\n\(Self.plist)") == .dayOneClassic)
    #expect(reason("0123456789ABCDEF.doentry") == .dayOneClassic)
    #expect(reason("journal.json", "{\"tags\": {\"@a\": 1},") == .jrnlJSON)
    #expect(reason("-", "\u{FEFF}{\n  \"tags\": {},\n  \"entries\": [") == .jrnlJSON)
  }

  @Test func `files that may be read are not refused`() {
    for text in [
      "", "[2026-11-21 17:04] Title", "gAAAAA is how it begins", "{\"entries\":[", "[{\"tags\":[",
      "{\"tags\":[\"a\"],\"description\":\"x\"}", "{\"metadata\":{\"version\":\"1.0\"},",
      "<plist><key>Label</key>", "# About plists\n\n```\n\(Self.plist)\n```",
    ] {
      #expect(reason("journal.md", text) == nil, "\(text)")
    }
  }

  @Test func `a folder is refused for entries of Day One Classic only`() {
    func refusal(_ paths: [String]) -> ExchangeError? {
      Source(name: "a", files: paths.map { SourceFile(path: $0, []) }, isFolder: true)
        .refusal(beginning: "")
    }
    let path = "Journal.dayone/entries/0123456789ABCDEF0123456789ABCDEF.doentry"
    #expect(
      refusal(["Journal.dayone/photos/0123.jpg", path])
        == ExchangeError(.dayOneClassic, at: ItemPlace(file: path)))
    #expect(refusal(["20241228.org", "20241229.gpg", "entries.json"]) == nil)
  }
}
