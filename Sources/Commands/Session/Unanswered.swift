import Localization

/// What was written is on disk, but nobody could be told.
struct Unanswered: Error, Explained {
  var reason: Message
  var hint: Message

  var explanation: Explanation { Explanation(.outputFailed(reason: reason), hint: hint) }
}
