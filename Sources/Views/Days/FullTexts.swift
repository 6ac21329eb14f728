public import Diary
public import Journal
import Localization
public import Terminal

/// Whole notes or entries under headings, for reading a span. The texts come in batches, so that
/// any number of them fits into memory.
public struct FullTexts: Sendable {
  /// What the texts below a heading have in common.
  public enum Grouping: Sendable {
    case day, repository, nothing
  }

  let grouping: Grouping
  let context: ViewContext
  /// The last heading.
  var heading: Heading?
  var isFirst = true

  enum Heading: Hashable {
    case day(Day)
    case repository(Repository)
  }

  /// The lines of the next notes.
  public mutating func lines(of notes: [FoundNote]) -> [StyledText] {
    notes.flatMap { found in
      let heading: Heading? =
        switch grouping {
        case .day: .day(found.note.day)
        case .repository: .repository(found.note.repository)
        case .nothing: nil
        }
      return lines(below: heading) { $0.lines(of: found) }
    }
  }

  /// The lines of the next entries.
  public mutating func lines(of entries: [Entry]) -> [StyledText] {
    entries.flatMap { entry in
      lines(below: .day(entry.day)) { $0.linesUnderDate(of: entry) }
    }
  }

  /// A text, below its heading unless that is the last one. Texts are indented, so that headings
  /// are found without color too.
  private mutating func lines(
    below heading: Heading?, _ text: (ViewContext) -> [StyledText]
  ) -> [StyledText] {
    var lines: [StyledText] = isFirst ? [] : [""]
    isFirst = false
    if let heading, heading != self.heading {
      lines += context.wrapped(title(of: heading))
      self.heading = heading
    }
    guard heading != nil else { return lines + text(context) }
    return lines + context.indented(text)
  }

  private func title(of heading: Heading) -> StyledText {
    switch heading {
    case .day(let day): StyledText(context.reader.dateWithWeekday(day), .heading)
    case .repository(let repository):
      StyledText(repository.shortName, .heading, link: repository.url)
    }
  }
}

extension ViewContext {
  public func fullTexts(by grouping: FullTexts.Grouping = .day) -> FullTexts {
    FullTexts(grouping: grouping, context: self)
  }
}
