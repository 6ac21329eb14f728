import Arguments
import Platform
import TestSupport
import Testing

@testable import App
@testable import Context

@Suite struct StartFileTextTests {
  private static let known = Set(ShellFeature.allCases.flatMap { Shell.bash.lines(for: $0) })
  private static let lines = Shell.bash.lines(for: .completion)

  private static func added(to bytes: [UInt8]?) -> StartFileText {
    var text = StartFileText(bytes)
    for feature in ShellFeature.allCases { text.add(Shell.bash.lines(for: feature)) }
    return StartFileText(text.bytes)
  }

  @Test(arguments: [
    "", "\n", "alias x=y\n", "alias x=y", "a\n\n\n", "a\r\nb\r\n", "한글 \u{1}\n", "a\n\nb",
  ])
  func `the file is byte for byte as before`(original: String) {
    let bytes = Array(original.utf8)
    var text = Self.added(to: bytes)
    #expect(text.bytes != bytes && text.contains(Self.lines))
    let (isFound, isEmpty) = text.removeBlocks(known: Self.known)
    #expect(isFound && !isEmpty)
    #expect(text.bytes == bytes)
  }

  @Test func `bytes that are not UTF-8 stay`() {
    let bytes: [UInt8] = [0xFF, 0x0A, 0x80, 0x00]
    var text = Self.added(to: bytes)
    _ = text.removeBlocks(known: Self.known)
    #expect(text.bytes == bytes)
  }

  @Test func `a new file is removed again, unless it has other lines`() {
    var text = Self.added(to: nil)
    #expect(text.removeBlocks(known: Self.known) == (true, true))
    var edited = StartFileText(Self.added(to: nil).bytes + Array("mine\n".utf8))
    #expect(edited.removeBlocks(known: Self.known) == (true, false))
    #expect(edited.bytes == Array("mine\n".utf8))
  }

  @Test(arguments: ["alias x=y", "alias x=y\n"])
  func `what the user wrote around and between the lines stays`(original: String) {
    var bytes = Self.added(to: Array(original.utf8)).bytes
    bytes = Array("first\n".utf8) + bytes + Array("last\n".utf8)
    var lines = String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    let end = lines.lastIndex { $0.hasPrefix("# <<<") } ?? 0
    lines.insert("between", at: end)
    var text = StartFileText(Array(lines.joined(separator: "\n").utf8))
    #expect(text.removeBlocks(known: Self.known).isFound)
    #expect(
      String(decoding: text.bytes, as: UTF8.self) == "first\nalias x=y\nbetween\nlast\n")
  }

  @Test func `a missing end marker ends with the known lines`() {
    let begin = "# >>> commitdiary setup >>>"
    let lines = ["a", begin] + Self.lines + ["mine", ""]
    var text = StartFileText(Array(lines.joined(separator: "\n").utf8))
    #expect(text.removeBlocks(known: Self.known).isFound)
    #expect(text.bytes == Array("a\nmine\n".utf8))
  }

  @Test func `a file without the lines is not changed`() {
    let bytes = Array("# >>> conda initialize >>>\nx\n# <<< conda initialize <<<\n".utf8)
    var text = StartFileText(bytes)
    #expect(!text.contains(Self.lines) && !text.removeBlocks(known: Self.known).isFound)
    #expect(text.bytes == bytes)
  }
}

@Suite struct CloneFoldersTests {
  @Test func `suggests the deepest folder with all clones of a branch`() {
    let home = "/home/a"
    let clones = ["/home/a/src/x", "/home/a/src/y", "/home/a/go/src/host/me/z", "/home/a/dotfiles"]
    #expect(
      CloneFolders.folders(of: clones, in: home) == ["~/src", "~/dotfiles", "~/go/src/host/me"])
    #expect(CloneFolders.folders(of: ["/home/a/w/b/c/d", "/home/a/w/b/e"], in: home) == ["~/w/b"])
    #expect(CloneFolders.folders(of: [], in: home) == [])
  }

  @Test func `finds clones but not hidden ones or those behind links`() throws {
    let folder = try TemporaryFolder()
    for name in ["src/one/.git", ".cache/two/.git", "deep/a/b/c/d/.git"] {
      try File.makeDirectory(folder.file(name))
    }
    #expect(CloneFolders.find(in: folder.path) == ["~/src"])
    #expect(CloneFolders.find(in: folder.file("missing")) == [])
  }
}
