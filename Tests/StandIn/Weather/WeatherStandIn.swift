import Synchronization

/// Stand-ins for the four hosts of Open-Meteo on the loopback interface, all on one port.
///
/// Their data is a `WeatherWorld`, which may change while they run. By default they respond
/// correctly; `next` delays, changes or drops single responses.
public final class WeatherStandIn: Intervened, Sendable {
  /// The services, by the first component of their paths.
  public enum Service: String, CaseIterable, Sendable {
    case forecast, archive, air, geocoding
  }

  public let server: LoopbackServer
  private let office: WeatherOffice

  public init(_ world: WeatherWorld = WeatherWorld()) throws {
    let office = WeatherOffice(world)
    self.office = office
    server = try LoopbackServer { office.answer($0) }
  }

  public func stop() { server.stop() }

  public var interventions: Interventions { office.interventions }

  public func matches(_ request: IncomingRequest, _ path: String) -> Bool {
    request.path.hasPrefix(path)
  }

  public func url(_ service: Service) -> String { "\(server.url)/\(service.rawValue)" }

  /// The values for `COMMITDIARY_FORECAST_URL` and the other variables.
  public var environment: [String: String] {
    Dictionary(
      uniqueKeysWithValues: Service.allCases.map { service in
        ("COMMITDIARY_\(service.rawValue.uppercased())_URL", url(service))
      })
  }
}

extension WeatherStandIn {
  public var world: WeatherWorld { office.world.withLock { $0 } }

  public func change(_ change: @Sendable (inout WeatherWorld) -> Void) {
    office.world.withLock { change(&$0) }
  }

  /// In order of arrival.
  public var requests: [IncomingRequest] { server.requests }

  public func requests(to service: Service) -> [IncomingRequest] {
    requests.filter { $0.path.hasPrefix("/\(service.rawValue)/") }
  }

  /// A delay before every response.
  public var latency: Duration {
    get { office.latency.withLock { $0 } }
    set { office.latency.withLock { $0 = newValue } }
  }

  /// Replaces the responses to the next requests to a service.
  public func next(_ service: Service, times: Int = 1, do answer: Answer) {
    next(matching: "/\(service.rawValue)/", times: times, do: answer)
  }

  /// Passes the responses to the next requests to a service through `change`.
  public func next(
    _ service: Service, times: Int = 1,
    do change: @escaping @Sendable (IncomingRequest, Answer) -> Answer
  ) {
    next(matching: "/\(service.rawValue)/", times: times, do: change)
  }
}

/// Routes every request to its service.
final class WeatherOffice: Sendable {
  let world: Mutex<WeatherWorld>
  let interventions = Interventions()
  let latency = Mutex(Duration.zero)

  init(_ world: WeatherWorld) { self.world = Mutex(world) }

  func answer(_ request: IncomingRequest) -> Answer {
    interventions.answer(request, usually: usual(request)).delayed(by: latency.withLock { $0 })
  }

  private func usual(_ request: IncomingRequest) -> Answer {
    let world = world.withLock { $0 }
    return switch request.path {
    case "/forecast/v1/forecast": OpenMeteoService(world: world, kind: .forecast).answer(request)
    case "/archive/v1/archive": OpenMeteoService(world: world, kind: .archive).answer(request)
    case "/air/v1/air-quality": OpenMeteoService(world: world, kind: .air).answer(request)
    case "/geocoding/v1/search": GeocodingService(world: world).answer(request)
    default: .html("<html><body><h1>404 Not Found</h1></body></html>", status: 404)
    }
  }
}
