/// An item of a picker.
public struct PickerItem: Hashable, Sendable {
  /// The caller's identifier.
  public var id: Int
  public var text: StyledText
  /// The text to search.
  public var searchText: String

  /// Without `searchText`, the words of `text` are searched.
  public init(id: Int, text: StyledText, searchText: String? = nil) {
    self.id = id
    self.text = text
    self.searchText = searchText ?? text.plain
  }
}
