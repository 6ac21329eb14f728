import App
import Arguments
import Context
import Git
import Localization
import Platform
import Servers
import Synchronization
import Terminal
import Views

/// `commitdiary lsp`: a server for editors on standard input and output.
struct LSPCommand: Command {
  static let declaration = Declaration<Self>(
    .lspSummary, details: .lspDetails, examples: [Example("lsp")], [])

  /// A longer message is none.
  private static let longestMessage = 64 << 20

  func run(in app: App) async throws {
    let streams = app.process.streams
    if streams.isTerminal(.input) { app.output.note(.serverOnTerminal) }
    let lookup = EditorLookup(app: app)
    let server = LSPServer(
      name: "commitdiary", version: Version.current,
      answers: LSPServer.Answers(
        hover: { await lookup.hover($0, $1, $2) }, lenses: { await lookup.lenses($0, $1) })
    ) { message in
      _ = streams.write("Content-Length: \(message.utf8.count)\r\n\r\n\(message)", .output)
    }
    for await message in InputMessages(.lengths, longest: Self.longestMessage) {
      switch message {
      case .text(let bytes): await server.receive(bytes)
      case .tooLong: await server.receiveLongMessage()
      case .broken: throw Explanation(.lspNoMessage)
      }
      guard let end = await server.end else { continue }
      if end == .unexpected { throw Explanation(.lspNoShutdown) }
      return
    }
    await server.finish()
  }
}

/// What is known about the lines of files that an editor has open. Each question opens the journal and
/// closes it again, so that a server that waits keeps no lock.
private final class EditorLookup: Sendable {
  let app: App
  private let threads = WorkThreads(4)
  private let cache = BlameCache()
  private let reported = Mutex<Set<String>>([])

  init(app: App) {
    self.app = app
  }

  func hover(_ path: String, _ text: [UInt8]?, _ line: Int) async -> LSPServer.Hover? {
    await look(at: path, text, line: line) { answer, context in
      guard let markdown = answer.markdown(in: context) else { return nil }
      let known = WhyAnswer(lines: [], reasons: answer.recorded)
      let plain = known.lines(in: context)
        .map { $0.render(on: context.screen) }
      return LSPServer.Hover(markdown: markdown, plain: plain.joined(separator: "\n"))
    }
  }

  func lenses(_ path: String, _ text: [UInt8]?) async -> [LSPServer.Lens] {
    await look(at: path, text, line: nil) { answer, context in
      answer.signs.map { sign in
        LSPServer.Lens(
          line: sign.lines.lowerBound, title: context.reader.say(.countNotes(count: sign.notes)))
      }
    } ?? []
  }

  /// - Returns: `nil` also if the file is in no clone, or there is no journal.
  private func look<Result: Sendable>(
    at path: String, _ text: [UInt8]?, line: Int?,
    _ body: @escaping @Sendable (WhyAnswer, ViewContext) -> Result?
  ) async -> Result? {
    guard File.exists(app.paths.journal) else { return nil }
    let process = app.process.withoutTerminal { _, _ in }
    var options = app.options
    options.isOffline = true
    let chosen = options
    return await threads.result {
      CallingThread.run {
        do {
          let app = try App(chosen, in: process)
          let answer = try await app.why.answer(
            aboutFile: path, text: text, line: line, cache: self.cache)
          return body(answer, app.context)
        } catch {
          self.report(error)
          return nil
        }
      }
    }.flatMap(\.self)
  }

  /// Says once on standard error that the journal cannot be read. That a line has no commit is no error
  /// here.
  private func report(_ error: any Error) {
    let explanation = Explanation(of: error)
    guard explanation.status == .journal else { return }
    let text = "commitdiary: \(app.reader.say(explanation.message))\n"
    let isNew = reported.withLock { $0.insert(text).inserted }
    if isNew { _ = app.process.streams.write(text, .error) }
  }
}
