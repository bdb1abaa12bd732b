import type { CommandNode } from './command-tree.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** Returns a script that completes commands, options and their choices, and otherwise file names. */
export function toCompletionScript(shell: Shell, nodes: readonly CommandNode[]): string {
  if (shell === 'fish') return toFish(nodes);
  return shell === 'zsh' ? toZsh(nodes) : toBash(nodes);
}

function commandsOf({ commands }: CommandNode): string {
  return commands.map(({ name }) => name).join(' ');
}

function flagsOf({ options }: CommandNode): string {
  return options.map(({ flag }) => flag).join(' ');
}

function choicesOf(nodes: readonly CommandNode[]): [path: string, flag: string, choices: string][] {
  return nodes.flatMap(({ path, options }) =>
    options
      .filter(({ choices }) => choices.length > 0)
      .map(({ flag, choices }): [string, string, string] => [path, flag, choices.join(' ')]),
  );
}

/**
 * Prints the deepest command that the words before the cursor form, such as `findings/list`. The variable is not called
 * `path`, which zsh ties to PATH.
 */
const toCommandFunction = (known: string) => `_tallyman_command() {
  local word found=""
  for word in "$@"; do
    case " ${known} " in
      *" \${found:+$found/}$word "*) found="\${found:+$found/}$word" ;;
    esac
  done
  printf '%s' "$found"
}`;

/** Options are offered after a dash, and file names where a command takes no subcommand. */
function toBash(nodes: readonly CommandNode[]): string {
  return `# bash completion of tallyman. Load it: source <(tallyman completion bash)
${toCommandFunction(knownPaths(nodes))}
_tallyman() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" words="" command
  command="$(_tallyman_command "\${COMP_WORDS[@]:1:COMP_CWORD-1}")"
  case "$command $previous" in
${cases(choicesOf(nodes).map(([path, flag, choices]) => [`"${toKey(path)} ${flag}"`, `words="${choices}"`]))}
    *)
      if [[ "$current" == -* ]]; then
        case "$command" in
${cases(
  nodes.map((node) => [`"${toKey(node.path)}"`, `words="${flagsOf(node)}"`]),
  6,
)}
        esac
      else
        case "$command" in
${cases(
  nodes
    .filter(({ commands }) => commands.length > 0)
    .map((node) => [`"${toKey(node.path)}"`, `words="${commandsOf(node)}"`]),
  6,
)}
        esac
      fi ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  [[ -n "$words" ]] || COMPREPLY=($(compgen -f -- "$current"))
}
complete -o filenames -F _tallyman tallyman`;
}

/** Works both as a file in `fpath`, where its first call must complete, and when it is sourced. */
function toZsh(nodes: readonly CommandNode[]): string {
  return `#compdef tallyman
# zsh completion of tallyman. Load it: source <(tallyman completion zsh)
${toCommandFunction(knownPaths(nodes))}
_tallyman() {
  local previous="\${words[CURRENT-1]}" command
  command="$(_tallyman_command "\${(@)words[2,CURRENT-1]}")"
  case "$command $previous" in
${cases(choicesOf(nodes).map(([path, flag, choices]) => [`"${toKey(path)} ${flag}"`, `compadd -- ${choices}; return`]))}
  esac
  if [[ "$PREFIX" == -* ]]; then
    case "$command" in
${cases(
  nodes.map((node) => [`"${toKey(node.path)}"`, `compadd -- ${flagsOf(node)}; return`]),
  2,
)}
    esac
  fi
  case "$command" in
${cases(
  nodes
    .filter(({ commands }) => commands.length > 0)
    .map((node) => [`"${toKey(node.path)}"`, `compadd -- ${commandsOf(node)}; return`]),
)}
  esac
  _files
}
if [[ "\${funcstack[1]}" == _tallyman ]]; then
  _tallyman "$@"
else
  compdef _tallyman tallyman
fi`;
}

function toFish(nodes: readonly CommandNode[]): string {
  const lines = nodes.flatMap(({ path, commands, options }) => {
    const when = `__tallyman_at ${toKey(path) || '/'}`;
    return [
      ...commands.map(
        ({ name, description }) => `complete -c tallyman -f -n '${when}' -a ${name} -d ${quote(description)}`,
      ),
      ...options
        .filter(({ flag }) => flag.startsWith('--'))
        .map(({ flag, description, choices, takesValue }) =>
          [
            `complete -c tallyman -n '${when}' -l ${flag.slice(2)} -d ${quote(description)}`,
            ...(takesValue ? ['-r'] : []),
            ...(choices.length > 0 ? [`-f -a ${quote(choices.join(' '))}`] : []),
          ].join(' '),
        ),
    ];
  });
  return `# fish completion of tallyman. Load it: tallyman completion fish | source
function __tallyman_at
  set -l found
  for word in (commandline -opc)[2..]
    set -l next (string join -- / $found $word)
    contains -- $next ${knownPaths(nodes)}; and set found $next
  end
  test "/$found" = "/"(string trim -l -c / -- $argv[1])
end
${lines.join('\n')}`;
}

function toKey(path: string): string {
  return path.replaceAll(' ', '/');
}

function knownPaths(nodes: readonly CommandNode[]): string {
  return nodes.flatMap(({ path }) => (path === '' ? [] : [toKey(path)])).join(' ');
}

function cases(entries: readonly (readonly [label: string, action: string])[], indent = 0): string {
  return entries.map(([label, action]) => `${' '.repeat(4 + indent)}${label}) ${action} ;;`).join('\n');
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
