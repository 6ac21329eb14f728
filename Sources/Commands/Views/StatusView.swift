import Diary
import Journal
import Localization
import Platform
import Terminal

/// Who is logged in, where the tokens are, and how the journal stands, for people.
struct StatusView {
  let status: Status
  let session: Session

  func lines() -> [StyledText] {
    var lines: [StyledText] = []
    if status.accounts.isEmpty {
      lines += wrapped(.statusNobody)
      lines += wrapped(.notLoggedInHint, .faint)
    }
    for standing in status.accounts { lines += self.lines(for: standing) }
    lines.append("")
    let reader = session.reader
    lines += wrapped(
      .statusOfJournal(
        contents: status.journal.message, size: reader.write(bytes: status.bytes), path: status.path
      ))
    if let last = status.lastRefresh {
      lines += wrapped(.statusRefreshed(when: when(last)))
    } else if !status.accounts.isEmpty {
      lines += wrapped(.statusNeverRefreshed)
    }
    return lines
  }

  private func lines(for standing: Standing) -> [StyledText] {
    let login = standing.known.account.login
    var heading = StyledText(login.isEmpty ? "?" : login, .heading)
    heading.append("  " + standing.known.account.host, .faint)
    if standing.isActive { heading += "  " + session.styled(.statusActive, .success) }
    var lines = session.wrapped(heading)
    lines += wrapped(place(of: standing.origin), standing.origin == .file ? .warning : .plain)
    if standing.origin == .file { lines += wrapped(.tokenInFileHint, .faint) }
    if let scopes = standing.known.scopes {
      lines += wrapped(
        scopes.isEmpty
          ? .statusNoScopes : .statusScopes(scopes: session.reader.list(scopes)))
    }
    if let expiry = standing.expiry { lines += wrapped(.statusExpires(when: when(expiry))) }
    if let limit = standing.known.limit {
      lines += wrapped(
        .statusLimit(
          remaining: session.reader.write(limit.remaining),
          limit: session.reader.write(limit.limit), when: time(limit.resetsAt)))
    }
    if let problem = standing.problem { lines += wrapped(problem.message, .failure) }
    return lines
  }

  private func place(of origin: TokenOrigin) -> Message {
    switch origin {
    case .environment(let variable): .statusTokenInEnvironment(variable: variable)
    case .command: .statusTokenByCommand
    case .keyring: .statusTokenInKeyring
    case .file: .tokenInFile(path: session.paths.tokens)
    }
  }

  private func wrapped(_ message: Message, _ style: Style = .plain) -> [StyledText] {
    session.wrapped("  " + session.styled(message, style), indent: 4)
  }

  private func when(_ instant: Instant) -> String {
    session.reader.dateAndTime(LocalTime.moment(at: instant))
  }

  private func time(_ instant: Instant) -> String {
    session.reader.time(LocalTime.moment(at: instant).time)
  }
}

extension JournalCounts {
  /// `3 notes, 1 entry, 2 to-dos`
  var message: Message {
    .journalContents(
      notes: Message.countNotes(count: notes), entries: Message.countEntries(count: entries),
      toDos: Message.countToDos(count: toDos))
  }
}
