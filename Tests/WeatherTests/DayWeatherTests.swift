import Diary
import Testing

@Suite struct DayWeatherTests {
  @Test func `grades particulates when present`() {
    let clean = DayWeather(place: "서울", temperature: 7.4, code: 3, scale: .korea)
    #expect(clean.grade == nil)
    #expect(clean.scale == nil)
    let dusty = DayWeather(place: "서울", pm10: 41, pm25: 22, scale: .korea)
    #expect(dusty.grade == .moderate)
    #expect(dusty.scale == .korea)
    #expect(dusty.graded(on: .eu).grade == .moderate)
    #expect(dusty.graded(on: .eu).scale == .eu)
  }

  @Test func `maps exactly the known weather codes`() {
    #expect(
      Sky.allCases.map(\.rawValue) == [
        0, 1, 2, 3, 45, 48, 51, 53, 55, 56, 57, 61, 63, 65, 66, 67, 71, 73, 75, 77, 80, 81, 82, 85,
        86, 95, 96, 99,
      ])
    #expect(DayWeather(place: "", code: 3).sky == .overcast)
    #expect(DayWeather(place: "", code: 4).sky == nil)
    #expect(DayWeather(place: "").sky == nil)
    #expect(Set(Sky.allCases.map(\.kind)) == Set(Sky.Kind.allCases))
  }
}

@Suite struct PlaceTests {
  @Test(arguments: [
    ("37.5665,126.978", "37.5665,126.978"), ("37.5665, 126.978", "37.5665,126.978"),
    (" -33.87 ,151.21 ", "-33.87,151.21"), ("+1,-2", "1,-2"), ("90,180", "90,180"),
    ("-90,-180", "-90,-180"), ("0.00001,-0.00001", "0,0"), ("37.123456789,0.5", "37.1235,0.5"),
  ])
  func `reads coordinates`(_ text: String, _ name: String) throws {
    #expect(try #require(WeatherPlace(coordinates: text)).name == name)
  }

  @Test(arguments: [
    "", ",", "37.5", "37.5,", ",126", "90.1,0", "0,180.5", "-91,0", "nan,nan", "inf,0", "0x10,0",
    "1e1,0", "1,2,3", "a,b", "1..2,3", "--1,2", "+-1,2", "서울", "1 2", "٣٧,١٢٦",
    ".5,1", "1\n,2",
  ])
  func `refuses other text`(_ text: String) {
    #expect(WeatherPlace(coordinates: text) == nil)
  }

  @Test func `refuses coordinates out of range`() {
    #expect(Coordinates(latitude: .nan, longitude: 0) == nil)
    #expect(Coordinates(latitude: 0, longitude: .infinity) == nil)
    #expect(Coordinates(latitude: -90, longitude: 180) != nil)
  }
}
