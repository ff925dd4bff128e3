import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addClientCommands } from '../../src/cli/client-commands.ts';
import type { TestApp } from '../support/app.ts';
import { sharedTestApp } from '../support/shared-app.ts';
import { type StaffedTeam, staffTeam } from '../support/staffed-team.ts';

let server: TestApp;
let folder: string;
let team: StaffedTeam;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tocsin-test-'));
  server = await sharedTestApp();
  team = await staffTeam(server.api, 'Payments', [{ people: ['Alice'] }, { people: ['Bob'] }], {
    users: { Alice: { phoneNumber: '+4915100000001' }, Bob: { phoneNumber: '+4915100000002' } },
  });
  await server.api.make('/inbound-integration', {
    displayName: 'Payments hotline',
    teamId: team.id,
    type: 'Twilio',
    integrationSettings: {
      twilio: {
        accessSettings: { phoneNumber: '+4930901820' },
        callFlowConfig: {
          welcomeMessage: { type: 'TextToSpeech', text: 'Welcome to payments.' },
          route: { incidentSeverity: 'Critical' },
          missedCallIncidents: false,
        },
      },
    },
  });
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function rehearse(file: string, ...options: string[]): Promise<string> {
  const path = join(folder, 'calls.yaml');
  await writeFile(path, file);
  const printed: string[] = [];
  const program = new Command().exitOverride();
  addClientCommands(program, {
    env: { TOCSIN_ENDPOINT: server.app.url, TOCSIN_API_KEY: server.key },
    columns: 80,
    print: (text) => void printed.push(text),
    clear: () => undefined,
    exitWith: (code) => void printed.push(`(exit ${code})`),
  });
  await program.parseAsync(['call', 'rehearse', path, ...options], { from: 'user' });
  return printed.join('\n');
}

const night = `
number: Payments hotline
calls:
  - name: A customer at night
    callerNumber: '+4930555'
    at: 2026-03-03T03:00:00Z
    people:
      alice@example.com: NoAnswer
      bob@example.com: { answers: PicksUp, afterSeconds: 7, keys: [5, 1] }
    expect:
      outcome: Accepted
      dialed: [alice@example.com, Bob]
      heard: [Welcome to]
      incident: { status: Resolved, severity: Critical, team: Payments }
  - name: Nobody answers
    at: 2026-03-03T03:00:00Z
    others: Busy
    speaksSeconds: 0
    expect: { outcome: Missed, incident: null }
`;

it('docs/call-routing.md shows a file, and what comes of it', async () => {
  const page = await readFile(join(import.meta.dirname, '../../docs/call-routing.md'), 'utf8');
  const block = (pattern: RegExp) => pattern.exec(page)?.[1] ?? '';
  const settings = block(/-d '(\{[\s\S]*?\})'\n/);
  // Placeholders, and what is there once.
  const filled = settings
    .replace('AC…', `AC${'0'.repeat(32)}`)
    .replace('…', '0'.repeat(32))
    .replace('+4930901820', '+4930901821')
    .replace('TEAM_ID', team.id);
  const number = await server.api.make('/inbound-integration', JSON.parse(filled));
  const shown = block(/\$ npx tocsin call rehearse hotline\.yaml\n([\s\S]*?)\n```/);
  expect(await rehearse(block(/```yaml\n([\s\S]*?)```/), '--number', number)).toBe(shown);
  // The others find theirs by its name.
  await server.api.delete(`/inbound-integration/${number}`);
});

describe('tocsin call rehearse', () => {
  it('says of each call whether it goes as it should', async () => {
    const [first, second, ...others] = (await rehearse(night)).split('\n');
    expect(first).toMatch(/^ok {4}A customer at night: Accepted, 1 min \d+ s$/);
    expect(second).toMatch(/^ok {4}Nobody answers: Missed, \d+ s$/);
    expect(others).toEqual(['2 calls, all as expected.']);
  });

  it('shows every step of a call that does not, and fails', async () => {
    const text = await rehearse(
      night
        .replace('outcome: Accepted', 'outcome: Voicemail')
        .replace('dialed: [alice@example.com, Bob]', 'dialed: [bob@example.com]')
        .replace('[Welcome to]', '[Grüezi]')
        .replace('severity: Critical', 'severity: Minor'),
    );
    expect(text).toContain(
      `      ! outcome: is Accepted, should be Voicemail
      ! dialed: is alice@example.com, bob@example.com, should be bob@example.com
      ! heard: nothing with “Grüezi” is said to the caller
      ! incident.severity: is Critical, should be Minor
       0:00  CallReceived         `,
    );
    expect(text).toMatch(/^ {7}0:00 {2}caller hears {9}“Welcome to payments\.”$/m);
    expect(text).toMatch(/^ {7}0:\d\d {2}Bob hears {12}“/m);
    expect(text).toMatch(
      /^ {6}Incident: Call from \+4930555 to Payments hotline \(Critical, Resolved\) of\s+Payments$/m,
    );
    expect(text.split('\n').slice(-2)).toEqual(['2 calls, 1 not as expected.', '(exit 1)']);
    expect(text).toContain('ok    Nobody answers');
    expect(Math.max(...text.split('\n').map((line) => [...line].length))).toBeLessThanOrEqual(80);
  });

  it('shows every step of every call when asked to, and what programs read', async () => {
    expect(await rehearse(night, '--verbose')).toContain('No incident. Nobody took the call');
    const [first] = JSON.parse(await rehearse(night, '--json'));
    expect(first).toMatchObject({
      name: 'A customer at night',
      isAsExpected: true,
      differences: [],
      rehearsal: { outcome: 'Accepted', dialed: [{ tier: 1 }, { tier: 2 }] },
    });
  });

  it('tries settings that are not saved, at another number, from JSON', async () => {
    const text = await rehearse(
      JSON.stringify({
        callFlowConfig: { callerBlocklist: ['+49'] },
        calls: [{ callerNumber: '+4930555', expect: { outcome: 'Blocklisted', dialed: [] } }],
      }),
      '--number',
      'Payments hotline',
    );
    expect(text).toBe('ok    calls[0]: Blocklisted, 0 s\n1 call, all as expected.');
  });

  it.each([
    ['calls: [{ expect: { outcom: Missed } }]', 'calls[0].expect has outcom; it may have outcome,'],
    ['calls: [{ callerNumber: +4930555 }]', 'calls[0].callerNumber: put the number in quotes.'],
    ['calls: [{ people: { a@example.com: { after: 5 } } }]', 'calls[0].people.a@example.com has'],
    ['calls: [{ expect: { dialed: Bob } }]', 'calls[0].expect.dialed must be a list.'],
    ['calls: []', 'calls: name at least one call.'],
    ['calls: [{}]', 'names no number; name one with --number.'],
    [
      'number: Payments hotline\ncalls: [{ others: Sleeps }]',
      'others.answers: Values must be one of PicksUp,',
    ],
    ['number: Nothing\ncalls: [{}]', 'answers 404'],
    ['number: Payments hotline\ncalls: [{ people: { nobody@example.com: Busy } }]', 'answers 404'],
  ])('refuses %s', async (file, message) => {
    await expect(rehearse(file)).rejects.toThrow(message);
  });
});
