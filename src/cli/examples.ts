import type { Command } from 'commander';

/** Calls that show what a command is for, by the words that lead to it; none of them: the program itself. */
const examples: Readonly<Record<string, readonly string[]>> = {
  '': [
    'tocsin login https://tocsin.example.com',
    'tocsin send Grafana open --integration ID',
    'tocsin incidents --open --watch',
    'tocsin incidents ack ID --message "I look into it"',
    'tocsin coverage',
  ],
  backup: ['tocsin backup /backups/tocsin.db'],
  map: ['tocsin map templates/Grafana/type.yaml alert.json --expect expected.yaml'],
  export: ['tocsin export ./tocsin --team Payments', 'tocsin export --json tocsin.json'],
  diff: ['tocsin diff tocsin.json'],
  login: [
    'tocsin login https://tocsin.example.com',
    'tocsin login https://test.example.com --profile test',
  ],
  setup: ['tocsin setup Grafana --integration ID'],
  send: [
    'tocsin send Grafana open --integration ID',
    'tocsin send Grafana resolve --to https://tocsin.example.com/api/webhook/TOKEN',
  ],
  incidents: [
    'tocsin incidents --open --watch',
    'tocsin incidents --search checkout --all',
    'tocsin incidents resolve ID --message "Restarted db-1"',
    'tocsin incidents snooze ID --for 8h',
  ],
  notifications: ['tocsin notifications --incident ID', 'tocsin notifications --user ID'],
  simulate: [
    'tocsin simulate --team ID --severity Critical --title "Disk is full"',
    'tocsin simulate --integration ID --attribute Host=db-1 Service=database',
    'tocsin simulate --integration ID --payload ID --at 2026-03-01T22:00:00Z',
  ],
  coverage: ['tocsin coverage --team ID --json'],
  prove: [
    'tocsin prove --days 14',
    'terraform show -json plan.bin | tocsin prove --plan - --folder .',
    'tocsin prove --offline --facts facts.json --format junit',
  ],
  facts: ['tocsin facts --out facts.json'],
  replay: [
    'tocsin replay --changes changes.json --people nobody',
    'terraform show -json plan.bin | tocsin replay --plan - --fail-on nobody-now',
  ],
  noise: ['tocsin noise --days 30', 'tocsin noise --changes-of 1'],
  calls: [
    'tocsin calls --outcome Missed --since 8h',
    'tocsin calls show ID',
    'tocsin calls recording ID voicemail.mp3',
  ],
  'silence add': ['tocsin silence add "Move of db-1" --team ID --for 2h --match "Host = db-1"'],
  'keys create': [
    'tocsin keys create Terraform',
    'tocsin keys create Dashboard --scope incidents:get,list',
  ],
};

/** Adds them below the help of their commands. */
export function addExamples(program: Command): void {
  for (const [words, calls] of Object.entries(examples)) {
    const lines = calls.map((call) => `  ${call}`).join('\n');
    commandAt(program, words)?.addHelpText('after', `\nExamples:\n${lines}`);
  }
}

/** All calls that are shown. */
export const exampleCalls: readonly string[] = Object.values(examples).flat();

function commandAt(program: Command, words: string): Command | undefined {
  return words
    .split(' ')
    .filter((word) => word !== '')
    .reduce<Command | undefined>(
      (command, word) => command?.commands.find((one) => one.name() === word),
      program,
    );
}
