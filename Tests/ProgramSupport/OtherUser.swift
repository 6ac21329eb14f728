import Glibc
import Platform

/// Somebody whom permissions hold back. Nothing holds root back, so where the tests run as root the
/// program is run as nobody; where they do not, whoever runs them will do.
struct OtherUser {
  static let isAvailable = getuid() != 0 || File.isProgram("/usr/bin/setpriv")
  static let reason = "needs setpriv, because root may write everywhere"

  /// The number of the user, to whom files may be given.
  var number: uid_t { getuid() == 0 ? 65_534 : getuid() }

  func command(for program: String, in sandbox: Sandbox) throws -> [String] {
    guard getuid() == 0 else { return [program] }
    // The folder of the build may be closed to others.
    let copy = sandbox.file("program")
    if !File.exists(copy) {
      try File.writeAtomically(File.read(program), to: copy, permissions: 0o755)
    }
    let number = String(number)
    return ["setpriv", "--reuid=\(number)", "--regid=\(number)", "--clear-groups", copy]
  }
}
