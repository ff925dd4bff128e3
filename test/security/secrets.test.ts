import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FakeCarrier, startCarrier } from '../fakes/carrier.ts';
import { simulatedTools } from '../outbound/simulated-tools.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makePerson } from '../support/keys.ts';
import { callTool, post } from '../support/mcp.ts';
import { type DocumentedOperation, documentedOperations } from '../support/operations.ts';
import { makeReply } from '../support/reply.ts';
import { signIn } from '../support/sessions.ts';
import { sendTo } from '../support/webhook.ts';
import { ask, inParallel } from './ask.ts';
import { questionOf } from './caller.ts';
import { secretsIn } from './checks/secrets.ts';
import { type ProofCallers, proofCallers, telnyxEnv } from './proofs.ts';
import { servedOperations } from './served.ts';

let server: TestApp;
let carrier: FakeCarrier;
let proofs: ProofCallers;
/** What must not be in the log, by what it is; and of that, what must not be in the database in clear. */
const secrets = new Map<string, string>();
const sealed = new Map<string, string>();
const visible = 'plainly visible name';

beforeAll(async () => {
  carrier = await startCarrier();
  server = await startTestApp({ env: { ...carrier.env, ...telnyxEnv, TOCSIN_LOG_LEVEL: 'trace' } });
  proofs = await proofCallers(server, carrier);
  const person = await makePerson(server, { organizationRole: 'Owner' });
  const { token } = await signIn(server, { userId: person.id });
  const reply = await makeReply(server);
  const once = { 'a key': person.key, 'the first key': server.key, 'a session': token };
  const tokens = {
    ...once,
    'a link': reply.token,
    'the carrier’s token': carrier.env.TOCSIN_TWILIO_AUTH_TOKEN ?? '',
  };
  for (const [what, secret] of Object.entries(tokens)) {
    secrets.set(what, secret);
    sealed.set(what, secret);
  }
  await keepSecrets(server);
  await server.api.make('/user', { email: 'p@example.com', phoneNumber: '+4915150001234' });
  secrets.set('a phone number', '15150001234');
});
afterAll(() => Promise.all([server?.stop(), carrier?.stop()]));

/** The settings of every tool and monitor, whose secrets all say so. */
async function keepSecrets({ api }: TestApp): Promise<void> {
  const teamId = await api.make('/team', { displayName: visible });
  for (const [type, { settings }] of Object.entries(simulatedTools))
    await api.make('/outbound-integration', { displayName: type, teamId, type, ...settings });
  await api.make('/inbound-integration', {
    displayName: 'Guarded',
    teamId,
    type: 'Webhook',
    webhookAuthentication: {
      type: 'bearer',
      bearer: { token: 'SECRET-bearer' },
      privateIpFilter: null,
    },
  });
  const httpMonitoring = {
    url: 'http://127.0.0.1:9/',
    method: 'GET',
    timeoutInMilliseconds: 1000,
    intervalInSeconds: 60,
    basicAuthenticationUserName: 'somebody',
    basicAuthenticationPassword: 'SECRET-basic',
    headers: { 'x-key': 'SECRET-monitor' },
  };
  await api.make('/inbound-integration', {
    displayName: 'Watched',
    teamId,
    type: 'HttpMonitoring',
    integrationSettings: { httpMonitoring },
  });
  await api.make('/incident', {
    title: 'Fire',
    status: 'Open',
    severity: 'Critical',
    teamIds: [teamId],
  });
  secrets.set('a secret of a tool or monitor', 'SECRET');
  sealed.set('a secret of a tool or monitor', 'SECRET');
}

/** Every operation, with a secret of its own at every place where somebody could put one by mistake. */
async function tellSecrets(operation: DocumentedOperation, turn: number): Promise<void> {
  const mark = (place: string) => {
    const secret = `told-${turn}-${place}-9f3c`;
    secrets.set(`${place} of ${operation.operationId}`, secret);
    return secret;
  };
  const headers = {
    'x-api-key': mark('key'),
    'x-authorization': mark('provisioning'),
    cookie: `__Host-sid=${mark('cookie')}; other=${mark('other')}`,
    'x-twilio-signature': mark('twilio'),
    'x-slack-signature': mark('slack'),
    'x-telegram-bot-api-secret-token': mark('telegram'),
  };
  const nobody = {
    name: 'nobody',
    headers: () => headers,
    expects: () => 'unauthenticated' as const,
  };
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const ids = Object.fromEntries(names.map((name) => [name, mark(`path-${name}`)]));
  const query = `?token=${mark('query')}&code=${mark('code')}`;
  const body = { password: mark('password'), token: mark('body'), phoneNumber: mark('phone') };
  await ask(questionOf(server, nobody, operation, { ids, query, body }));
  await ask(
    questionOf(server, nobody, operation, {
      ids,
      headers: {
        authorization: `Bearer ${mark('bearer')}`,
        'x-api-key': '',
        'x-authorization': '',
      },
    }),
  );
}

/** Agents, with a secret at every place of a message; with a key, and without. */
async function tellSecretsToAgents(): Promise<void> {
  const mark = (place: string) => {
    const secret = `told-agents-${place}-9f3c`;
    secrets.set(`${place} of a message of an agent`, secret);
    return secret;
  };
  const asked = [
    { method: 'tools/call', params: { name: 'get_incident', arguments: { id: mark('id') } } },
    { method: 'tools/call', params: { name: mark('tool'), arguments: { a: mark('argument') } } },
    {
      method: 'tools/call',
      params: {
        name: 'call_operation',
        arguments: { operation: 'replaceTeam', arguments: { displayName: mark('suggestion') } },
      },
    },
    {
      method: 'prompts/get',
      params: { name: 'triage', arguments: { incidentId: mark('prompt') } },
    },
    { method: 'resources/read', params: { uri: `tocsin://incident/${mark('uri')}` } },
    { method: mark('method') },
  ];
  for (const key of [server.key, mark('key')])
    for (const message of asked) await post(server, key, { jsonrpc: '2.0', id: 1, ...message });
  await post(server, server.key, `{"broken ${mark('text')}`);
  await post(server, server.key, {}, { query: `?groups=${mark('query')}` });
}

it('no tool answers what is kept secret', async () => {
  const lists = documentedOperations().filter(
    ({ method, path }) => method === 'GET' && !path.includes('{'),
  );
  const answers = await inParallel(lists, ({ operationId, query }) =>
    callTool(server, server.key, 'call_operation', {
      operation: operationId,
      arguments: Object.fromEntries(new URLSearchParams(query)),
    }),
  );
  const text = JSON.stringify(answers);
  expect(text).toContain(visible);
  expect(secretsIn('an answer', text, sealed)).toEqual([]);
});

it('no secret is in the log, whatever happens to the request that has it', async () => {
  await inParallel([...servedOperations.entries()], ([turn, operation]) =>
    tellSecrets(operation, turn),
  );
  for (const [document, { holder }] of Object.entries(proofs))
    for (const operation of servedOperations.filter((one) => one.document === document)) {
      for (const [name, token] of Object.entries(holder.ids?.(operation) ?? {}))
        if (name !== 'type' && name !== 'outboundIntegrationId')
          secrets.set(`${name} of ${document}`, token);
      await ask(questionOf(server, holder, operation));
    }
  const id = [...secrets].find(([what]) => what.startsWith('ingestToken'))?.[1] ?? '';
  for (const url of [
    `/api/webhook/${id}?token=told-in-query`,
    `//api/webhook/${id}`,
    `/API/webhook/${id}`,
  ])
    await sendTo(`${server.app.url}${url}`, {
      method: 'POST',
      body: '{"password":"told-in-payload"}',
    });
  secrets.set('a payload', 'told-in-');
  await tellSecretsToAgents();
  for (let round = 0; round < 3; round += 1) {
    server.clock.advance(60);
    await server.app.jobs.runAll();
  }
  expect(secrets.size).toBeGreaterThan(1000);
  expect(server.log.length).toBeGreaterThan(300);
  expect(secretsIn('the log', JSON.stringify(server.log), secrets).slice(0, 10)).toEqual([]);
});

it.skipIf(process.env.TOCSIN_TEST_MONGODB_URI)(
  'what can be sealed or hashed is nowhere in the data folder',
  () => {
    const files = readdirSync(server.dataDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.startsWith('data.db'))
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
    const text = files.join('\n');
    expect(text).toContain(visible);
    expect(secretsIn('the data folder', text, sealed)).toEqual([]);
  },
);
