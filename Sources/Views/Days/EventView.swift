public import Diary
public import JSON
import Localization
import Terminal

/// A pull request or an issue, with what the user did with it on one day.
struct ItemOfDay {
  var item: HostedItem
  /// In the order of their times, without duplicates.
  var actions: [HostedEvent.Action]

  /// The items of the events, in the order of their first event.
  static func items(of events: [HostedEvent]) -> [ItemOfDay] {
    var items: [ItemOfDay] = []
    for event in events {
      if let index = items.firstIndex(where: { $0.item.id == event.item.id }) {
        if !items[index].actions.contains(event.action) {
          items[index].actions.append(event.action)
        }
      } else {
        items.append(ItemOfDay(item: event.item, actions: [event.action]))
      }
    }
    return items
  }

  /// `octocat/hello#12`
  var name: String { "\(item.repository.shortName)#\(item.number)" }

  /// For example `opened, merged`.
  func words(in reader: Reader) -> String {
    reader.enumeration(actions.map { reader.say($0.message) })
  }
}

extension HostedEvent.Action {
  fileprivate var message: Message {
    switch self {
    case .opened: .eventOpened
    case .merged: .eventMerged
    case .reviewed: .eventReviewed
    case .closed: .eventClosed
    }
  }
}

/// The JSON of events.
public enum EventJSON {
  public static func events(_ events: [HostedEvent], of kind: HostedItem.Kind) -> JSONValue {
    .array(events.filter { $0.item.kind == kind }.map(event))
  }

  private static func event(_ event: HostedEvent) -> JSONValue {
    [
      "action": .string(event.action.rawValue),
      "repo": .string(event.item.repository.name),
      "number": .integer(event.item.number),
      "title": .string(event.item.title),
      "url": JSONValue(event.item.url),
      "at": .string(event.at.description),
    ]
  }
}
