import HTTP
import Platform
import StandIn
import Testing

@Suite struct CancellationTests {
  @Test func `canceling closes the socket`() async throws {
    let server = try LoopbackServer { _ in .never }
    let transport = CurlTransport()
    for count in 1...5 {
      let sending = Task { try await transport.send(HTTPRequest(.get, server.url)) }
      #expect(await server.waitUntil(requests: count))
      sending.cancel()
      #expect(await server.waitUntil(closedByClient: count))
      await #expect(throws: HTTPError.cancelled) { try await sending.value }
    }
  }

  @Test(arguments: [
    Answer(body: [1, 2, 3], behavior: .silentAfterHead),
    Answer(
      body: [UInt8](repeating: 1, count: 100_000),
      behavior: .byteByByte(interval: .milliseconds(1))),
    Answer(behavior: .endless(chunk: [0])),
  ])
  func `cancels a response in progress`(_ answer: Answer) async throws {
    let server = try LoopbackServer { _ in answer }
    let transport = CurlTransport()
    let sending = Task { try await transport.send(HTTPRequest(.get, server.url, bodyLimit: .max)) }
    #expect(await server.waitUntil(requests: 1))
    sending.cancel()
    await #expect(throws: HTTPError.cancelled) { try await sending.value }
    #expect(await server.waitUntil(closedByClient: 1))
  }

  @Test func `does not send a request canceled beforehand`() async throws {
    let server = try LoopbackServer { _ in .text("") }
    let transport = CurlTransport()
    let sending = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await transport.send(HTTPRequest(.get, server.url))
    }
    await #expect(throws: HTTPError.cancelled) { try await sending.value }
    #expect(server.requests.isEmpty)
  }

  @Test func `canceling too late changes nothing`() async throws {
    let server = try LoopbackServer { _ in .text("ok") }
    let transport = CurlTransport()
    let sending = Task { try await transport.send(HTTPRequest(.get, server.url)) }
    #expect(try await sending.value.status == 200)
    sending.cancel()
    #expect(try await transport.send(HTTPRequest(.get, server.url)).status == 200)
  }

  @Test func `a canceled request ends exactly once`() async throws {
    let server = try LoopbackServer { _ in .text("ok") }
    let transport = CurlTransport()
    await withTaskGroup { group in
      for number in 0..<300 {
        group.addTask {
          let sending = Task { try await transport.send(HTTPRequest(.get, server.url)) }
          for _ in 0..<number % 30 { await Task.yield() }
          sending.cancel()
          switch await sending.result {
          case .success(let response): #expect(response.status == 200)
          case .failure(let error): #expect(error as? HTTPError == .cancelled)
          }
        }
      }
    }
  }

  @Test func `cancels queued requests at once`() async throws {
    let server = try LoopbackServer { _ in .never }
    let transport = CurlTransport()
    let all = Task {
      await withTaskGroup { group in
        for _ in 0..<200 {
          group.addTask {
            await transport.failure(of: HTTPRequest(.get, server.url))
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
    }
    #expect(await server.waitUntil(requests: 1))
    all.cancel()
    #expect(await all.value == Array(repeating: .cancelled, count: 200))
  }

  /// Runs on the thread of the test, because tests in the thread pool may be blocked by others.
  @Test func `canceling does not wait for a name lookup`() {
    let (hasBegun, failure, time) = CallingThread.run { () async -> (Bool, HTTPError?, Duration) in
      let transport = CurlTransport()
      return await withTaskGroup(of: HTTPError?.self) { group in
        group.addTask {
          await transport.failure(of: HTTPRequest(.get, "https://\(SlowLookup.name)/"))
        }
        let end = ContinuousClock.now + .seconds(30)
        while !SlowLookup.hasBegun, ContinuousClock.now < end {
          Pause.milliseconds(2)
          await Task.yield()
        }
        let hasBegun = SlowLookup.hasBegun
        let start = ContinuousClock.now
        group.cancelAll()
        let failure = await group.next() ?? nil
        return (hasBegun, failure, start.duration(to: .now))
      }
    }
    #expect(hasBegun)
    #expect(failure == .cancelled)
    #expect(time < .seconds(25))
  }

  @Test func `work on the calling thread can be canceled`() throws {
    let server = try LoopbackServer { $0.path == "/never" ? .never : .text("ok") }
    let statuses = CallingThread.run {
      let transport = CurlTransport()
      async let never = transport.failure(
        of: HTTPRequest(.get, server.url + "/never", wholeDeadline: .seconds(1)))
      var statuses: [Int?] = []
      for _ in 0..<3 {
        statuses.append(try? await transport.send(HTTPRequest(.get, server.url)).status)
      }
      return (statuses, await never)
    }
    #expect(statuses.0 == [200, 200, 200])
    #expect(statuses.1 == .timedOut(host: "127.0.0.1", after: .seconds(1)))
  }
}
