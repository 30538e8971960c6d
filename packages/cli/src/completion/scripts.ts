/** The text that a shell loads, by the shell. Each asks `sluice complete` for the words that fit. */
export const COMPLETION_SCRIPTS = {
  bash: `_sluice() {
  local found
  COMPREPLY=()
  while IFS= read -r found; do
    COMPREPLY+=("$(printf '%q' "$found")")
  done < <(sluice complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _sluice sluice
`,
  zsh: `#compdef sluice
_sluice() {
  local -a found
  found=("\${(@f)$(sluice complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$found[1]" ]]; then compadd -a found; else _files; fi
}
compdef _sluice sluice
`,
  fish: `function __sluice_complete
  set -l words (commandline -opc) (commandline -ct)
  set -l found (sluice complete -- $words[2..-1] 2>/dev/null)
  if set -q found[1]
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c sluice -f -a '(__sluice_complete)'
`,
} as const
