import type { Argument, Command, Option } from 'commander';

/** A word that can stand in the place of the last one. */
export interface Candidate {
  value: string;
  description: string;
}

/**
 * Completions for a call whose `words` after the program's name are typed so far; the last one is unfinished or empty.
 * Empty for a free value, such as the name of a file.
 */
export function candidates(program: Command, words: readonly string[]): Candidate[] {
  const last = words.at(-1) ?? '';
  let command = program;
  let given = 0;
  let awaited: Option | undefined;
  for (const word of words.slice(0, -1)) {
    if (awaited) awaited = undefined;
    else if (word.startsWith('-')) awaited = valueOption(command, word);
    else {
      const next = given === 0 ? subcommand(command, word) : undefined;
      if (next) command = next;
      else given += 1;
    }
  }
  const all = awaited ? choicesOf(awaited) : allAt(command, given, last);
  return all.filter(({ value }) => value.startsWith(last));
}

function allAt(command: Command, given: number, last: string): Candidate[] {
  const help = command.createHelp();
  if (last.startsWith('-'))
    return help.visibleOptions(command).map(({ long, short, description }) => ({
      value: long ?? short ?? '',
      description,
    }));
  const args = command.registeredArguments;
  const argument = args[given] ?? (args.at(-1)?.variadic ? args.at(-1) : undefined);
  const commands = given === 0 ? help.visibleCommands(command) : [];
  return [
    ...commands.map((one) => ({
      value: one.name(),
      description: one.summary() || one.description(),
    })),
    ...(argument ? choicesOf(argument) : []),
  ];
}

/** The option, when a value of its own must follow. */
function valueOption(command: Command, word: string): Option | undefined {
  if (word.includes('=')) return undefined;
  return command.options.find(
    ({ short, long, required }) => required && [short, long].includes(word),
  );
}

function subcommand(command: Command, word: string): Command | undefined {
  return command.commands.find((one) => one.name() === word || one.aliases().includes(word));
}

function choicesOf({ argChoices, description }: Option | Argument): Candidate[] {
  return (argChoices ?? []).map((value) => ({ value, description }));
}

/** By shell: what it reads to complete `tocsin`. It asks the program each time, so it knows the commands there are. */
const completionScripts = {
  bash: `_tocsin() {
  local IFS=$'\\n'
  COMPREPLY=($(tocsin complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f1))
}
complete -o default -F _tocsin tocsin
`,
  zsh: `#compdef tocsin
_tocsin() {
  local -a lines found
  local line
  lines=("\${(@f)$(tocsin complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  for line in $lines; do found+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}"); done
  if (( \${#found} )); then _describe tocsin found; else _files; fi
}
compdef _tocsin tocsin
`,
  fish: `function __tocsin_complete
  set -l words (commandline -opc) (commandline -ct)
  tocsin complete -- $words[2..] 2>/dev/null
end
complete -c tocsin -a '(__tocsin_complete)'
`,
} as const;

/** `tocsin completion SHELL`, and what its scripts ask. */
export function addCompletionCommands(tocsin: Command, print: (text: string) => void): void {
  const shells = Object.keys(completionScripts) as (keyof typeof completionScripts)[];
  tocsin
    .command('completion')
    .addArgument(tocsin.createArgument('<shell>', 'shell that you use').choices(shells))
    .description('print what a shell needs to complete commands and options')
    .addHelpText(
      'after',
      `
bash, in ~/.bashrc:                 source <(tocsin completion bash)
zsh, in ~/.zshrc, behind compinit:  source <(tocsin completion zsh)
fish, once:
  tocsin completion fish > ~/.config/fish/completions/tocsin.fish`,
    )
    .action((shell: keyof typeof completionScripts) => print(completionScripts[shell].trimEnd()));

  tocsin
    .command('complete', { hidden: true })
    .argument('[words...]')
    .action((words: string[]) => {
      for (const { value, description } of candidates(tocsin, words))
        print(`${value}\t${description.replaceAll(/\s+/g, ' ')}`);
    });
}
