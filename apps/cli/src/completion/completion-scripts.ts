import type { CommandNode } from './command-tree.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** Returns a script that completes commands, options and their choices, and otherwise file names. */
export function toCompletionScript(shell: Shell, nodes: readonly CommandNode[]): string {
  if (shell === 'fish') return toFish(nodes);
  return shell === 'zsh' ? toZsh(nodes) : toBash(nodes);
}

/** The words of a command, or the choices of an option. */
function wordsOf({ commands, options }: CommandNode): string {
  return [...commands.map(({ name }) => name), ...options.map(({ flag }) => flag)].join(' ');
}

function choicesOf(nodes: readonly CommandNode[]): [path: string, flag: string, choices: string][] {
  return nodes.flatMap(({ path, options }) =>
    options
      .filter(({ choices }) => choices.length > 0)
      .map(({ flag, choices }): [string, string, string] => [path, flag, choices.join(' ')]),
  );
}

/** Sets `path` to the deepest command that the words before the cursor form. */
const WALK = (known: string) => `  local word path=""
  for word in "$@"; do
    case " ${known} " in
      *" \${path:+$path/}$word "*) path="\${path:+$path/}$word" ;;
    esac
  done`;

function toBash(nodes: readonly CommandNode[]): string {
  return `# bash completion of tallyman. Load it: source <(tallyman completion bash)
_tallyman_path() {
${WALK(knownPaths(nodes))}
  printf '%s' "$path"
}
_tallyman() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" words path
  path="$(_tallyman_path "\${COMP_WORDS[@]:1:COMP_CWORD-1}")"
  case "$path $previous" in
${cases(choicesOf(nodes).map(([path, flag, choices]) => [`"${toKey(path)} ${flag}"`, `words="${choices}"`]))}
    *)
      case "$path" in
${cases(
  nodes.map((node) => [`"${toKey(node.path)}"`, `words="${wordsOf(node)}"`]),
  4,
)}
      esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  [[ \${#COMPREPLY[@]} -gt 0 ]] || COMPREPLY=($(compgen -f -- "$current"))
}
complete -o filenames -F _tallyman tallyman`;
}

function toZsh(nodes: readonly CommandNode[]): string {
  return `#compdef tallyman
# zsh completion of tallyman. Load it: source <(tallyman completion zsh)
_tallyman_path() {
${WALK(knownPaths(nodes))}
  print -rn -- "$path"
}
_tallyman() {
  local previous="\${words[CURRENT-1]}" command
  command="$(_tallyman_path "\${(@)words[2,CURRENT-1]}")"
  case "$command $previous" in
${cases(choicesOf(nodes).map(([path, flag, choices]) => [`"${toKey(path)} ${flag}"`, `compadd -- ${choices}; return`]))}
  esac
  case "$command" in
${cases(nodes.map((node) => [`"${toKey(node.path)}"`, `compadd -- ${wordsOf(node)}`]))}
  esac
  _files
}
compdef _tallyman tallyman`;
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
  set -l path
  for word in (commandline -opc)[2..]
    set -l next (string join / $path $word)
    contains -- $next ${knownPaths(nodes)}; and set path $next
  end
  test "/$path" = "/"(string trim -l -c / -- $argv[1])
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
