import GitHub
import HTTP
import Localization
import Platform
import Testing

@testable import Context

/// Requests that a closure answers in place of a server.
@Suite struct WebTests {
  private struct Answers: HTTPTransport {
    let answer: @Sendable (HTTPRequest) -> HTTPResponse

    func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse { answer(request) }
  }

  private func web(
    isOffline: Bool = false, _ answer: @escaping @Sendable (HTTPRequest) -> HTTPResponse
  ) -> Web {
    Web(environment: Environment([:]), isOffline: isOffline) { Answers(answer: answer) }
  }

  @Test func `a client uses the given transport`() async throws {
    let web = web { request in
      HTTPResponse(
        status: 200, headers: ["Content-Type": "application/json"],
        body: Array(#"{"login": "octocat", "id": 1, "name": null}"#.utf8), url: request.url)
    }
    let client = try web.gitHub(nil, options: .init(retryPolicy: .short))
    #expect(try await client.account().value?.login == "octocat")
  }

  @Test func `sends nothing when offline`() {
    let web = web(isOffline: true) { request in
      Issue.record("\(request.url) was asked")
      return HTTPResponse(status: 500, url: request.url)
    }
    #expect(throws: Explanation.offline) {
      try web.gitHub(nil, options: .init(retryPolicy: .short))
    }
  }
}
