import Terminal
import Testing

@testable import Browse

@Suite struct KeyMapTests {
  @Test func `binds every action, and no key twice`() {
    let bound = KeyMap.bindings.map(\.action)
    #expect(Set(bound) == Set(BrowseAction.allCases))
    #expect(bound.count == Set(bound).count)
    let presses = KeyMap.bindings.flatMap(\.presses)
    #expect(presses.count == Set(presses).count)
  }

  @Test(arguments: [
    (Key.text("j"), [BrowseAction.down]), (.text("ㅓ"), [.down]), (.textWithKey("о", "j"), [.down]),
    (.textWithKey("j", "c"), [.down]), (.down, [.down]), (.text(" "), [.finish]),
    (.text("한"), [.first]),
    (.control("c"), [.quit]), (.pasted("q"), []), (.unknown, []),
  ])
  func `finds the actions of a key`(key: Key, actions: [BrowseAction]) {
    #expect(KeyMap.actions(for: key).prefix(actions.count) == actions[...])
    if actions.isEmpty { #expect(KeyMap.actions(for: key).isEmpty) }
  }
}
