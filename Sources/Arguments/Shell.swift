/// A shell with support for completion, and its script.
public enum Shell: String, CaseIterable, Sendable, ArgumentValue {
  case bash, zsh, fish

  /// The script contains no commands or options: it calls `program` for the completions, so that it
  /// is never out of date.
  public func completionScript(for program: String) -> String {
    let function = "_" + program
    switch self {
    case .bash:
      // `-o default` and `-o dirnames` let bash complete files itself, because it handles ~, quotes
      // and directories better. The script does not need the bash-completion package.
      return """
        # bash completion for \(program)
        \(function)() {
          local kind lines program=${1-\(program)} alias
          alias=${BASH_ALIASES[$program]-}
          [[ -z $alias ]] || program=\(program)
          COMPREPLY=()
          mapfile -t lines < <("$program" __complete bash \\
            "${COMP_LINE:0:COMP_POINT}" "$COMP_WORDBREAKS" "${COMP_TYPE-}" "${COLUMNS-}" \\
            "$alias" 2>/dev/null)
          kind=${lines[0]%%$'\\t'*}
          case $kind in
            files) compopt -o default ;;
            directories) compopt -o dirnames ;;
          esac
          COMPREPLY=("${lines[@]:1}")
        }
        complete -o nosort -F \(function) \(program)

        """
    case .zsh:
      return """
        #compdef \(program)
        \(function)() {
          local -a lines entries alias
          local line kind prefix
          # With COMPLETE_ALIASES, zsh passes an alias as it was typed.
          if [[ $words[1] != \(program) && -n ${aliases[$words[1]]-} ]]; then
            alias=(${${(z)aliases[$words[1]]}:#noglob})
            words[1]=($alias)
            (( CURRENT += $#alias - 1 ))
          fi
          lines=("${(@f)$("${(Q)words[1]}" __complete zsh \\
            "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
          kind=${lines[1]%%$'\\t'*}
          prefix=${lines[1]#*$'\\t'}
          for line in "${(@)lines[2,-1]}"; do
            line=${line//\\\\/\\\\\\\\}
            line=${line//:/\\\\:}
            entries+=("${line/$'\\t'/:}")
          done
          case $kind in
            files|directories) compset -p ${#prefix} ;|
            files) _files ;;
            directories) _files -/ ;;
            words) _describe -V -t values \(program) entries ;;
          esac
        }
        if [[ $funcstack[1] == \(function) ]]; then
          \(function) "$@"
        else
          compdef \(function) \(program)
        fi

        """
    case .fish:
      return """
        # fish completion for \(program)
        function _\(function)
          set -l words (commandline -opc)
          while string match -qr -- '^\\w+=' "$words[1]"
            set -e words[1]
          end
          set -l cursor (commandline -ct)
          set -l plain (string unescape -- "$cursor"; or string trim -l -c '"\\'' -- "$cursor")
          set -l lines ($words[1] __complete fish $words[2..] "$plain" 2>/dev/null)
          set -l first (string split -- \\t "$lines[1]")
          switch "$first[1]"
            case files
              __fish_complete_path (string sub -s (math 1 + (string length -- "$first[2]")) \\
                -- "$plain") | string replace -r -- '^' "$first[2]"
            case directories
              __fish_complete_directories \\
                (string sub -s (math 1 + (string length -- "$first[2]")) -- "$plain") \\
                | string replace -r -- '^' "$first[2]"
          end
          printf '%s\\n' $lines[2..]
        end
        complete -c \(program) -f -k -a '(_\(function))'

        """
    }
  }
}
