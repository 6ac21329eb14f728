/// The themes in the order in which they are listed.
enum ThemeNames {
  static let all = [
    "green", "blue", "orange", "pink", "black", "github", "github-dimmed", "github-classic",
    "halloween", "winter", "dracula", "viridis", "cividis",
  ]
}
