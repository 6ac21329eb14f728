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
    case .finish: return unless(selectedToDo != nil, .browseNoToDo)
    case .moveToDo: return unless(selectedToDo != nil || selectedNote != nil, .browseNotHere)
    case .note: return unless(selectedCommit != nil, .browseNoCommit)
    case .why: return unless(shaForWhy != nil, .browseNoCommit)
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
      return unless((lists[.search]?.count ?? 0) > 0, .pickerEmpty)
    case .sort: return unless(!tab.orders.isEmpty, .browseNotHere)
    default: return nil
    }
  }

  /// Why the list has no rows, and the key that adds one.
  var reasonForEmptyList: Message {
    func key(_ action: BrowseAction) -> String {
      keys.name(of: action, unicode: context.screen.unicode)
    }
    if choice.isFiltered { return list.version == version ? .pickerEmpty : .browseReading }
    switch tab {
    case .days: return .browseReading
    case .notes: return .browseNoNotes(commits: key(.commits), key: key(.note))
    case .toDos: return .browseNoToDos(key: key(.addToDo))
    case .commits: return list.version < 0 ? .browseReading : .browseNoCommits(key: key(.authors))
    case .search:
      let isTyped = searchText.contains { !$0.isWhitespace }
      return isTyped ? .pickerEmpty : .browseNoSearch(key: key(.find))
    }
  }

  /// The repository of the selected commit or note.
  private var selectedRepository: Repository? {
    selectedCommit?.repository ?? selectedNote?.repository
  }
}
