extension RecordField {
  /// What the state of a record consists of. To add a field, add a property to `RecordState` and a line
  /// here.
  public static let all: [RecordField] = [
    RecordField(
      "text", \.text, .text, of: [.note, .entry, .toDo], role: .text, merge: .words,
      isSearched: true),
    RecordField("day", \.day, .day("day"), of: [.note, .entry, .toDo]),
    RecordField(
      "deletedAt", \.deletedAt, .moment("deleted"), of: [.note, .entry, .toDo], merge: .deletion),
    RecordField("place", \.place, .place, of: [.note], role: .place, isSearched: true),
    RecordField(
      "weather", \.weather, .text("weather"), of: [.entry], role: .observed, merge: .weather),
    RecordField("done", \.done, .completion, of: [.toDo], merge: .completion),
    RecordField("due", \.due, .day("due"), of: [.toDo]),
    RecordField("priority", \.priority, .text("priority", packed: true), of: [.toDo]),
    RecordField("series", \.series, .series, of: [.toDo]),
    RecordField(
      "written", \.written, .written, of: [.note, .entry, .toDo], role: .circumstance),
  ]

  /// The parts that make another version to the user, by their names in JSON.
  public static let versionParts: [String] = all.filter { [.text, .place].contains($0.role) }
    .flatMap(\.parts).filter(\.identifies).map(\.name)
}
