import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addClientCommands } from '../../src/cli/client-commands.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { storeCall } from '../support/calls.ts';

let server: TestApp;
let folder: string;
let teamId: string;
let integrationId: string;
let accepted: string;
let voicemail: string;
const began = new Date(Date.now() - 5 * 60_000);
const voice = Buffer.from('ID3 and the words of the caller');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tocsin-test-'));
  server = await startTestApp({ clock: new Date().toISOString() });
  const { api, app, organizationId } = server;
  teamId = await api.make('/team', { displayName: 'Payments' });
  integrationId = await api.make('/inbound-integration', {
    displayName: 'Payments hotline',
    teamId,
    type: 'Twilio',
    integrationSettings: { twilio: { accessSettings: { phoneNumber: '+4930901820' } } },
  });
  const userId = await api.make('/user', {
    email: 'alice@example.com',
    displayName: 'Alice Hofer',
  });
  const number = {
    organizationId,
    integrationId,
    teamIds: [teamId],
    displayName: 'Payments hotline',
  };
  accepted = await storeCall(app.world, {
    ...number,
    at: began.toISOString(),
    outcome: 'Accepted',
    seconds: 94,
    acceptedBy: { userId, displayName: 'Alice Hofer', after: 23 },
    incidentId: '01a20112-91ec-7000-9aa3-3566124dfa42',
    log: [
      ['CallReceived', 0, 'Processed', 'A call came in from +4915112345678.'],
      ['DialTarget', 1, 'Processed', 'Alice Hofer (tier 1) is rung for 20 seconds.'],
      [
        'ConfirmTargetResult',
        18,
        'Ignored',
        'Alice Hofer pressed 5, which is not 1; the words to accept the call are said again, for the second and last time.',
      ],
      ['ConfirmTargetResult', 23, 'Processed', 'Alice Hofer\u001b[2J pressed 1.'],
      ['Hangup', 94, 'Failed', 'The carrier did not answer.'],
    ],
  });
  voicemail = await storeCall(app.world, {
    ...number,
    at: new Date(began.getTime() - 26 * 3_600_000).toISOString(),
    from: null,
    outcome: 'Voicemail',
    recording: voice,
  });
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

async function tocsin(...args: string[]): Promise<string> {
  const printed: string[] = [];
  const program = new Command().exitOverride();
  addClientCommands(program, {
    env: { TOCSIN_ENDPOINT: server.app.url, TOCSIN_API_KEY: server.key },
    columns: 80,
    print: (text) => void printed.push(text),
    clear: () => undefined,
    exitWith: (code) => void printed.push(`(exit ${code})`),
  });
  await program.parseAsync(args, { from: 'user' });
  return printed.join('\n');
}

describe('tocsin calls', () => {
  it('shows the latest calls, with who took them', async () => {
    expect(await tocsin('calls')).toBe(
      [
        'AGE  OUTCOME    CALLER          TAKEN BY,…  CALL',
        `5m   Accepted   +4915112345678  Alice Hof…  ${accepted}`,
        `26h  Voicemail  anonymous       Payments …  ${voicemail}`,
      ].join('\n'),
    );
  });

  it('of some outcomes, callers, numbers, teams and times', async () => {
    for (const filter of [
      ['--outcome', 'Accepted', 'Missed'],
      ['--caller', '+49151'],
      ['--since', '2h'],
    ]) {
      const text = await tocsin('calls', ...filter, '--number', integrationId, '--team', teamId);
      expect(text).toContain(accepted);
      expect(text).not.toContain(voicemail);
    }
    expect(await tocsin('calls', '--caller', '+41')).toBe('No calls.');
    const list = JSON.parse(await tocsin('calls', '--json'));
    expect(list.callSessions).toHaveLength(2);
  });
});

describe('tocsin calls show', () => {
  it('tells a call as a tired person can read it', async () => {
    expect(await tocsin('calls', 'show', accepted)).toBe(
      `Accepted. The caller hung up.

Call       +4915112345678 to Payments hotline (+4930901820)
Began      ${began.toISOString().slice(0, 19).replace('T', ' ')}Z, 1 min 34 s
Menu       key 2
Answered   by Alice Hofer, after 23 s
Incident   01a20112-91ec-7000-9aa3-3566124dfa42
Carrier    Twilio, CA${accepted}

 0:00  CallReceived         A call came in from +4915112345678.
 0:01  DialTarget           Alice Hofer (tier 1) is rung for 20 seconds.
 0:18  ConfirmTargetResult  Ignored: Alice Hofer pressed 5, which is not 1; the
                            words to accept the call are said again, for the
                            second and last time.
 0:23  ConfirmTargetResult  Alice Hofer [2J pressed 1.
 1:34  Hangup               Failed: The carrier did not answer.`,
    );
  });

  it('says whether a voicemail can be listened to', async () => {
    const text = await tocsin('calls', 'show', voicemail);
    expect(text).toContain('Call       anonymous to Payments hotline');
    expect(text).toContain('Voicemail  12 s, kept');
    expect(JSON.parse(await tocsin('calls', 'show', voicemail, '--json')).id).toBe(voicemail);
  });
});

describe('tocsin calls recording', () => {
  it('writes the voicemail into a new file, and over no other one', async () => {
    const file = join(folder, 'voicemail.mp3');
    expect(await tocsin('calls', 'recording', voicemail, file)).toBe(
      `${file}: audio/mpeg, ${voice.length} bytes`,
    );
    expect((await readFile(file)).equals(voice)).toBe(true);
    await expect(tocsin('calls', 'recording', voicemail, file)).rejects.toThrow('EEXIST');
    await expect(tocsin('calls', 'recording', accepted, join(folder, 'none'))).rejects.toThrow(
      'answers 404: There is no Recording of the call session',
    );
  });
});

describe('tocsin calls stats', () => {
  it('counts calls by outcome', async () => {
    const text = await tocsin(
      'calls',
      'stats',
      '--interval',
      'day',
      '--since',
      '2d',
      '--time-zone',
      'Europe/Berlin',
    );
    const [head, ...lines] = text.split('\n');
    expect(head).toBe(
      'FROM        CALLS  ACCEPTED  VOICEMAIL  MISSED  BLOCKED  FAILED  ANSWERED IN',
    );
    expect(lines).toContain(
      'All         2      1         1          0       0        0       23 s',
    );
    expect(lines.at(-1)).toBe('Times are in Europe/Berlin.');
    const { interval } = JSON.parse(await tocsin('calls', 'stats', '--json'));
    expect(interval).toBe('Week');
  });
});

describe('tocsin calls delete', () => {
  it('deletes one call, or all of a caller, after it was told that it cannot be undone', async () => {
    await expect(tocsin('calls', 'delete', voicemail)).rejects.toThrow('--yes');
    expect(await tocsin('calls', 'delete', voicemail, '--yes')).toBe('Deleted.');
    await expect(tocsin('calls', 'show', voicemail)).rejects.toThrow('404');
    const text = await tocsin('calls', 'delete-caller', '+4915112345678', '--yes');
    expect(text).toContain('Deleted: 1. Still going on, and kept: 0.');
    expect(text).toContain('01a20112-91ec-7000-9aa3-3566124dfa42');
    expect(await tocsin('calls')).toBe('No calls.');
  });
});
