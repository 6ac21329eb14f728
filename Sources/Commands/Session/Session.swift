import Diary
import Git
import Glibc
import JSON
import Journal
import Localization
import Platform
import Terminal

/// All of the world that a command may reach: streams, clock, language, and the journal and the
/// clone, which are opened when they are first asked for.
struct Session: Sendable {
  let environment: Environment
  let globals: GlobalOptions
  let settings: Settings
  let reader: Reader
  let clock: Clock
  let paths: Paths
  /// Where the answer goes, and where everything else is said.
  var screen: Screen
  let errorScreen: Screen

  /// - Parameter trustsSettings: whether a broken file of settings ends the run.
  init(
    _ globals: GlobalOptions, environment: Environment, trustsSettings: Bool = true
  ) throws {
    self.globals = globals
    self.environment = environment
    paths = Paths(environment)
    let settings =
      trustsSettings
      ? try Settings(readingFrom: paths.config)
      : Settings(readingWhatCanBeRead: paths.config)
    self.settings = settings
    let preference = LanguagePreference(chosen: globals.language ?? settings.language) {
      environment[$0]
    }
    reader = Reader(preference)
    clock = try Clock(environment, endOfDay: settings.endOfDay)
    func detected(_ descriptor: Int32) -> Screen {
      Screen.detect(
        environment: environment.variables, descriptor: descriptor, isUTF8: preference.isUTF8,
        color: globals.color, ambiguousWidth: settings.ambiguousWidth)
    }
    var screens = (detected(1), detected(2))
    if let theme = settings.theme, let background = settings.background {
      screens.0.palette = theme.palette(on: background)
      screens.1.palette = screens.0.palette
    } else if let theme = settings.theme, screens.0.colors > .none || screens.1.colors > .none {
      let memory = BackgroundMemory(path: paths.background, environment: environment)
      screens.0.palette = theme.palette(on: memory.background ?? .dark)
      screens.1.palette = screens.0.palette
    }
    screen = screens.0
    errorScreen = screens.1
  }

  /// Whether there is somebody to ask, and a terminal to ask on.
  var isInteractive: Bool {
    !globals.hasNoInput && readsFromTerminal && errorScreen.isTerminal
  }

  /// Whether what is read from standard input would have to be typed.
  var readsFromTerminal: Bool { isatty(STDIN_FILENO) == 1 }

  /// The first day of this reader's week.
  var firstWeekday: Weekday { settings.firstWeekday ?? reader.firstWeekday }

  /// The day that it is for the writer.
  var today: Day { clock.today }

  // MARK: The journal

  func journal(for access: Journal.Access) throws -> Journal {
    let journal = try Journal(at: paths.journal, for: access, drafts: drafts)
    trace(.tracedJournal(path: paths.journal))
    if let log = journal.logKeptAside { say(.journalLogKept(path: paths.journal, log: log)) }
    return journal
  }

  var drafts: Drafts { Drafts(in: paths.drafts) }

  // MARK: Days

  /// The day that was typed.
  func day(_ typed: DayWord, towards direction: DayExpression.Direction = .past) throws -> Day {
    guard let expression = DayExpression(typed.text, reader: reader) else {
      throw UsageError.badDay(typed.text)
    }
    return expression.day(from: clock.today, firstWeekday: firstWeekday, towards: direction)
  }

  /// Both ends of a span, where they were typed.
  func span(_ since: DayWord?, _ until: DayWord?) throws -> (since: Day?, until: Day?) {
    let since = try since.map { try day($0) }
    let until = try until.map { try day($0) }
    if let since, let until, since > until {
      throw UsageError.daysInWrongOrder(since: since, until: until)
    }
    return (since, until)
  }
}
