import Keyring
import Testing

@Suite struct KeyringCallTests {
  @Test(arguments: [("a\0", "b", "c", "d"), ("a", "b\0c", "c", "d"), ("a", "b", "\0", "d")])
  func `refuses text with a NUL byte`(_ words: (String, String, String, String)) async {
    await #expect(throws: KeyringError.failed(detail: "NUL")) {
      try await Keyring().store(words.2, host: words.0, account: words.1, label: words.3)
    }
  }

  @Test func `a canceled call returns at once`() async {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await Keyring(deadline: .seconds(600)).secret(host: "a", account: "b")
    }
    await #expect(throws: KeyringError.refused) { try await task.value }
  }
}
