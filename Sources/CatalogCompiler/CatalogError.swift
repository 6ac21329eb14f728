/// A problem in a catalog, for whoever edits it; the place is `file:line`, as compilers write it.
struct CatalogError: Error, CustomStringConvertible {
  var place: String
  var problem: String
  /// Whether the catalog can be used as it is.
  var isWarning = false

  var description: String { "\(place): \(isWarning ? "warning" : "error"): \(problem)" }
}
