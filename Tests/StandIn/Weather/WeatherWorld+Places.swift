extension WeatherWorld {
  /// A town in the geocoding service.
  public struct Place: Sendable {
    public var id: Int
    /// The names by language. `en` is always present.
    public var names: [String: String]
    public var latitude: Double
    public var longitude: Double
    public var countryCode: String
    public var countries: [String: String]
    public var regions: [String: String]
    public var timeZone: String
    /// The offset from UTC in seconds.
    public var offset: Int
    public var population: Int?

    public init(
      id: Int, _ names: [String: String], _ latitude: Double, _ longitude: Double,
      _ countryCode: String, _ countries: [String: String], region regions: [String: String],
      timeZone: String, hours: Int, population: Int? = nil
    ) {
      self.id = id
      self.names = names
      self.latitude = latitude
      self.longitude = longitude
      self.countryCode = countryCode
      self.countries = countries
      self.regions = regions
      self.timeZone = timeZone
      offset = hours * 3600
      self.population = population
    }
  }
}

extension WeatherWorld.Place {
  private static let korea = ["en": "South Korea", "ko": "대한민국", "ja": "韓国"]
  private static let japan = ["en": "Japan", "ko": "일본", "ja": "日本"]
  private static let states = ["en": "United States", "ko": "미국", "ja": "アメリカ合衆国"]

  public static let known: [Self] = [
    Self(
      id: 1_835_848, ["en": "Seoul", "ko": "서울", "ja": "ソウル"], 37.566, 126.9784, "KR", korea,
      region: ["en": "Seoul", "ko": "서울특별시", "ja": "ソウル特別市"], timeZone: "Asia/Seoul",
      hours: 9, population: 10_349_312),
    Self(
      id: 1_838_524, ["en": "Busan", "ko": "부산", "ja": "釜山"], 35.1017, 129.03, "KR", korea,
      region: ["en": "Busan", "ko": "부산광역시", "ja": "釜山広域市"], timeZone: "Asia/Seoul",
      hours: 9, population: 3_678_555),
    Self(
      id: 1_850_147, ["en": "Tokyo", "ko": "도쿄", "ja": "東京"], 35.6895, 139.6917, "JP", japan,
      region: ["en": "Tokyo", "ko": "도쿄도", "ja": "東京都"], timeZone: "Asia/Tokyo", hours: 9,
      population: 9_733_276),
    Self(
      id: 2_759_794, ["en": "Amsterdam", "ko": "암스테르담", "ja": "アムステルダム"], 52.374, 4.8897,
      "NL", ["en": "Netherlands", "ko": "네덜란드", "ja": "オランダ"],
      region: ["en": "North Holland"], timeZone: "Europe/Amsterdam", hours: 1,
      population: 741_636),
    Self(
      id: 5_128_581, ["en": "New York", "ko": "뉴욕", "ja": "ニューヨーク"], 40.7143, -74.006, "US",
      states, region: ["en": "New York"], timeZone: "America/New_York", hours: -5,
      population: 8_804_190),
    Self(
      id: 4_409_896, ["en": "Springfield"], 37.2153, -93.2982, "US", states,
      region: ["en": "Missouri"], timeZone: "America/Chicago", hours: -6, population: 169_176),
    Self(
      id: 4_951_788, ["en": "Springfield"], 42.1015, -72.5898, "US", states,
      region: ["en": "Massachusetts"], timeZone: "America/New_York", hours: -5,
      population: 155_929),
    Self(
      id: 4_250_542, ["en": "Springfield"], 39.8017, -89.6437, "US", states,
      region: ["en": "Illinois"], timeZone: "America/Chicago", hours: -6, population: nil),
    Self(
      id: 2_147_714, ["en": "Sydney", "ko": "시드니", "ja": "シドニー"], -33.8678, 151.2073, "AU",
      ["en": "Australia", "ko": "호주", "ja": "オーストラリア"], region: ["en": "New South Wales"],
      timeZone: "Australia/Sydney", hours: 10, population: 4_627_345),
  ]
}
