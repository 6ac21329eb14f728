import App
import Arguments
import Diary
import Git
import JSON
import Journal
import Localization
import Platform
import Terminal
import Views

/// `commitdiary doctor`: what works, what does not, and what to do about it.
struct DoctorCommand: Command {
  var repairs = false
  var readsAll = false

  static let declaration = Declaration<Self>(
    .doctorSummary, details: .doctorDetails,
    examples: [
      Example("doctor", .doctorExample), Example("doctor --full", .optionFull),
      Example("doctor --repair", .optionRepair),
    ],
    [
      .flag("full", help: .optionFull) { $0.readsAll = true },
      .flag("repair", help: .optionRepair) { $0.repairs = true },
    ])

  func run(in app: App) async throws {
    var repair: JSONValue?
    if repairs { repair = try await JournalRepair(app: app).run() }
    // Programs read English, in the dates and numbers too.
    let reader = app.options.wantsJSON ? Reader(.english) : app.reader
    let checks = await DoctorChecks(app: app, reader: reader).checks(readingAll: readsAll)
    if app.options.wantsJSON {
      let list = JSONValue.array(checks.map { $0.json(for: reader) })
      try app.output.show(repair.map { ["repair": $0, "checks": list] } ?? ["checks": list])
    } else {
      try app.output.show(checks.flatMap { $0.lines(in: app.context) })
    }
    if let broken = checks.first(where: { !$0.isFine }) { throw DoctorFailed(check: broken) }
  }
}

/// The examination found something; what it was has been said.
private struct DoctorFailed: Error, Explained {
  var check: Check

  var explanation: Explanation {
    Explanation(
      .doctorFound, hint: check.hint, status: check.name == .journal ? .journal : .failure)
  }
}
