import App
import Arguments
import Context
import JSON
import Localization
import Terminal
import Views

/// `commitdiary doctor`: checks what works, and says how to fix what does not.
struct DoctorCommand: Command {
  var repairs = false
  var readsAll = false
  var reports = false

  static let declaration = Declaration<Self>(
    .doctorSummary, details: .doctorDetails,
    examples: [
      Example("doctor"), Example("doctor --full"),
      Example("doctor --repair"), Example("doctor --report"),
    ], exclusive: [["repair", "report"]],
    [
      .flag("full", help: .optionFull) { $0.readsAll = true },
      .flag("repair", help: .optionRepair) { $0.repairs = true },
      .flag("report", help: .optionReport) { $0.reports = true },
    ])

  func run(in app: App) async throws {
    app.dailyCopies.adopt()
    let repair = app.repair
    let report = repairs ? try await repair.run() : nil
    // JSON is always in English, including dates and numbers.
    let reader = app.options.wantsJSON ? Reader(.english) : app.reader
    let checks = await DoctorChecks(app: app, reader: reader).checks(
      readingAll: readsAll, comparingTexts: !repairs)
    if reports {
      let report = await DoctorReport(of: app, checks)
      return try app.options.wantsJSON
        ? app.output.show(["report": report.json])
        : app.output.show(report.lines.map { StyledText($0) })
    }
    if app.options.wantsJSON {
      let list = JSONValue.array(checks.map { $0.json(for: reader) })
      try app.output.show(
        report.map { ["repair": $0.json, "checks": list] } ?? ["checks": list])
    } else {
      try app.output.show(checks.flatMap { $0.lines(in: app.context) })
    }
    if let report { try await repair.accept(report) }
    if let broken = checks.first(where: { !$0.isFine }) {
      throw Explanation(
        .doctorFound, hint: broken.hint, status: broken.name == .journal ? .journal : .failure)
    }
  }
}
