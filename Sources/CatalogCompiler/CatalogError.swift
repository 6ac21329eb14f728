/// What is wrong with a catalog, for whoever edits it; the place is `file:line`, as compilers say it.
struct CatalogError: Error, CustomStringConvertible {
  var place: String
  var problem: String

  var description: String { "\(place): error: \(problem)" }
}
