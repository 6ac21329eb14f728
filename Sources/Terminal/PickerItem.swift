/// One thing to choose.
public struct PickerItem: Hashable, Sendable {
  /// What the caller knows it by.
  public var id: Int
  public var text: StyledText
  /// What typing is compared with.
  public var searchText: String

  /// Typing is compared with the words of `text` where `searchText` is left out.
  public init(id: Int, text: StyledText, searchText: String? = nil) {
    self.id = id
    self.text = text
    self.searchText = searchText ?? text.plain
  }
}
