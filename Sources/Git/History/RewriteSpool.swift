/// The file to which the hook `post-rewrite` appends what git has rewritten, until the next command
/// that follows commits reads it.
struct RewriteSpool {
  let path: String

  init(commonDirectory: String) { path = commonDirectory + "/commitdiary/rewritten" }
}
