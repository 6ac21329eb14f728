import Platform
import Testing

@Suite struct AddressRedactionTests {
  @Test(arguments: [
    ("https://octocat:sesame@example.com/", "https://***@example.com/"),
    ("https://sesame@example.com", "https://***@example.com"),
    ("https://a:ses@me@example.com/x", "https://***@example.com/x"),
    ("octocat:sesame@example.com", "***@example.com"), ("sesame@host:path", "***@host:path"),
    ("https://a/ses@\u{301}me", "https://***@\u{301}me"), ("git@host:path", "git@host:path"),
    ("no address", "no address"), ("", ""),
    ("https://a/b?token=sesame", "https://a/b?***"), ("git@a:b#sesame", "git@a:b#***"),
    ("https://a/b;t=sesame", "https://a/b;***"),
    ("https://sesame@a/b?c=d@e", "https://***@e"), ("a?", "a?"), ("c#", "c#"),
  ])
  func `shows addresses without passwords and tokens`(_ text: String, _ shown: String) {
    #expect(AddressRedaction.hidingSecrets(text).unicodeScalars.elementsEqual(shown.unicodeScalars))
  }
}
