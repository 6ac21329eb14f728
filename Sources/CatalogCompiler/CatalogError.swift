/// A problem in a catalog. The place is `file:line`, in the format of compiler errors.
struct CatalogError: Error, CustomStringConvertible {
  var place: String
  var problem: String
  /// Whether the catalog can be used in spite of the problem.
  var isWarning = false

  var description: String { "\(place): \(isWarning ? "warning" : "error"): \(problem)" }
}
