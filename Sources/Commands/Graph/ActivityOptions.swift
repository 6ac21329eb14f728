import App
import Arguments
import Diary
import Localization

/// A command that can be narrowed to the clone in the working directory.
protocol NarrowsToClone: Sendable {
  var isHere: Bool { get set }
}

extension Parameter where Options: NarrowsToClone {
  static var here: Parameter { .flag("here", help: .optionHere) { $0.isHere = true } }
}

/// The options that `graph` and `streak` share.
protocol HasActivityOptions: NarrowsToClone {
  var activity: ActivityOptions { get set }
}

extension HasActivityOptions {
  var isHere: Bool {
    get { activity.isHere }
    set { activity.isHere = newValue }
  }
}

extension Parameter where Options: HasActivityOptions {
  static var user: Parameter {
    .option(
      "user", short: "u", placeholder: .message(.placeholderLogin), help: .optionUser,
      completion: .users
    ) { $0.activity.user = $1 }
  }

  static var local: Parameter {
    .option(
      "local", placeholder: .message(.placeholderPath), help: .optionLocal, arity: .upToNextOption,
      completion: .directories
    ) { $0.activity.paths.append($1) }
  }

  static var author: Parameter {
    .option("author", placeholder: .message(.placeholderAuthor), help: .optionGraphAuthor) {
      $0.activity.author = $1
    }
  }
}
