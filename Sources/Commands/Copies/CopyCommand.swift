import App
import Arguments
import Context
import Localization

/// `commitdiary copy`: other commands start this after the first change of a day.
struct CopyCommand: Command {
  static let declaration = Declaration<Self>(.aboutBackupPath, [])

  func run(in app: App) async throws { try app.dailyCopies.make() }
}
