import JSON
import StandIn
import Testing

/// A home directory in which every case fails without changing anything.
struct FailureStage {
  let sandbox: Sandbox
  /// The values of the names between braces.
  let known: [String: String]

  /// Prepared once and copied for every case.
  private static let prepared = Result { () throws -> (image: FolderImage, ids: [String: String]) in
    let sandbox = try Sandbox()
    let ids = try prepare(sandbox)
    return (try FolderImage(of: sandbox.path), ids)
  }

  init() throws {
    let prepared = try Self.prepared.get()
    sandbox = try Sandbox(image: prepared.image)
    known = prepared.ids.merging(["sandbox": sandbox.path]) { $1 }
  }

  private static func prepare(_ sandbox: Sandbox) throws -> [String: String] {
    let deleted = try sandbox.add("--body", "deleted")
    try sandbox.run("todo", "add", "--each", "stays", "goes", "--day", "2026-11-20")
    let gone = try sandbox.run("todo", "delete", "2", "--yes", "--json")
    let ids = [
      "deletedToDo": try gone.json()["todos"]?.array?.first?["id"]?.string ?? "",
      "id": try sandbox.add("--title", "title", "--body", "stays"), "deleted": deleted,
    ]
    try sandbox.run("notes", "delete", deleted, "--yes")
    for day in ["2026-11-19", "2026-11-20"] {
      try sandbox.run("diary", "write", day, "--body", "stays")
    }
    try sandbox.run("diary", "delete", "2026-11-19", "--yes")
    try sandbox.shell(
      """
      mkdir -p "$sandbox/unborn" "$sandbox/folder/commitdiary/journal.sqlite" \
        "$sandbox/text/commitdiary" "$sandbox/broken/commitdiary"
      git init -q -b main "$sandbox/unborn"
      echo 'Dear diary, this is a text.' > "$sandbox/text/commitdiary/journal.sqlite"
      echo '{ "language": ' > "$sandbox/broken/commitdiary/config.json"
      printf 'caf\\351' > "$sandbox/latin1"
      """)
    return ids
  }

  func filled(_ text: String) -> String {
    known.reduce(text) { $0.replacing("{\($1.key)}", with: $1.value) }
  }

  func run(_ example: FailureCase, _ more: String...) throws -> Outcome {
    let words = example.line.split(separator: " ").map {
      filled(String($0).replacing("_", with: " "))
    }
    let folder =
      switch example.place {
      case .clone: sandbox.directory
      case .nowhere: sandbox.file("home")
      case .unborn: sandbox.file("unborn")
      }
    return try sandbox.run(
      words + more, environment: example.environment.mapValues(filled),
      input: example.input.map { Array($0.utf8) }, in: folder)
  }
}

/// A sandbox with GitHub, and the checks that `doctor` makes there.
struct DoctorStage {
  let sandbox: Sandbox
  let gitHub: GitHubStandIn

  init() throws {
    sandbox = try Sandbox(clone: nil)
    gitHub = try sandbox.useGitHub()
  }

  struct Finding: Equatable {
    var isFine: Bool
    var detail: String
    var hint: String?
  }

  /// The checks by name; no name may occur twice.
  func examine(
    _ words: String..., status: Int32, environment: [String: String] = [:]
  ) throws -> [String: Finding] {
    let outcome = try sandbox.run(["doctor", "--json"] + words, environment: environment)
    #expect(outcome.status == status, "\(outcome.testDescription)")
    let document = try outcome.json()
    #expect(Shape.checks.faults(in: document) == [], "\(outcome.testDescription)")
    let people = try sandbox.run(["doctor"] + words, environment: environment)
    #expect(people.status == status, "\(people.testDescription)")
    if status != 0 { people.expectFailure(status, "problems were found") }
    let checks = document["checks"]?.array ?? []
    return Dictionary(
      checks.map {
        (
          $0["name"]?.string ?? "",
          Finding(
            isFine: $0["ok"] == true, detail: $0["detail"]?.string ?? "", hint: $0["hint"]?.string)
        )
      }
    ) { first, _ in
      Issue.record("\(first) and another")
      return first
    }
  }
}
