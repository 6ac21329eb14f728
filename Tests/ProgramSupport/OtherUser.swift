import Glibc
import Platform
import TestSupport

/// A user without root's permissions. If the tests run as root, the program is run as the user
/// nobody, because permissions do not apply to root.
struct OtherUser {
  static let isAvailable = getuid() != 0 || File.isProgram("/usr/bin/setpriv")
  static let reason = "needs setpriv, because root may write everywhere"

  /// The id of the user, who may be made the owner of files.
  var number: uid_t { getuid() == 0 ? 65_534 : getuid() }

  func command(for program: String, in sandbox: Sandbox) throws -> [String] {
    guard getuid() == 0 else { return [program] }
    // Other users may have no access to the build folder.
    let copy = sandbox.file("program")
    if !File.exists(copy) { try ExecutableFile.write(File.read(program), to: copy) }
    let number = String(number)
    return ["setpriv", "--reuid=\(number)", "--regid=\(number)", "--clear-groups", copy]
  }
}
