import Localization
import Platform
import Testing

@testable import Context

@Suite struct PathsTests {
  @Test func `follows the base directory specification`() throws {
    let usual = try Paths(Environment(["HOME": "/home/a"]))
    #expect(usual.config == "/home/a/.config/commitdiary/config.json")
    #expect(usual.journal == "/home/a/.local/share/commitdiary/journal.sqlite")
    let chosen = try Paths(
      Environment([
        "HOME": "/home/a", "XDG_CONFIG_HOME": "/c", "XDG_DATA_HOME": "data", "XDG_STATE_HOME": "",
      ]))
    #expect(chosen.config == "/c/commitdiary/config.json")
    #expect(chosen.journal == usual.journal && chosen.drafts == usual.drafts)
  }

  @Test func `refuses a home directory that is not absolute`() {
    for path in ["here", "./here", "~", " /home/a"] {
      #expect(throws: Explanation(.homeRelative(path: path), hint: .homeHint, status: .usage)) {
        try Paths(Environment(["HOME": path]))
      }
    }
    for variables in [[:], ["HOME": ""], ["XDG_DATA_HOME": "/data"]] {
      #expect(throws: Explanation(.homeMissing, hint: .homeHint, status: .usage)) {
        try Paths(Environment(variables))
      }
    }
  }
}
