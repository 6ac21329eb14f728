import Diary
import Localization

/// How the page of the day begins: by the hour, and by name where it is known.
struct Greeting {
  private let hour: Int
  private let name: String?

  init(at time: TimeOfDay, name: String?) {
    hour = time.hour
    self.name = name.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
  }

  var message: Message {
    switch hour {
    case 0..<6: name.map { .greetingDawnTo(name: $0) } ?? .greetingDawn
    case 6..<12: name.map { .greetingMorningTo(name: $0) } ?? .greetingMorning
    case 12..<18: name.map { .greetingAfternoonTo(name: $0) } ?? .greetingAfternoon
    default: name.map { .greetingNightTo(name: $0) } ?? .greetingNight
    }
  }
}
