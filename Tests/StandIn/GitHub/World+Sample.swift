import TestSupport

extension World {
  /// A realistic world of one account with many repositories: several authors, one of them unknown
  /// to GitHub; forks, archived and private repositories; messages in several languages.
  ///
  /// The same arguments give the same world. Only the dates are relative to `today`, so that a
  /// program that requests the last year finds commits.
  ///
  /// - Parameter today: the day of the newest commits, in seconds since 1970.
  public static func sample(
    repositories: Int, commitsEach: Int, seed: UInt64 = 1, login: String = "octocat",
    token: String = "gho_" + String(repeating: "S", count: 36), today: Int? = nil
  ) -> World {
    var chance = Seeded(seed)
    let end = CivilTime.startOfDay(today ?? CivilTime.now)
    var owner = Account(
      login, name: "The Octocat", email: "octocat@example.com", token: token)
    owner.id = 583_231
    let friend = Account("hubot", id: 480_938, name: "Hubot", email: "hubot@example.com")
    var world = World(accounts: [owner, friend])
    world.repositories = (0..<repositories).map { number in
      let newest = end - number * 86_400 * 300 / max(repositories, 1) - chance.below(40_000)
      let commits = history(
        commitsEach, login: login, newest: newest, number: number, chance: &chance)
      let name = "\(chance.pick(names))-\(number + 1)"
      var repository = Repository(
        id: 1_296_269 + number * 37, login, name, isPrivate: number % 5 == 3, commits: commits)
      repository.description = chance.pick(descriptions)
      repository.language = chance.pick(["Swift", "C", "Rust", "Go", nil])
      repository.isFork = number % 20 == 19
      repository.isArchived = number % 25 == 24
      return repository
    }
    return world
  }

  /// A linear history that ends at `newest`, the newest commit first.
  public static func history(
    _ count: Int, login: String, newest: Int, seed: UInt64 = 1
  ) -> [Commit] {
    var chance = Seeded(seed)
    return history(count, login: login, newest: newest, number: 0, chance: &chance)
  }

  private static func history(
    _ count: Int, login: String, newest: Int, number: Int, chance: inout Seeded
  ) -> [Commit] {
    let people = [
      Signature("The Octocat", "octocat@example.com", login: login, date: 0),
      Signature("The Octocat", "octocat@example.com", login: login, date: 0),
      Signature("Hubot", "hubot@example.com", login: "hubot", date: 0),
      Signature("누군가", "someone@example.org", login: nil, date: 0),
    ]
    var commits: [Commit] = []
    var date = newest
    var sha = chance.sha()
    for index in 0..<count {
      var author = chance.pick(people)
      author.date = date - (chance.below(10) == 0 ? 7200 : 0)
      var committer = author
      committer.date = date
      if chance.below(5) == 0 {
        committer = Signature("GitHub", "noreply@github.com", login: "web-flow", date: date)
      }
      let parent = chance.sha()
      var commit = Commit(
        sha, message(index + number, &chance), author: author, committer: committer,
        parents: index == count - 1 ? [] : [parent])
      commit.isSigned = committer.login == "web-flow"
      commits.append(commit)
      sha = parent
      date -= 60 + chance.below(80_000)
    }
    return commits
  }

  private static func message(_ number: Int, _ chance: inout Seeded) -> String {
    let subject = chance.pick(subjects) + " (#\(number + 1))"
    return chance.below(3) == 0 ? subject + "\n\n" + chance.pick(bodies) : subject
  }

  private static let names = [
    "hello-world", "Spoon-Knife", "linguist", "boysenberry-repo", "git-consortium", "test-repo",
  ]
  private static let descriptions: [String?] = [
    "My first repository on GitHub!", "커밋 옆의 일기", "コミットのそばの日記 ✍️", nil,
    "A \"quoted\" description with a \\ and a tab\tin it.",
  ]
  private static let subjects = [
    "Fix a crash when the list is empty", "Read settings from one place",
    "Explain why the cache is keyed by account", "Merge branch 'main' into topic",
    "회고 페이지에 주간 요약을 더한다", "로그인 창이 두 번 열리던 문제를 고친다",
    "설정 파일의 주석을 지우지 않게 한다", "日付の並び順を直す", "検索結果を一件ずつ表示する",
    "🎉 First release", "⚡️ Load pages while the others are drawn", ":bug: Close the file again",
    "Änderungen am Zeilenumbruch", "Quote \"names\" with <angle> & ampersand",
  ]
  private static let bodies = [
    "It was measured before and after: 41 ms, then 12 ms.\n\nCloses #7",
    "이전에는 모든 페이지를 다시 받았다.\r\n이제는 바뀐 것만 받는다.",
    "前の実装は順序を保証していなかった。",
    "* one thing\n* another thing\n\nCo-authored-by: Hubot <hubot@example.com>",
  ]
}

extension Seeded {
  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  mutating func pick<Item>(_ items: [Item]) -> Item { items[below(items.count)] }

  /// 40 hexadecimal digits.
  mutating func sha() -> String {
    String((0..<3).map { _ in Seeded.hex(next()) }.joined().prefix(40))
  }

  static func hex(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
