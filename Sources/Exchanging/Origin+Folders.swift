import Exchange
import JSON
import Journal

extension Origin {
  /// The path of the file.
  var path: String { file.isEmpty ? source : "\(source)/\(file)" }

  /// The origin as one of a folder that has the file; `nil` if the folder has not.
  func inside(_ folder: String) -> Origin? {
    if source == folder { return self }
    guard !folder.isEmpty, path.hasPrefix("\(folder)/"), var item = Item(self)
    else { return nil }
    var origin = self
    (origin.source, origin.file) = (folder, String(path.dropFirst(folder.count + 1)))
    MarkdownFolder.move(&item, to: origin.file)
    origin.item = item.json.text(.compact)
    origin.hash = Journal.hash(origin.item)
    return origin
  }
}

extension Journal {
  /// The latest origins of the files in a folder, whichever folder they were imported with.
  func origins(
    in format: String, inside folder: String
  ) throws(JournalError) -> [KnownOrigin] {
    try origins(in: format, around: folder).compactMap { known in
      var known = known
      guard let origin = known.origin.inside(folder) else { return nil }
      known.origin = origin
      return known
    }
  }
}
