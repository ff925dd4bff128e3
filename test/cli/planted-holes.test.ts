import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addFactsCommand } from '../../src/cli/facts-command.ts';
import { addProveCommand } from '../../src/cli/prove-command.ts';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeOrganization } from '../support/keys.ts';
import {
  type Coded,
  known,
  type Made,
  planOf,
  refsIn,
  resourceAt,
  type Value,
  written,
} from './planted-holes/code.ts';
import { type Hole, holes, type Place, sound } from './planted-holes/holes.ts';
import { christmas, inBerlin, now } from './planted-holes/times.ts';

/**
 * Configurations with one hole each, put in on purpose, in each way in which `tocsin prove` may be asked: what a server
 * has, what a plan would set up there, and both without the server.
 */

let server: TestApp;
let folder: string;
beforeAll(async () => {
  server = await startTestApp({
    clock: now.toISOString(),
    env: {
      ...{ TOCSIN_TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`, TOCSIN_TWILIO_AUTH_TOKEN: 'token' },
      ...{ TOCSIN_TWILIO_FROM: '+15550001000', TOCSIN_TWILIO_API_BASE: 'http://127.0.0.1:9' },
    },
  });
  folder = await mkdtemp(join(tmpdir(), 'holes-'));
});
afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true });
});

const textsOnly = {
  ...{ shouldSendEmail: false, severitiesEmail: [], delayInMinEmail: 0 },
  ...{ shouldCallVoice: false, severitiesVoice: [], delayInMinVoice: 0 },
  ...{ shouldSendSMS: true, severitiesSMS: ['Critical'], delayInMinSMS: 0 },
  ...{ shouldSendPush: false, severitiesPush: [], delayInMinPush: 0 },
};
let numbers = 0;

/** An organization with people and nothing that tells them. */
async function place(): Promise<Place> {
  const { api, key } = await makeOrganization(server);
  const teamId = await api.make('/team', { displayName: 'Payments', timeZoneId: 'Europe/Berlin' });
  const person = async (displayName: string, more: object = {}) => {
    numbers += 1;
    const userId = await api.make('/user', {
      ...{ displayName, email: `${displayName}.${numbers}@example.com`, timeZoneId: 'UTC' },
      ...{ phoneNumber: `+49151${30_000_000 + numbers}`, incidentNotificationSettings: textsOnly },
      ...more,
    });
    await api.make('/team-membership', { userId, teamId, role: 'Member' });
    return userId;
  };
  const people = {
    ...{ ada: await person('ada'), bo: await person('bo'), cy: await person('cy') },
    dee: await person('dee', { phoneNumber: null }),
  };
  expect((await api.post(`/user/${people.cy}/suspend`, {})).status).toBe(200);
  return {
    ...{ api, teamId, ...people },
    tocsin: (...args) => called(key, args),
    leave: (...userIds) => takeLeave(api, userIds),
  };
}

async function called(key: string, args: string[]): Promise<string> {
  const printed: string[] = [];
  const program = new Command().exitOverride().configureOutput({ writeErr: () => {} });
  const terminal = {
    env: { TOCSIN_ENDPOINT: server.app.url, TOCSIN_API_KEY: key },
    columns: 200,
    print: (text: string) => void printed.push(text),
    clear: () => {},
    exitWith: (code: number) => void printed.push(`(exit ${code})`),
  };
  addProveCommand(program, terminal);
  addFactsCommand(program, terminal);
  await program.parseAsync(args, { from: 'user' });
  return printed.join('\n');
}

async function file(name: string, content: unknown): Promise<string> {
  const path = join(await mkdtemp(join(folder, 'file-')), name);
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

/** Makes by the API what the code says, each after what it names. */
async function apply({ api }: Place, objects: readonly Coded[]): Promise<Made> {
  const made = new Map<string, string>();
  for (let left = [...objects]; left.length > 0; ) {
    const next = left.find(({ wire }) => refsIn(wire).every((type) => made.has(type)));
    if (!next) throw new Error('They name each other in a circle.');
    left = left.filter((one) => one !== next);
    const { type, path, wire } = next;
    if (/notification-rules$/.test(path)) {
      const { status, text } = await api.put(path, wire);
      expect(status, text).toBe(200);
    } else made.set(type, await api.make(path, known(made, wire) as object));
  }
  return made;
}

const guarantee: { [member: string]: Value } = {
  ...{ displayName: 'Told', incidents: { severities: ['Critical'] }, horizonDays: 14 },
  // Administrators are mailed where nobody is on call.
  told: { withinMinutes: 5, channels: ['SMS'] },
};

/** Each way to ask, of what is not there yet and of what is. */
async function asked(hole: Hole) {
  const at = await place();
  await hole.before?.(at);
  const wire = { ...guarantee, ...hole.guarantee };
  const whole: Coded = { type: 'tocsin_guarantee', path: '/guarantee', wire };
  const coded = [...hole.code(at), ...(hole.isWhole ? [whole] : [])];
  // What is deleted was there, and so was all that names it.
  const made = hole.deletes ? await apply(at, coded) : new Map<string, string>();
  const present = coded.map((one) => ({ ...one, wire: known(made, one.wire) as Coded['wire'] }));
  const source = written(present.filter(({ type }) => type !== hole.deletes));
  const main = await file('a.tf', source);
  const drafts = hole.isWhole ? [] : ['--guarantees', await file('guarantees.json', [wire])];
  const guarantees = ['prove', ...drafts];
  const planFile = await file('plan.json', planOf(present, made, hole.deletes));
  const plan = ['--plan', planFile, '--folder', join(main, '..')];
  const facts = join(main, '..', 'facts.json');
  await at.tocsin('facts', '--out', facts);
  const planned = await at.tocsin(...guarantees, ...plan);
  const offline = await at.tocsin(...guarantees, ...plan, '--offline', '--facts', facts);
  const alone = await at.tocsin(...guarantees, ...plan, '--offline');
  const gone = coded.find(({ type }) => type === hole.deletes);
  if (gone) await at.api.delete(`${gone.path}/${made.get(gone.type)}`);
  else await apply(at, coded);
  const stored = await at.tocsin(...guarantees);
  await at.tocsin('facts', '--out', facts);
  const storedOffline = await at.tocsin(...guarantees, '--offline', '--facts', facts);
  return { source, planned, offline, alone, stored, storedOffline };
}

async function takeLeave(api: ApiClient, userIds: readonly string[]): Promise<void> {
  const text = [
    ...['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:1', `DTSTART;VALUE=DATE:${christmas()}1224`],
    ...[`DTEND;VALUE=DATE:${christmas()}1227`, 'END:VEVENT', 'END:VCALENDAR', ''],
  ].join('\r\n');
  for (const userId of userIds)
    await api.make('/person-calendar', { displayName: 'Leave', kind: 'leave', userId, text });
  await server.app.jobs.runAll((task) => task === 'person-calendars');
}

describe('a hole that was put in on purpose', () => {
  it.each(Object.entries(sound))(
    'is not there %s: the same holds in each way, and of the plan alone nothing is said to',
    async (_name, hole) => {
      const { alone, source: _, ...others } = await asked(hole);
      for (const [way, text] of Object.entries(others))
        expect(text, way).toMatch(/^HOLDS {2}Told\n/);
      expect(alone).toMatch(/^NOT DECIDED|\(exit 3\)$/);
    },
  );

  it.each(Object.entries(holes))(
    '%s is found in each way, where it is in code',
    async (_name, hole) => {
      const { source, alone, ...ways } = await asked(hole);
      if (process.env.SHOW) console.log(_name, ways.planned, alone);
      const state = hole.state ?? '(BROKEN|BREAKS)';
      expect(alone).not.toContain('HOLDS');
      expect(alone).toMatch(/\(exit [13]\)$/);
      for (const [way, text] of Object.entries(ways)) {
        expect(text, way).toMatch(new RegExp(`^${state} {2}Told\n[^]*\\(exit 1\\)$`));
        if (hole.says) expect(text, way).toContain(hole.says);
        if (hole.first) expect(text, way).toContain(`first      ${inBerlin(hole.first)}`);
      }
      for (const text of [ways.planned, ways.offline]) {
        const places = [...text.matchAll(/a\.tf:(\d+) (\S+)/g)];
        expect(
          places.map(([, , address]) => address),
          text,
        ).toContain(hole.where);
        for (const [, line, address] of places)
          expect(resourceAt(source, Number(line))).toBe(address);
      }
    },
  );
});
