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

@Suite struct GradeScaleTests {
  @Test(arguments: [
    (0.0, AirGrade.good), (30, .good), (30.4, .good), (30.5, .moderate), (31, .moderate),
    (80.4, .moderate), (80.5, .bad), (150, .bad), (151, .veryBad), (9999, .veryBad),
    (-0.3, .good),
  ])
  func `Korea grades PM10 rounded to an integer`(_ pm10: Double, _ grade: AirGrade) {
    #expect(GradeScale.korea.grade(pm10: pm10, pm25: nil) == grade)
  }

  @Test(arguments: [
    (15.49, AirGrade.good), (15.5, .moderate), (35, .moderate), (35.5, .bad), (75, .bad),
    (75.5, .veryBad),
  ])
  func `Korea grades PM2.5 rounded to an integer`(_ pm25: Double, _ grade: AirGrade) {
    #expect(GradeScale.korea.grade(pm10: nil, pm25: pm25) == grade)
  }

  @Test(arguments: [
    (9.0, AirGrade.good), (9.09, .good), (9.1, .moderate), (35.4, .moderate), (35.49, .moderate),
    (35.5, .unhealthySensitive), (55.4, .unhealthySensitive), (55.5, .unhealthy),
    (125.4, .unhealthy), (125.5, .veryUnhealthy), (225.4, .veryUnhealthy), (225.5, .hazardous),
  ])
  func `the United States truncate PM2.5 to a tenth`(_ pm25: Double, _ grade: AirGrade) {
    #expect(GradeScale.us.grade(pm10: nil, pm25: pm25) == grade)
  }

  @Test(arguments: [
    (54.9, AirGrade.good), (55, .moderate), (154.9, .moderate), (155, .unhealthySensitive),
    (255, .unhealthy), (355, .veryUnhealthy), (425, .hazardous),
  ])
  func `the United States truncate PM10 to an integer`(_ pm10: Double, _ grade: AirGrade) {
    #expect(GradeScale.us.grade(pm10: pm10, pm25: nil) == grade)
  }

  @Test(arguments: [
    (15.0, 5.0, AirGrade.good), (16, 0, .fair), (0, 6, .fair), (46, 0, .moderate),
    (0, 16, .moderate), (121, 0, .poor), (0, 51, .poor), (196, 0, .veryPoor), (0, 91, .veryPoor),
    (271, 0, .extremelyPoor), (0, 141, .extremelyPoor), (0, 140.4, .veryPoor),
  ])
  func `Europe has six bands`(_ pm10: Double, _ pm25: Double, _ grade: AirGrade) {
    #expect(GradeScale.eu.grade(pm10: pm10, pm25: pm25) == grade)
  }

  @Test func `the worse value counts, or the only one`() {
    let korea = GradeScale.korea
    #expect(korea.grade(pm10: 10, pm25: 40) == .bad)
    #expect(korea.grade(pm10: 100, pm25: 3) == .bad)
    #expect(korea.grade(pm10: nil, pm25: 3) == .good)
    #expect(korea.grade(pm10: 200, pm25: nil) == .veryBad)
    #expect(korea.grade(pm10: nil, pm25: nil) == nil)
    #expect(korea.grade(pm10: .nan, pm25: .infinity) == nil)
  }

  @Test(arguments: [
    (String?("KR"), GradeScale.korea), ("kr", .korea), ("FR", .eu), ("CH", .eu), ("NO", .eu),
    ("gb", .eu),
    ("JP", .us), ("US", .us), ("KP", .us), ("", .us), (nil, .us),
  ])
  func `the country decides the scale`(_ country: String?, _ scale: GradeScale) {
    #expect(GradeScale.standard(inCountry: country) == scale)
  }

  @Test(arguments: [
    (String?.none, String?("Asia/Seoul"), GradeScale.korea), (nil, "Europe/Paris", .eu),
    (nil, "Atlantic/Azores", .eu), (nil, "Asia/Tokyo", .us), (nil, nil, .us),
    ("JP", "Asia/Seoul", .us), ("KR", "Europe/Paris", .korea),
  ])
  func `the time zone decides the scale when there is no country`(
    _ country: String?, _ zone: String?, _ scale: GradeScale
  ) {
    #expect(GradeScale.standard(inCountry: country, timeZone: zone) == scale)
  }

  @Test func `raw values are stable`() {
    #expect(GradeScale.korea.grades.map(\.rawValue) == ["good", "moderate", "bad", "veryBad"])
    #expect(
      GradeScale.us.grades.map(\.rawValue) == [
        "good", "moderate", "unhealthySensitive", "unhealthy", "veryUnhealthy", "hazardous",
      ])
    #expect(
      GradeScale.eu.grades.map(\.rawValue) == [
        "good", "fair", "moderate", "poor", "veryPoor", "extremelyPoor",
      ])
    #expect(GradeScale.allCases.map(\.rawValue) == ["korea", "us", "eu"])
    #expect(Set(GradeScale.allCases.flatMap(\.grades)) == Set(AirGrade.allCases))
  }
}
