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
  }
}

extension WeatherWorld.Place {
  private static let korea = ["en": "South Korea", "ko": "대한민국", "ja": "韓国"]
  private static let japan = ["en": "Japan", "ko": "일본", "ja": "日本"]
  private static let states = ["en": "United States", "ko": "미국", "ja": "アメリカ合衆国"]

  public static let known: [Self] = [
    Self(
      id: 1_835_848, names: ["en": "Seoul", "ko": "서울", "ja": "ソウル"], latitude: 37.566,
      longitude: 126.9784, countryCode: "KR", countries: korea,
      regions: ["en": "Seoul", "ko": "서울특별시", "ja": "ソウル特別市"], timeZone: "Asia/Seoul",
      offset: 9 * 3600, population: 10_349_312),
    Self(
      id: 1_838_524, names: ["en": "Busan", "ko": "부산", "ja": "釜山"], latitude: 35.1017,
      longitude: 129.03, countryCode: "KR", countries: korea,
      regions: ["en": "Busan", "ko": "부산광역시", "ja": "釜山広域市"], timeZone: "Asia/Seoul",
      offset: 9 * 3600, population: 3_678_555),
    Self(
      id: 1_850_147, names: ["en": "Tokyo", "ko": "도쿄", "ja": "東京"], latitude: 35.6895,
      longitude: 139.6917, countryCode: "JP", countries: japan,
      regions: ["en": "Tokyo", "ko": "도쿄도", "ja": "東京都"], timeZone: "Asia/Tokyo", offset: 9 * 3600,
      population: 9_733_276),
    Self(
      id: 2_759_794, names: ["en": "Amsterdam", "ko": "암스테르담", "ja": "アムステルダム"], latitude: 52.374,
      longitude: 4.8897, countryCode: "NL",
      countries: ["en": "Netherlands", "ko": "네덜란드", "ja": "オランダ"],
      regions: ["en": "North Holland"], timeZone: "Europe/Amsterdam", offset: 1 * 3600,
      population: 741_636),
    Self(
      id: 5_128_581, names: ["en": "New York", "ko": "뉴욕", "ja": "ニューヨーク"], latitude: 40.7143,
      longitude: -74.006, countryCode: "US", countries: states, regions: ["en": "New York"],
      timeZone: "America/New_York", offset: -5 * 3600, population: 8_804_190),
    Self(
      id: 4_409_896, names: ["en": "Springfield"], latitude: 37.2153, longitude: -93.2982,
      countryCode: "US", countries: states, regions: ["en": "Missouri"],
      timeZone: "America/Chicago", offset: -6 * 3600, population: 169_176),
    Self(
      id: 4_951_788, names: ["en": "Springfield"], latitude: 42.1015, longitude: -72.5898,
      countryCode: "US", countries: states, regions: ["en": "Massachusetts"],
      timeZone: "America/New_York", offset: -5 * 3600, population: 155_929),
    Self(
      id: 4_250_542, names: ["en": "Springfield"], latitude: 39.8017, longitude: -89.6437,
      countryCode: "US", countries: states, regions: ["en": "Illinois"],
      timeZone: "America/Chicago", offset: -6 * 3600),
    Self(
      id: 2_147_714, names: ["en": "Sydney", "ko": "시드니", "ja": "シドニー"], latitude: -33.8678,
      longitude: 151.2073, countryCode: "AU",
      countries: ["en": "Australia", "ko": "호주", "ja": "オーストラリア"],
      regions: ["en": "New South Wales"], timeZone: "Australia/Sydney", offset: 10 * 3600,
      population: 4_627_345),
  ]
}
