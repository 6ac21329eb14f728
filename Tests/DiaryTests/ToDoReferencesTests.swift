import Testing

@testable import Diary

@Suite struct ToDoReferencesTests {
  @Test(arguments: [
    ("Todo: 3", ["3"]), ("todo: #3, 4 5", ["3", "4", "5"]),
    ("Closes-Todo: 7kq2\nTodo: 3", ["7kq2", "3"]),
    ("Todo: 3\nTodo: 3", ["3"]), ("Todo: unknown", []), ("Todo:", []), ("Fixes: 3", []), ("", []),
    ("Todo: 99999999999999999999", []), ("Todo", []), ("Todo: abc", []),
  ])
  func `reads trailers`(trailers: String, names: [String]) {
    #expect(ToDoReferences.names(subject: "Fix", trailers: trailers) == names)
  }

  @Test(arguments: [
    ("Merge branch 'todo/3-cache'", ["3"]), ("Merge branch 'todo/3'", ["3"]),
    ("Merge branch 'todo/7kq2-cache' into main", ["7kq2"]),
    ("Merge pull request #7 from octocat/todo/3-cache", ["3"]),
    ("Merge remote-tracking branch 'origin/todo/3-cache'", ["3"]),
    ("Merge branches 'foo', 'todo/1-a' and 'todo/2-b'", ["1", "2"]),
    ("Merge branch 'main' into todo/3-cache", []),
    ("Merge branch 'main' of https://example.com/todo/3-cache", []),
    ("Merge branch 'todo/unknown'", []), ("Merge branch 'todo/'", []),
    ("Merge branch 'nottodo/3'", []), ("Work on todo/3-cache", []),
  ])
  func `reads merged branches`(subject: String, names: [String]) {
    #expect(ToDoReferences.names(subject: subject, trailers: "") == names)
  }

  @Test func `a commit can name a hundred to-dos at most`() {
    let trailers = "Todo: " + (1...500).map(String.init).joined(separator: ",")
    #expect(ToDoReferences.names(subject: "", trailers: trailers).count == 100)
  }
}
