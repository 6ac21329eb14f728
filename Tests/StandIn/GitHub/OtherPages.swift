/// Pages without a contribution calendar.
public enum OtherPage {
  /// An invented page, because none has been recorded.
  public static func organization(_ login: String) -> [UInt8] {
    page(
      "\(login) · GitHub",
      head: "<meta name=\"hovercard-subject-tag\" content=\"organization:9919\">",
      body: """
        <div itemscope itemtype="http://schema.org/Organization"><h1>\(login)</h1></div>
        <h2>People</h2><p>This organization has no public members.</p>
        """)
  }

  /// An invented page, like the one above.
  public static func privateProfile(_ login: String) -> [UInt8] {
    page(
      "\(login) · GitHub", head: "<meta name=\"hovercard-subject-tag\" content=\"user:583231\">",
      body: "<h1>\(login)</h1>\n<p><strong>\(login)</strong>'s activity is private</p>")
  }

  public static let login = page(
    "Sign in to GitHub · GitHub", head: "",
    body: """
      <form action="/session" accept-charset="UTF-8" method="post">
      <input type="text" name="login"><input type="password" name="password"></form>
      """)

  /// The response for an unknown name, in 2020 and now.
  public static let notFound = Array("Not Found".utf8)

  public static func page(_ title: String, head: String, body: String) -> [UInt8] {
    Array(
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      \(head)
      <title>\(title)</title>
      <script>if (1 < 2) document.write('<td class="day" data-date="2020-01-01">')</script>
      </head>
      <body class="logged-out">
      \(body)
      </body>
      </html>

      """.utf8)
  }
}

extension Answer {
  /// The response of the web site to too many requests.
  public static func tooManyRequests(retryAfter seconds: Int? = nil) -> Answer {
    var answer = Answer.html(
      "<!DOCTYPE html>\n<html><title>Too many requests</title><p>Whoa there!</p></html>\n",
      status: 429)
    if let seconds { answer.headers.append(("Retry-After", "\(seconds)")) }
    return answer
  }
}
