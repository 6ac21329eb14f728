extension Repository {
  /// The web page of the repository; `nil` for a clone without a remote.
  public var url: String? { isLocal ? nil : "https://\(name)" }

  public func url(of commit: Commit) -> String? { url.map { "\($0)/commit/\(commit.sha)" } }
}
