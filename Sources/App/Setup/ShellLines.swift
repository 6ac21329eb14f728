package import Arguments
package import Platform

/// What `setup` can add to the start file of a shell.
package enum ShellFeature: CaseIterable, Hashable, Sendable {
  case completion, prompt
  case shortName(ShortName)

  package static let allCases =
    [.completion] + ShortName.allCases.map { Self.shortName($0) } + [.prompt]
}

extension Shell {
  /// The lines for a feature. They do nothing on a machine without the program.
  package func lines(for feature: ShellFeature) -> [String] {
    switch (self, feature) {
    case (.bash, .completion):
      ["command -v commitdiary >/dev/null && eval \"$(commitdiary completion bash)\""]
    case (.zsh, .completion):
      [
        "(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }",
        "(( $+commands[commitdiary] )) && source <(commitdiary completion zsh)",
      ]
    case (.fish, .completion):
      ["command -q commitdiary; and commitdiary completion fish | source"]
    case (.bash, .shortName(let name)):
      // Completion of the program may be loaded only when it is first needed.
      [
        "command -v commitdiary >/dev/null && ! type \(name) &>/dev/null"
          + " && alias \(name)='\(name.command)'",
        "[[ ${BASH_ALIASES[\(name)]-} != '\(name.command)' ]] || {"
          + " declare -F _commitdiary >/dev/null || eval \"$(commitdiary completion bash)\";"
          + " complete -o nosort -F _commitdiary \(name); }",
      ]
    case (.zsh, .shortName(let name)):
      // zsh completes what an alias stands for, except with the option COMPLETE_ALIASES. A text may
      // have question marks.
      [
        "(( $+commands[commitdiary] )) && ! whence \(name) >/dev/null"
          + " && alias \(name)='\(name == .dy ? "" : "noglob ")\(name.command)'",
        "[[ ${aliases[\(name)]-} == *'\(name.command)' ]] && (( $+_comps[commitdiary] ))"
          + " && compdef \(name)=commitdiary",
      ]
    case (.fish, .shortName(let name)):
      // The command `alias` completes only names of programs.
      [
        "command -q commitdiary; and not type -q \(name); and function \(name)"
          + " --wraps '\(name.command)'; \(name.command) $argv; end"
      ]
    case (.bash, .prompt):
      [
        "__commitdiary_streak() {",
        "  local status=$? streak",
        "  streak=$(commitdiary streak --short 2>/dev/null)",
        "  printf '%s' \"${streak:+$streak }\"",
        "  return \"$status\"",
        "}",
        "[[ $PS1 == *__commitdiary_streak* ]] || PS1='$(__commitdiary_streak)'$PS1",
      ]
    case (.zsh, .prompt):
      [
        "__commitdiary_streak() {",
        "  local code=$? streak",
        "  streak=$(commitdiary streak --short 2>/dev/null)",
        "  print -rn -- \"${streak:+$streak }\"",
        "  return $code",
        "}",
        "setopt prompt_subst",
        "[[ $PROMPT == *__commitdiary_streak* ]] || PROMPT='$(__commitdiary_streak)'$PROMPT",
      ]
    case (.fish, .prompt):
      [
        "if not functions -q __commitdiary_prompt",
        "  functions -c fish_prompt __commitdiary_prompt",
        "  function __commitdiary_status; return $argv[1]; end",
        "  function fish_prompt",
        "    set -l code $status",
        "    set -l streak (commitdiary streak --short 2>/dev/null)",
        "    test -n \"$streak\"; and echo -n \"$streak \"",
        "    __commitdiary_status $code",
        "    __commitdiary_prompt",
        "  end",
        "end",
      ]
    }
  }

  /// The file that the shell runs when an interactive session starts.
  package func startFile(in environment: Environment) -> String {
    let home = environment.nonEmpty("HOME") ?? "/"
    switch self {
    case .bash: return home + "/.bashrc"
    case .zsh: return (environment.nonEmpty("ZDOTDIR") ?? home) + "/.zshrc"
    case .fish:
      let chosen = environment.nonEmpty("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
      return (chosen ?? home + "/.config") + "/fish/config.fish"
    }
  }

  /// The shells of this user: the login shell first, then those that have a start file.
  package static func used(in environment: Environment) -> [Shell] {
    let login = environment.nonEmpty("SHELL")?.split(separator: "/").last.map(String.init)
      .flatMap { Shell(rawValue: $0) }
    return allCases.filter {
      $0 == login || File.exists($0.startFile(in: environment))
    }.sorted { $0 == login && $1 != login }
  }
}
