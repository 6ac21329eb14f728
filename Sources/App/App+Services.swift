package import Context

extension App {
  package var repositories: Repositories { Repositories(app: self) }
  package var activities: Activities { Activities(app: self) }
  package var clones: Clones { Clones(app: self) }
  package var days: DayRecords { DayRecords(app: self) }
  package var notes: NoteWriting { NoteWriting(app: self) }
  package var jots: JotWriting { JotWriting(app: self) }
  package var entries: EntryWriting { EntryWriting(app: self) }
  package var dailyCopies: DailyCopies { DailyCopies(app: self) }
  package var weather: WeatherLookup { WeatherLookup(app: self) }
}
