import Diary
import Journal
import Localization
import Terminal
import Views

extension BrowseState {
  /// Whether an action does something here and now. The bottom line shows no others.
  func isAvailable(_ action: BrowseAction) -> Bool { refusal(of: action) == nil }

  /// Why an action does nothing here; `nil` if it does something.
  func refusal(of action: BrowseAction) -> Message? {
    func unless(_ isPossible: Bool, _ message: Message) -> Message? { isPossible ? nil : message }
    switch action {
    case .edit:
      switch target {
      case .day?, .note?, .toDo?: return nil
      case .commit?, .span?, nil: return .browseNotHere
      }
    case .finish: return unless(selectedToDo != nil, .browseNoToDo(key: key(.toDos)))
    case .moveToDo: return unless(selectedToDo != nil || selectedNote != nil, .browseNotHere)
    // From elsewhere, it goes to the list of commits.
    case .note: return unless(selectedCommit != nil || tab != .commits, noCommit)
    case .why: return unless(shaForWhy != nil, noCommit)
    case .openPage:
      guard selectedCommit != nil || selectedNote != nil else { return .browseNotHere }
      return selectedRepository.flatMap { repository in
        unless(repository.url != nil, .repositoryNotHosted(repository: repository.shortName))
      }
    case .share: return unless(selectedNote != nil || selectedEntry != nil, .browseNotHere)
    case .tags, .delete:
      return unless(selectedRecord != nil, .browseNotHere)
    case .copy: return unless(target != nil, .browseNotHere)
    case .nextMatch, .previousMatch:
      let isTyped = searchText.contains { !$0.isWhitespace }
      return unless((lists[.search]?.count ?? 0) > 0, isTyped ? .pickerEmpty : searchHint)
    case .sort: return unless(!tab.orders.isEmpty, .browseNotHere)
    default: return nil
    }
  }

  /// Why the list has no rows, and the key that adds one.
  var reasonForEmptyList: [Message] {
    // A filter looks at the rows of this list only.
    if choice.isFiltered {
      return list.version == version ? [.pickerEmpty, searchHint] : [.browseReading]
    }
    switch tab {
    case .days: return [.browseReading]
    case .notes: return [.browseNoNotes(commits: key(.commits), key: key(.note))]
    case .toDos: return [.browseNoToDos(key: key(.addToDo))]
    case .commits:
      return [list.version < 0 ? .browseReading : .browseNoCommits(key: key(.authors))]
    case .search:
      let isTyped = searchText.contains { !$0.isWhitespace }
      return [isTyped ? .pickerEmpty : searchHint]
    }
  }

  private var searchHint: Message { .browseNoSearch(key: key(.find)) }

  var noCommit: Message { .browseNoCommit(key: key(.commits)) }

  func key(_ action: BrowseAction) -> String {
    keys.name(of: action, unicode: context.screen.unicode)
  }

  /// The repository of the selected commit or note.
  private var selectedRepository: Repository? {
    selectedCommit?.repository ?? selectedNote?.repository
  }
}
