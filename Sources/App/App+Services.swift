package import Context

/// What the program does: a service for each noun.
extension App {
  package var activities: Activities { Activities(app: self) }
  package var changes: ChangeService { ChangeService(app: self) }
  package var clones: Clones { Clones(app: self) }
  package var dailyCopies: DailyCopies { DailyCopies(app: self) }
  package var days: DayRecords { DayRecords(app: self) }
  package var digests: DigestRecords { DigestRecords(app: self) }
  package var entries: EntryWriting { EntryWriting(app: self) }
  package var hooks: HookService { HookService(repositories: repositories, process: process) }
  package var jots: JotWriting { JotWriting(app: self) }
  package var noteMirror: NoteMirror { NoteMirror(app: self) }
  package var notes: NoteWriting { NoteWriting(app: self) }
  package var repair: RepairService { RepairService(app: self) }
  package var repositories: Repositories { Repositories(app: self) }
  package var resume: ResumeLookup { ResumeLookup(app: self) }
  package var tagsInTexts: TagsInTexts { TagsInTexts(isOn: settings.findsTags) }
  package var toDosInCommits: ToDosInCommits { ToDosInCommits(app: self) }
  package var weather: WeatherLookup { WeatherLookup(app: self) }
  package var why: WhyLookup { WhyLookup(app: self) }

  var noteMoving: NoteMoving { NoteMoving(app: self) }
  var templates: TextTemplates { TextTemplates(app: self) }
  var unfinishedDrafts: UnfinishedDrafts { UnfinishedDrafts(app: self) }
}
