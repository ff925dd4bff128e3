import express, { type Express } from 'express';
import { afterEach, describe, expect, it } from 'vitest';
import { type Answer, ask } from './ask.ts';
import {
  complaintAbout,
  complaintAboutReference,
  differenceBetween,
  documentsWithoutCallers,
  type Expected,
} from './checks/authorization.ts';
import {
  complaintAboutLimit,
  complaintAboutTarget,
  complaintsAboutHeaders,
  spoofedTargets,
} from './checks/headers.ts';
import {
  changeBy,
  complaintAboutFilter,
  complaintAboutOperator,
  foreignMembers,
  tracesOf,
  unboundedIn,
} from './checks/input.ts';
import { differenceOfRoutes, routesOf } from './checks/inventory.ts';
import { secretsIn } from './checks/secrets.ts';
import { complaintAboutTrap, isAddress, setTrap } from './checks/ssrf.ts';

/** Each check sees a server that does it wrong. */
const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

async function serve(build: (app: Express) => void): Promise<string> {
  const app = express();
  build(app);
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  stops.push(() => server.close());
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

const answer = (status: number, body: unknown = {}, headers = {}): Answer => ({
  status,
  headers: { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store', ...headers },
  text: typeof body === 'string' ? body : JSON.stringify(body),
});

describe('authorization', () => {
  it.each<[Expected, number]>([
    ['unauthenticated', 200],
    ['unauthenticated', 403],
    ['forbidden', 200],
    ['forbidden', 404],
    ['hidden', 403],
    ['hidden', 200],
    ['refused', 200],
    ['not-taken', 200],
    ['sent-away', 200],
    ['admitted', 403],
    ['admitted', 401],
    ['shown', 404],
    ['answered', 401],
    ['forbidden', 500],
    ['admitted', 500],
  ])('%s is not %i', (expected, status) => {
    expect(complaintAbout('it', expected, answer(status))).not.toBe(null);
  });

  it('a 401 says how to authenticate, a 403 what would help', () => {
    const challenge = { 'www-authenticate': 'Bearer' };
    expect(complaintAbout('it', 'unauthenticated', answer(401))).toContain('how to authenticate');
    expect(complaintAbout('it', 'unauthenticated', answer(401, {}, challenge))).toBe(null);
    const other = answer(403, { code: 'forbidden' });
    expect(complaintAbout('it', 'sign-in-again', other)).toContain('what would help');
    expect(complaintAbout('it', 'plan-required', answer(403, { code: 'plan-required' }))).toBe(
      null,
    );
  });

  it('a browser is sent to where one signs in', () => {
    const elsewhere = answer(303, '', { location: 'https://evil.example/' });
    expect(complaintAbout('it', 'sent-away', elsewhere)).toContain('evil');
  });

  it('a server that tells foreign objects from none', async () => {
    const url = await serve((app) => {
      app.get('/thing/theirs', (_req, res) => void res.status(403).json({ detail: 'not yours' }));
      app.get('/thing/:id', (_req, res) => void res.status(404).json({ detail: 'nothing' }));
    });
    const [foreign, random] = [
      await ask({ url: `${url}/thing/theirs` }),
      await ask({ url: `${url}/thing/x` }),
    ];
    const of = (one: Answer, id: string) => ({ answer: one, ids: [id] });
    expect(differenceBetween('it', of(foreign, 'theirs'), of(random, 'x'))).toContain('not yours');
    expect(differenceBetween('it', of(random, 'x'), of(random, 'x'))).toBe(null);
  });

  it('a reference to somebody else’s object that is taken', () => {
    const taken = { answer: answer(200), ids: [] };
    expect(complaintAboutReference('it', taken, taken)).toContain('is taken');
  });

  it('a document that nobody calls, and a way to prove who one is that nobody uses', () => {
    const operations = [
      { document: 'new', schemes: [] },
      { document: 'odd', schemes: ['Badge'] },
      { document: 'known', schemes: ['ApiKey'] },
    ];
    expect(documentsWithoutCallers(operations, [])).toEqual([
      'new has no callers',
      'odd: nobody calls with Badge',
    ]);
  });
});

describe('input', () => {
  it('a server that stores and shows whatever it is sent', async () => {
    let stored = '';
    const url = await serve((app) => {
      app.post('/thing', express.json(), (req, res) => {
        stored += JSON.stringify({ ...req.body, version: req.body.version ?? 1 });
        res.json(req.body);
      });
    });
    const post = (body: unknown) =>
      ask({
        url: `${url}/thing`,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
    const plain = await post({ displayName: 'A' });
    const treated = await post({ ...foreignMembers('mark'), displayName: 'A' });
    expect(changeBy('it', plain, treated)).not.toBe(null);
    expect(tracesOf('mark', stored)).toContain('mark-organization');
    expect(tracesOf('mark', stored)).toContain('424242424');
    expect(changeBy('it', plain, plain)).toBe(null);
  });

  it('has every member of its own, the prototype too', () => {
    expect(Object.hasOwn(foreignMembers('m'), '__proto__')).toBe(true);
  });

  it('a server that hands a filter to its database', async () => {
    const all = ['a', 'b', 'c'];
    const url = await serve((app) => {
      app.set('query parser', 'extended');
      app.get('/things', (req, res) => {
        const { name } = req.query;
        if (name === 'crash') throw new Error('crash');
        res.json({ things: typeof name === 'object' ? all : all.filter((one) => one === name) });
      });
    });
    const get = (query: string) => ask({ url: `${url}/things?${query}` });
    const plain = await get('name=a');
    const of = async (query: string) =>
      complaintAboutFilter(query, { plain, treated: await get(query) });
    expect(await of('name[$gt]=')).toContain('lists 3 instead of 1');
    expect(await of('name=crash')).toContain('a fault');
    expect(await of('name=b')).toBe(null);
  });

  it('an operator that is taken, and one that upsets', () => {
    expect(complaintAboutOperator('it', answer(200))).toContain('is taken');
    expect(complaintAboutOperator('it', answer(500), true)).toContain('a fault');
    expect(complaintAboutOperator('it', answer(400))).toBe(null);
  });

  it.each([
    [{ type: 'string' }, 'text'],
    [{ type: 'string', pattern: '^[a-z]+$' }, 'text'],
    [{ type: 'string', pattern: '[a-z]{3}' }, 'text'],
    [{ type: 'array' }, 'list'],
    [{ type: 'object', additionalProperties: true }, 'members'],
  ] as const)('%j has no bound', (schema, what) => {
    const member = { place: ['a'], name: 'a', isReadOnly: false, schema };
    expect(unboundedIn('it', [member])).toEqual([`it a: ${what}`]);
    expect(unboundedIn('it', [{ ...member, isReadOnly: true }])).toEqual([]);
  });
});

describe('headers', () => {
  it.each<[string, Record<string, string>, string]>([
    ['no nosniff', { 'x-content-type-options': '' }, 'guess'],
    ['kept', { 'cache-control': 'public' }, 'caches keep it'],
    ['open to others', { 'access-control-allow-origin': '*' }, 'other sites'],
    ['talkative', { 'x-powered-by': 'Express' }, 'what serves it'],
    ['a page without a policy', { 'content-type': 'text/html' }, 'may load anything'],
  ])('%s', (_name, headers, complaint) => {
    expect(complaintsAboutHeaders('it', answer(200, {}, headers)).join()).toContain(complaint);
  });

  it('a server that builds its addresses from what it is told', async () => {
    const url = await serve((app) => {
      app.get('/', (req, res) => void res.redirect(`http://${req.headers.host}/start`));
    });
    const [headers] = spoofedTargets('evil.example');
    const told = await ask({ url: `${url}/`, ...(headers ? { headers } : {}) });
    expect(complaintAboutTarget('it', 'evil.example', told)).toContain('repeats');
  });

  it('a limit that counts by a header, and one that is no limit', async () => {
    const seen = new Map<string, number>();
    const url = await serve((app) => {
      app.get('/', (req, res) => {
        const by = String(req.headers['x-forwarded-for']);
        seen.set(by, (seen.get(by) ?? 0) + 1);
        res.sendStatus((seen.get(by) ?? 0) > 3 ? 429 : 200);
      });
    });
    const ofFour = async (addressOf: (turn: number) => string) => {
      const statuses: number[] = [];
      for (let turn = 0; turn < 4; turn += 1)
        statuses.push((await ask({ url, headers: { 'x-forwarded-for': addressOf(turn) } })).status);
      return statuses;
    };
    expect(complaintAboutLimit('it', await ofFour((turn) => `198.51.100.${turn}`))).not.toBe(null);
    expect(complaintAboutLimit('it', await ofFour(() => '203.0.113.9'))).toBe(null);
    expect(complaintAboutLimit('it', [429, 429, 429, 429])).not.toBe(null);
  });
});

describe('inventory', () => {
  it('a route that nobody wrote down, and one that is not there', () => {
    const router = express.Router();
    const below = express.Router();
    below.post('/debug', () => {});
    router.get('/thing/:id', () => {});
    router.use('/internal', below);
    router.use('/files', () => {});
    const routes = routesOf(router);
    expect(routes).toEqual(['GET /thing/:id', 'POST /internal/debug', 'USE /files']);
    expect(differenceOfRoutes(routes, ['GET /thing/:id', 'GET /gone'], [])).toEqual([
      'POST /internal/debug is in no document',
      'USE /files is in no document',
      'GET /gone is not served',
    ]);
  });
});

describe('addresses that users choose', () => {
  it('a server that asks whatever it is given', async () => {
    const trap = await setTrap();
    stops.push(() => void trap.stop());
    await ask({ url: `http://127.0.0.1:${trap.port}/` });
    const strict = { connections: trap.connections() };
    expect(strict.connections).toBe(1);
    expect(complaintAboutTrap('it', { strict, allowing: strict })).toContain('led to loopback');
    const none = { connections: 0 };
    expect(complaintAboutTrap('it', { strict: none, allowing: none })).toContain('never asked');
    expect(complaintAboutTrap('it', { strict: none, allowing: strict })).toBe(null);
    expect(complaintAboutTrap('it', { strict: 'refused', allowing: 'refused' })).toBe(null);
  });

  it.each([
    ['webhookUrl', {}],
    ['host', {}],
    ['place', { format: 'uri' }],
    ['place', { pattern: '^https://' }],
    ['place', { example: 'https://example.com' }],
  ])('%s %j is one', (name, more) => {
    const of = { place: [name], name, schema: { type: 'string' as const, ...more } };
    expect(isAddress({ ...of, isReadOnly: false })).toBe(true);
    expect(isAddress({ ...of, isReadOnly: true })).toBe(false);
  });
});

it.each([
  ['as it is', '{"detail":"key abc+123/x is wrong"}'],
  ['in a URL', `/a?key=${encodeURIComponent('abc+123/x')}`],
  ['as basic credentials', Buffer.from('abc+123/x').toString('base64')],
])('a secret that is written down %s', (_how, text) => {
  const secrets = new Map([['a key', 'abc+123/x']]);
  expect(secretsIn('the log', text, secrets)).toEqual(['the log has a key']);
  expect(secretsIn('the log', 'nothing', secrets)).toEqual([]);
});
