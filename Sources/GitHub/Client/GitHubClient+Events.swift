public import Diary
import HTTP
import JSON

/// What an account did with pull requests and issues.
public struct EventList: Sendable {
  public var events: [HostedEvent] = []
  /// Why a part of the events is missing; empty if all are there.
  public var problems: [GitHubError] = []
}

extension GitHubClient {
  /// The account's events in items that have changed since an instant. Lists that the server refuses
  /// are left out. Of each item all events are returned, also earlier ones.
  ///
  /// GitHub has no list of events for more than 30 days, so they are derived from the items. Items
  /// of others are searched by their last change: GitHub can search neither for the date of a review
  /// nor for who closed an issue.
  public func events(
    of login: String, since start: Instant, now: Instant
  ) async throws(GitHubError) -> EventList {
    let reading = EventReading(client: self, login: login, now: now)
    var answer: GraphQLResponse?
    do {
      answer = try await reading.ask(ItemQuery.all, from: start)
    } catch {
      // A server that lacks one of the lists refuses the whole query.
      guard error.leavesOtherLists else { throw error }
    }
    var result = EventList()
    for list in ItemQuery.all {
      do {
        result.events += try await reading.events(in: list, from: start, answer)
      } catch {
        guard error.leavesOtherLists else { throw error }
        if !result.problems.contains(error) { result.problems.append(error) }
      }
    }
    return result
  }
}

/// Reads the pages of lists.
private struct EventReading {
  let client: GitHubClient
  let login: String
  let now: Instant

  func ask(
    _ lists: [ItemQuery], from start: Instant, to end: Instant? = nil,
    after cursors: [String: String] = [:]
  ) async throws(GitHubError) -> GraphQLResponse {
    try await client.query(
      ItemQuery.text(lists),
      ItemQuery.variables(lists, login: login, from: start, to: end, after: cursors))
  }

  /// - Parameter known: an answer that may have the first page.
  func events(
    in query: ItemQuery, from start: Instant, to end: Instant? = nil,
    _ known: GraphQLResponse? = nil
  ) async throws(GitHubError) -> [HostedEvent] {
    var events: [HostedEvent] = []
    var known = known.flatMap { query.list(in: $0.data)?["nodes"]?.array == nil ? nil : $0 }
    var cursor: String?
    for _ in 0..<ItemQuery.maximumPages {
      let answer: GraphQLResponse
      if let first = known {
        answer = first
        known = nil
      } else {
        answer = try await ask(
          [query], from: start, to: end, after: cursor.map { [query.name: $0] } ?? [:])
      }
      guard let list = query.list(in: answer.data), let nodes = list["nodes"]?.array else {
        throw GraphQLError.missing(query.name, answer.errors)
      }
      if cursor == nil, let middle = query.middle(from: start, to: end ?? now, list) {
        // More results than GitHub shows: each half of the time is searched separately.
        return try await self.events(in: query, from: start, to: middle)
          + self.events(in: query, from: middle, to: end)
      }
      events += nodes.flatMap { query.events(in: $0, on: client.host, login: login) }
      let dates = nodes.compactMap { $0["updatedAt"]?.string.flatMap { Instant(rfc3339: $0) } }
      let isPast = dates.last.map { $0 < start } ?? false
      let next = list["pageInfo"]?["endCursor"]?.nonEmptyString
      guard list["pageInfo"]?["hasNextPage"]?.bool == true, let next, next != cursor, !isPast
      else { return events }
      cursor = next
    }
    throw .endlessPages(url: client.host.graphQLURL)
  }
}

extension GitHubError {
  /// Whether other lists may still be available. A server may lack one of them, and an organization
  /// may refuse the token.
  fileprivate var leavesOtherLists: Bool {
    switch self {
    case .unexpected, .forbidden, .policy, .missingScope, .ssoRequired, .notFound, .rejected,
      .endlessPages, .tooLarge, .serverError:
      true
    default: false
    }
  }
}
