import type { CommandDeclaration, OptionDeclaration } from '../option-declaration.ts';

/** Functions that write the completion scripts, by shell. */
export const scripts: Readonly<Record<string, (commands: readonly CommandDeclaration[]) => string>> = {
  bash,
  zsh,
  fish,
};

/** Returns an option as a user types it: `-o`, `--output`. */
const dashedOption = (name: string): string => `${name.length === 1 ? '-' : '--'}${name}`;
const names = ({ name, aliases }: OptionDeclaration): string[] => [name, ...aliases].map(dashedOption);
const allOptions = ({ options }: CommandDeclaration): string =>
  [...options.flatMap(names), '--help'].join(' ');
const quoted = (text: string): string => `'${text.replaceAll("'", '’').replaceAll('\n', ' ')}'`;

/** Returns `run --interface|run -i) words="cs me se" ;;` for each option with choices. */
function optionCases(commands: readonly CommandDeclaration[], assign: (words: string) => string): string[] {
  return commands.flatMap((command) =>
    command.options
      .filter(({ choices }) => choices.length > 0)
      .map((option) => {
        const pattern = names(option).map((name) => `"${command.name} ${name}"`);
        return `    ${pattern.join('|')}) ${assign(option.choices.join(' '))} ;;`;
      }),
  );
}

function bash(commands: readonly CommandDeclaration[]): string {
  return `# bash completion for fmu: eval "$(fmu completion bash)"
_fmu() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}" words=""
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(' ')} --help --version" -- "$cur"))
    return
  fi
  case "$command $prev" in
${[...optionCases(commands, (words) => `words="${words}"`), ...argumentCases(commands)].join('\n')}
  esac
  if [ -z "$words" ] && [ "\${cur:0:1}" = "-" ]; then
    case "$command" in
${commands.map((command) => `      ${command.name}) words="${allOptions(command)}" ;;`).join('\n')}
    esac
  fi
  if [ -n "$words" ]; then
    COMPREPLY=($(compgen -W "$words" -- "$cur"))
  else
    COMPREPLY=($(compgen -f -- "$cur"))
  fi
}
complete -o filenames -o bashdefault -F _fmu fmu`;
}

/** Returns the words that may follow a command with a choice as its first argument. */
function argumentCases(commands: readonly CommandDeclaration[]): string[] {
  return commands
    .filter(({ choices }) => choices.length > 0)
    .map(({ name, choices }) => `    "${name} ${name}") words="${choices.join(' ')}" ;;`);
}

function zsh(commands: readonly CommandDeclaration[]): string {
  const described = (name: string, describe: string): string =>
    quoted(`${name}:${describe.replaceAll(':', '\\:')}`);
  return `#compdef fmu
# zsh completion for fmu: source <(fmu completion zsh)
_fmu() {
  local -a words_of
  if (( CURRENT == 2 )); then
    words_of=(${commands.map(({ name, describe }) => described(name, describe)).join(' ')})
    _describe 'command' words_of
    return
  fi
  case "\${words[2]} \${words[CURRENT-1]}" in
${[...optionCases(commands, (list) => `compadd ${list}; return`), ...argumentCases(commands).map((line) => line.replace(/words="(.*)" ;;/, 'compadd $1; return ;;'))].join('\n')}
  esac
  if [[ "\${words[CURRENT]}" == -* ]]; then
    case "\${words[2]}" in
${commands
  .map(({ name, options }) => {
    const list = options.flatMap((option) => names(option).map((text) => described(text, option.describe)));
    return `      ${name}) words_of=(${[...list, described('--help', 'show help')].join(' ')}) ;;`;
  })
  .join('\n')}
    esac
    _describe 'option' words_of
  else
    _files
  fi
}
compdef _fmu fmu`;
}

function fish(commands: readonly CommandDeclaration[]): string {
  const line = (
    { name }: CommandDeclaration,
    { name: option, aliases, describe, boolean, choices }: OptionDeclaration,
  ): string =>
    [
      `complete -c fmu -n '__fish_seen_subcommand_from ${name}'`,
      ...[option, ...aliases].map((text) => `-${text.length === 1 ? 's' : 'l'} ${text}`),
      ...(boolean ? [] : choices.length > 0 ? [`-x -a '${choices.join(' ')}'`] : ['-r']),
      `-d ${quoted(describe)}`,
    ].join(' ');
  return [
    '# fish completion for fmu: fmu completion fish | source',
    ...commands.map(
      ({ name, describe }) =>
        `complete -c fmu -n '__fish_use_subcommand' -f -a ${name} -d ${quoted(describe)}`,
    ),
    ...commands.flatMap((command) => [
      ...(command.choices.length === 0
        ? []
        : [
            `complete -c fmu -n '__fish_seen_subcommand_from ${command.name}' -f -a '${command.choices.join(' ')}'`,
          ]),
      ...command.options.map((option) => line(command, option)),
    ]),
  ].join('\n');
}
