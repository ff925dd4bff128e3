import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { dereference, type OpenApiDocument, type Schema } from '../../generate/document.ts';
import { createFindNumber } from '../../src/calls/index.ts';
import { loadCatalogue } from '../../src/catalogue/index.ts';
import type { TestApp } from '../support/app.ts';
import { makeKey, makeOrganization, makePerson } from '../support/keys.ts';
import { sharedTestApp } from '../support/shared-app.ts';

const document = JSON.parse(
  readFileSync('openapi/bundled/public-v1.json', 'utf8'),
) as OpenApiDocument;
const catalogue = await loadCatalogue('templates');

let server: TestApp;
let teamId: string;
beforeAll(async () => {
  server = await sharedTestApp();
  teamId = await server.api.make('/team', { displayName: 'Payments' });
});

type Json = Record<string, unknown>;

/** The two carriers, each with its own access settings. */
const numbers = {
  Twilio: { member: 'twilio', accessSettings: { phoneNumber: '+4930901820' } },
  Telnyx: { member: 'telnyx', accessSettings: { phoneNumber: '+4930901821' } },
} as const;
type Carrier = keyof typeof numbers;
const carriers = Object.keys(numbers) as Carrier[];

function bodyOf(callFlowConfig: unknown, type: Carrier = 'Twilio', access: Json = {}): Json {
  const { member, accessSettings } = numbers[type];
  return {
    displayName: 'Hotline',
    teamId,
    type,
    integrationSettings: {
      [member]: { accessSettings: { ...accessSettings, ...access }, callFlowConfig },
    },
  };
}

function make(callFlowConfig: unknown, type?: Carrier, access?: Json) {
  return server.api.post('/inbound-integration', bodyOf(callFlowConfig, type, access));
}

/** Errors by field, without what every field of a number begins with. */
function errorsOf(answer: { body: Json }): Record<string, string[]> {
  const errors = (answer.body.errors ?? {}) as Record<string, string[]>;
  return Object.fromEntries(
    Object.entries(errors).map(([field, found]) => [
      field.replace(/^integrationSettings\.(twilio|telnyx)\.(callFlowConfig\.)?/, ''),
      found,
    ]),
  );
}

const spoken = (text: string) => ({ type: 'TextToSpeech', text });
const menuOf = (options: Json[], more: Json = {}) => ({
  welcomeMessage: spoken('Press one for payments.'),
  menu: { options, ...more },
});

interface Bounded {
  path: string[];
  low: number;
  high: number;
}

/** Every number in the settings of a number that has bounds, as the document has them. */
function boundedMembers(schema: Schema, path: string[] = []): Bounded[] {
  const resolved = dereference(document, schema);
  const parts = [resolved, ...(resolved.allOf ?? []).map((part) => dereference(document, part))];
  return parts.flatMap((part): Bounded[] => {
    const { minimum, maximum, type } = part as Schema & { minimum?: number; maximum?: number };
    if (type === 'integer' && minimum !== undefined && maximum !== undefined)
      return [{ path, low: minimum, high: maximum }];
    if (part.items) return boundedMembers(part.items, [...path, '[]']);
    return Object.entries(part.properties ?? {})
      .filter(([name, member]) => name !== 'audioFile' && !member.readOnly)
      .flatMap(([name, member]) => boundedMembers(member, [...path, name]));
  });
}

const flowSchema = document.components.schemas.CallFlow;
if (!flowSchema) throw new Error('The document has no CallFlow.');
const bounded = boundedMembers(flowSchema);

/** A flow that says nothing but this. */
function flowWith(path: readonly string[], value: unknown): Json {
  const nest = ([head, ...rest]: readonly string[]): unknown => {
    if (head === undefined) return value;
    if (head === '[]') return [{ key: '1', ...(nest(rest) as Json) }];
    return { [head]: nest(rest) };
  };
  const flow = nest(path) as { menu?: Json };
  const { menu } = flow;
  return menu ? menuOf([{ key: '1', route: {} }], menu) : flow;
}

describe('bounds', () => {
  test('are those of the specification', () => {
    const found = bounded.map(({ path, low, high }) => [path.at(-1), low, high]);
    expect(found).toEqual(
      expect.arrayContaining([
        ['maxUsersToTry', 1, 10],
        ['dialTimeoutPerUserInSeconds', 5, 120],
        ['menuGatherTimeoutSeconds', 3, 30],
        ['menuMaxAttempts', 1, 10],
        ['targetConfirmGatherTimeoutSeconds', 3, 30],
        ['targetConfirmMaxAttempts', 1, 5],
      ]),
    );
  });

  test.each(bounded.map((one) => [one.path.join('.'), one] as const))(
    '%s is taken at both ends and refused beyond them, with the bound in the text',
    async (_name, { path, low, high }) => {
      for (const type of carriers)
        for (const value of [low, high, null]) {
          const answer = await make(flowWith(path, value), type);
          expect(answer.status, answer.text).toBe(200);
        }
      for (const [value, bound] of [
        [low - 1, low],
        [high + 1, high],
      ] as const) {
        const answer = await make(flowWith(path, value));
        expect(answer.status, answer.text).toBe(400);
        const field = path.join('.').replace('.[]', '[0]');
        expect(errorsOf(answer)[field]?.join(), answer.text).toContain(String(bound));
      }
    },
  );
});

describe('what a call could not work with is refused', () => {
  const long = 'ж'.repeat(751);
  test.each<[string, unknown, string, RegExp]>([
    [
      'a text beyond 1,000 characters',
      { welcomeMessage: spoken('x'.repeat(1001)) },
      'welcomeMessage.text',
      /1000/,
    ],
    [
      'a text beyond 4,500 encoded characters',
      { welcomeMessage: spoken(long) },
      'welcomeMessage.text',
      /4506.*4500/,
    ],
    [
      'speech without a text',
      { welcomeMessage: { type: 'TextToSpeech' } },
      'welcomeMessage.text',
      /Give the text/,
    ],
    [
      'a text of control characters only',
      { welcomeMessage: spoken('\u0000\u0007 ') },
      'welcomeMessage.text',
      /Give the text/,
    ],
    [
      'a file without a file',
      { route: { closingMessage: { type: 'AudioFile' } } },
      'route.closingMessage.audioFile',
      /Give the uploaded file/,
    ],
    [
      'a file that nobody uploaded',
      {
        route: {
          voicemailMessage: {
            type: 'AudioFile',
            audioFile: { objectKey: `prompts/${randomUUID()}.mp3` },
          },
        },
      },
      'route.voicemailMessage.audioFile.objectKey',
      /no uploaded file.*call-routing-media/,
    ],
    [
      'route and menu at once',
      { ...menuOf([{ key: '1', route: {} }]), route: {} },
      'menu',
      /either route or menu/,
    ],
    ['a menu without an option', menuOf([]), 'menu.options', /at least one/],
    [
      'a key twice',
      menuOf([
        { key: '1', route: {} },
        { key: '1', route: {} },
      ]),
      'menu.options[1].key',
      /each key once/,
    ],
    ['the key 0', menuOf([{ key: '0', route: {} }]), 'menu.options[0].key', /a key from 1 to 9/],
    [
      'a menu that nobody explains',
      { menu: { options: [{ key: '1', route: {} }] } },
      'welcomeMessage',
      /which key leads where/,
    ],
    [
      'an entry of five digits',
      { callerBlocklist: ['+49', '+49151'] },
      'callerBlocklist[1]',
      /\+49151 must have 1 to 4 digits/,
    ],
    [
      'an entry without a country',
      { callerAllowlist: ['0151 123'] },
      'callerAllowlist[0]',
      /country code/,
    ],
    ['too many entries', { callerAllowlist: Array(1001).fill('+49') }, 'callerAllowlist', /1000/],
  ])('%s', async (_name, flow, field, reason) => {
    const answer = await make(flow);
    expect(answer.status, answer.text).toBe(400);
    expect(errorsOf(answer)[field]?.join(), answer.text).toMatch(reason);
    expect(answer.body.detail).not.toBe('');
  });

  test.each<[string, Json, string, RegExp]>([
    ['a number that is none', { phoneNumber: '+49' }, 'phoneNumber', /E\.164/],
    [
      'a host with a path',
      { apiBaseDomain: 'https://api.twilio.com/x' },
      'apiBaseDomain',
      /host name only/,
    ],
    ['a token without its account', { authToken: 'secret' }, 'accountSid', /account/],
    ['three tokens', { accountSid: 'AC1', authToken: 'a\nb\nc' }, 'authToken', /at most 2 lines/],
    ['a token of blanks', { accountSid: 'AC1', authToken: '  ' }, 'authToken', /visible/],
  ])('%s', async (_name, access, member, reason) => {
    const answer = await make(null, 'Twilio', access);
    expect(answer.status, answer.text).toBe(400);
    expect(errorsOf(answer)[`accessSettings.${member}`]?.join(), answer.text).toMatch(reason);
  });

  test('a public key that is none', async () => {
    const answer = await make(null, 'Telnyx', { publicKey: 'secret' });
    expect(errorsOf(answer)['accessSettings.publicKey']?.join()).toMatch(/32 bytes/);
    const key = Buffer.alloc(32, 7).toString('base64');
    const both = await make(null, 'Telnyx', { publicKey: `${key}\n${key}` });
    expect(both.status, both.text).toBe(200);
  });

  test('every mistake is named at once', async () => {
    const answer = await make({
      route: { closingMessage: { type: 'TextToSpeech' } },
      callerBlocklist: ['x'],
    });
    expect(Object.keys(errorsOf(answer)).sort()).toEqual([
      'callerBlocklist[0]',
      'route.closingMessage.text',
    ]);
  });

  test('credentials of webhooks, which no number has', async () => {
    for (const more of [
      { signatureVerification: { enabled: true, secret: 'x' } },
      { webhookAuthentication: { type: 'bearer', bearer: { token: 'x' } } },
    ]) {
      const answer = await server.api.post('/inbound-integration', { ...bodyOf(null), ...more });
      expect(answer.status, answer.text).toBe(400);
      expect(answer.text).toContain('access settings of the number');
    }
  });
});

describe('a carrier that is not supported', () => {
  test('is refused with what to use instead, when it is made and when it is edited', async () => {
    const body = { displayName: 'Bird', teamId, type: 'Bird' };
    const made = await server.api.post('/inbound-integration', body);
    expect([made.status, made.text]).toEqual([
      400,
      expect.stringMatching(/not supported.*Twilio or Telnyx/),
    ]);
    const { body: type } = await server.api.get('/inbound-integration/types/Bird');
    expect(type.warning).toMatch(/not supported/);
  });
});

describe('what was sent comes back', () => {
  const flow = {
    welcomeMessage: { type: 'TextToSpeech', text: 'Hello\tthere.', locale: 'de-DE', voice: null },
    callDisplayMode: null,
    attachVoicemailTranscript: false,
    callerAllowlist: ['+49 (151) 123-45678', '00 1', '+49'],
    callerBlocklist: [],
    route: null,
    menu: {
      options: [
        { key: '2', route: { maxUsersToTry: 10, closingMessage: null } },
        { key: '1', route: null },
      ],
      menuMaxAttempts: null,
    },
  };

  test.each(carriers)('as it was, without defaults: %s', async (type) => {
    const made = await make(flow, type);
    expect(made.status, made.text).toBe(200);
    for (const answer of [made, await server.api.get(`/inbound-integration/${made.body.id}`)]) {
      const settings = answer.body.integrationSettings as Record<string, Json>;
      expect(settings[numbers[type].member]?.callFlowConfig).toEqual(flow);
      expect(settings[numbers[type].member]?.accessSettings).toEqual(numbers[type].accessSettings);
    }
  });

  test('but for control characters in what is spoken', async () => {
    const text = 'a\u0000b\u001f\r\nc\u007f\ud800';
    const { body } = await make({ route: { closingMessage: spoken(text) } });
    expect(body.integrationSettings).toMatchObject({
      twilio: { callFlowConfig: { route: { closingMessage: { text: 'ab\r\nc\ufffd' } } } },
    });
  });
});

describe('what a call is led by', () => {
  const find = (id: unknown) =>
    createFindNumber(server.app.world, catalogue, {
      twilio: { accountId: 'AC-server', authTokens: ['of the server'] },
    })(String(id));

  test('every default of an empty number', async () => {
    const { body } = await make(undefined);
    expect(await find(body.id)).toMatchObject({
      carrier: 'twilio',
      access: { accountId: 'AC-server', authTokens: ['of the server'], apiHost: null },
      settings: {
        integrationId: body.id,
        organizationId: server.organizationId,
        displayName: 'Hotline',
        teamId,
        phoneNumber: '+4930901820',
        callDisplayMode: 'CallerNumber',
        language: 'en-US',
        attachesTranscript: false,
        messageSecondsMin: 2,
        missedSecondsMin: 10,
        welcome: null,
        allowlist: [],
        blocklist: [],
        routing: {
          mode: 'single',
          route: {
            key: 0,
            teamId,
            teamExists: true,
            severity: 'Warning',
            goesToVoicemail: false,
            voicemailIfNobodyAnswers: true,
            voicemailMessage: null,
            closingMessage: null,
            resolvesOnAnswer: true,
            skipsDialedNumbers: false,
            usersMax: 3,
            ringSeconds: 20,
            acceptPrompt: null,
            acceptSeconds: 8,
            acceptAttemptsMax: 2,
          },
        },
      },
    });
  });

  test('a menu, lists in one form, and tokens one by one', async () => {
    const other = await server.api.make('/team', { displayName: 'Other' });
    const { body } = await make(
      {
        ...menuOf([{ key: '3', route: { teamId: other.toUpperCase() } }]),
        callerAllowlist: ['+49 151 1234567', '0049', '+49', '+49-151 123 45 67'],
      },
      'Twilio',
      { accountSid: 'AC1', authToken: 'new\r\nold', apiBaseDomain: 'api.dublin.ie1.twilio.com' },
    );
    const found = await find(body.id);
    expect(found?.access).toMatchObject({
      accountId: 'AC1',
      authTokens: ['new', 'old'],
      apiHost: 'api.dublin.ie1.twilio.com',
    });
    expect(found?.settings).toMatchObject({
      allowlist: ['+491511234567', '+49'],
      routing: {
        mode: 'menu',
        attemptsMax: 3,
        keySeconds: 5,
        routes: [{ key: 3, teamId: other, teamExists: true }],
      },
    });
    await server.api.delete(`/team/${other}`);
    expect((await find(body.id))?.settings.routing).toMatchObject({
      routes: [{ key: 3, teamId: other, teamExists: false }],
    });
  });

  test('an edit counts for the next call', async () => {
    const { body } = await make(null);
    await server.api.put(`/inbound-integration/${body.id}`, {
      ...bodyOf({ route: { maxUsersToTry: 7 } }),
    });
    expect((await find(body.id))?.settings.routing).toMatchObject({ route: { usersMax: 7 } });
  });

  test('the tokens of the server never serve another account, nor go to another host', async () => {
    const foreign = await make(null, 'Twilio', { accountSid: 'AC-other' });
    expect((await find(foreign.body.id))?.access.authTokens).toEqual([]);
    const elsewhere = await make(null, 'Twilio', {
      accountSid: 'AC-server',
      apiBaseDomain: 'evil.example.com',
    });
    expect((await find(elsewhere.body.id))?.access).toMatchObject({
      authTokens: ['of the server'],
      apiHost: null,
    });
  });

  test('what is no number leads no call', async () => {
    const webhook = await server.api.make('/inbound-integration', {
      displayName: 'Alerts',
      teamId,
      type: 'Webhook',
    });
    const empty = await server.api.make('/inbound-integration', {
      displayName: 'Empty',
      teamId,
      type: 'Twilio',
    });
    for (const id of [webhook, empty, randomUUID()]) expect(await find(id)).toBeNull();
    const { body } = await server.api.get(`/inbound-integration/${empty}`);
    expect(body.warning).toMatch(/name no phone number/);
  });
});

describe('a warning says what is not done as it is written', () => {
  const credentials = { accountSid: 'AC1', authToken: 'secret' };

  test.each<[string, Carrier, Json, RegExp | null]>([
    [
      'requests that nothing proves',
      'Twilio',
      {},
      /No call is taken.*account SID and the auth token/,
    ],
    ['requests that nothing proves', 'Telnyx', { apiKey: 'KEY' }, /No call is taken.*public key/],
    ['requests that the token proves', 'Twilio', credentials, null],
    [
      'requests that the key proves',
      'Telnyx',
      { publicKey: Buffer.alloc(32, 7).toString('base64') },
      null,
    ],
  ])('%s: %s', async (_name, type, access, warning) => {
    const { body } = await make(null, type, access);
    expect(body.warning).toEqual(warning && expect.stringMatching(warning));
  });

  test.each([
    ['a language without a voice', { locale: 'tlh' }, /tlh.*welcomeMessage.*en-US/],
    ['a voice', { voice: 'Polly.Amy' }, /voice of welcomeMessage is not used/],
    ['a language with a voice, in any letter case', { locale: 'DE-de' }, null],
  ])('%s', async (_name, more, warning) => {
    const welcomeMessage = { ...spoken('Hello.'), ...more };
    const { body } = await make({ welcomeMessage }, 'Twilio', credentials);
    expect(body.warning).toEqual(warning && expect.stringMatching(warning));
  });
});

test('opening hours are refused where they could not work, and shown as they were given', async () => {
  const hours = { timeZoneId: 'Europe/Berlin', windows: [{ after: '08:00', before: '17:00' }] };
  const route = (more: Json) => ({ route: { openingHours: { ...hours, ...more } } });
  const wrong = await make(
    route({
      timeZoneId: 'Berlin',
      holidays: [{ date: '2026-02-30' }],
      whenClosed: 'Team',
    }),
  );
  expect(wrong.status).toBe(400);
  expect(Object.keys(errorsOf(wrong))).toEqual([
    'route.openingHours.timeZoneId',
    'route.openingHours.holidays[0].date',
    'route.openingHours.closedTeamId',
  ]);
  const silent = await make(route({ whenClosed: 'Message' }));
  expect(Object.keys(errorsOf(silent))).toEqual(['route.openingHours.closedMessage']);
  const closedTeamId = '018f4e2c-7a31-4b9d-8c55-2f60a1d3e9b7';
  const unknown = await make(route({ whenClosed: 'Team', closedTeamId }));
  expect(Object.keys(errorsOf(unknown))).toEqual(['route.openingHours.closedTeamId']);
  const given = {
    holidays: [{ date: '2026-12-25', name: 'Christmas' }],
    whenClosed: 'Message',
    closedMessage: spoken('We are closed.\u0007'),
  };
  const { status, body } = await make(route(given));
  expect(status).toBe(200);
  expect(body).toMatchObject({
    integrationSettings: {
      twilio: {
        callFlowConfig: {
          route: {
            openingHours: { ...hours, ...given, closedMessage: spoken('We are closed.') },
          },
        },
      },
    },
  });
  await server.api.delete(`/inbound-integration/${body.id}`);
});

describe('who may do what', () => {
  const organizationRoles = ['Administrator', 'Owner'] as const;

  test('numbers are made by the organization', async () => {
    const teams = { [teamId]: 'Administrator' } as const;
    const other = await server.api.make('/team', { displayName: 'Other' });
    const table = [
      [await makePerson(server, { organizationRole: 'Owner' }), 200],
      [await makePerson(server, { organizationRole: 'Administrator' }), 200],
      [await makePerson(server, { organizationRole: 'Member', teams }), 403],
      [await makePerson(server, { teams }), 403],
      [await makePerson(server, { teams: { [teamId]: 'Member' } }), 403],
      [{ api: server.as(await makeKey(server)) }, 200],
    ] as const;
    for (const type of carriers)
      for (const [{ api }, status] of table) {
        const made = await api.post('/inbound-integration', bodyOf(null, type));
        expect(made.status, made.text).toBe(status);
      }
    const id = await server.api.make('/inbound-integration', bodyOf(null));
    // A copy is a new number.
    for (const [{ api }, status] of table) {
      const copied = await api.post(`/inbound-integration/${id}/duplicate`, {});
      expect(copied.status, copied.text).toBe(status);
    }
    expect(other).not.toBe(teamId);
  });

  test('administrators of a team edit its numbers, and route to teams that they administer', async () => {
    const mine = await server.api.make('/team', { displayName: 'Mine' });
    const others = await server.api.make('/team', { displayName: 'Others' });
    const foreign = await (await makeOrganization(server)).api.make('/team', { displayName: 'X' });
    const { api } = await makePerson(server, {
      teams: { [teamId]: 'Administrator', [mine]: 'Administrator', [others]: 'Member' },
    });
    const number = `/inbound-integration/${await server.api.make('/inbound-integration', bodyOf(null))}`;
    const routedTo = (...ids: (string | null)[]) =>
      bodyOf(menuOf(ids.map((id, index) => ({ key: String(index + 1), route: { teamId: id } }))));
    const put = async (...ids: (string | null)[]) =>
      (await api.put(number, routedTo(...ids))).status;
    expect(await put(null, teamId, mine)).toBe(200);
    expect(await put(others)).toBe(403);
    expect(await put(foreign)).toBe(400);
    expect(await put(randomUUID())).toBe(400);
    // The organization chose it: it may stay, move to another key, and go.
    expect((await server.api.put(number, routedTo(others))).status).toBe(200);
    expect(await put(others)).toBe(200);
    expect(await put(mine, others.toUpperCase())).toBe(200);
    expect(await put(mine)).toBe(200);
    expect(await put(others)).toBe(403);
    expect((await server.api.put(number, routedTo(foreign))).status).toBe(400);
  });

  test.each(organizationRoles)(
    'an organization %s routes to any team of it',
    async (organizationRole) => {
      const others = await server.api.make('/team', { displayName: 'Others' });
      const { api } = await makePerson(server, { organizationRole });
      const made = await api.post('/inbound-integration', bodyOf({ route: { teamId: others } }));
      expect(made.status, made.text).toBe(200);
    },
  );

  test('members see a number without its secrets, and change nothing', async () => {
    const access = { accountSid: 'AC1', authToken: 'secret' };
    const { body } = await make(null, 'Twilio', access);
    const { api } = await makePerson(server, { teams: { [teamId]: 'Member' } });
    const seen = await api.get(`/inbound-integration/${body.id}`);
    expect(seen.body.integrationSettings).toMatchObject({
      twilio: { accessSettings: { authToken: '********', accountSid: 'AC1' } },
    });
    expect((await api.put(`/inbound-integration/${body.id}`, bodyOf(null))).status).toBe(403);
  });
});

test('options list each language once, and say whose they are', async () => {
  for (const type of carriers) {
    const { body } = await make(null, type);
    const options = (await server.api.get(`/inbound-integration/${body.id}/call-routing-options`))
      .body;
    expect(options.provider).toBe(type);
    const locales = (options.voiceLocales as { value: string }[]).map(({ value }) => value);
    expect(new Set(locales).size).toBe(locales.length);
    expect(locales.length).toBeGreaterThanOrEqual(25);
    expect(locales).toContain('en-US');
  }
});
