/**
 * How long an identity provider takes to provision people and groups of 20, what webhooks wait for meanwhile, and what
 * is done with one large group takes. `node test/bench/scim.ts [people] [groups] [members of the large group]`. The
 * floor is the same number of requests that change nothing, in the same run.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { startBenchServer } from './bench-server.ts';

const people = Number(process.argv[2] ?? 10_000);
const groups = Number(process.argv[3] ?? people / 20);
const large = Number(process.argv[4] ?? 50_000);
const membersEach = 20;
/** As many as identity providers have under way. */
const atOnce = 8;

const urns = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  enterprise: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
  patch: 'urn:ietf:params:scim:api:messages:2.0:PatchOp',
  bulk: 'urn:ietf:params:scim:api:messages:2.0:BulkRequest',
};

const server = await startBenchServer({ TOCSIN_LOG_LEVEL: 'info' });
const scim = {
  get: (path: string) => send('GET', path),
  post: (path: string, body: object) => send('POST', path, body),
  patch: (path: string, Operations: object[]) =>
    send('PATCH', path, { schemas: [urns.patch], Operations }),
  delete: (path: string) => send('DELETE', path),
};
const { api } = server;

interface Reply {
  status: number;
  /** Empty for answers without one. */
  body: { id?: string; Operations?: { location: string }[] };
}

async function send(method: string, path: string, body?: object): Promise<Reply> {
  const answer = await fetch(`${server.url}/api/scim/v2${path}`, {
    method,
    headers: {
      authorization: `Bearer ${server.key}`,
      ...(body && { 'content-type': 'application/scim+json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? {} : JSON.parse(text) };
}

interface Row {
  step: string;
  requests: number;
  seconds: string;
  'requests/s': string;
  'p50 ms': string;
  'p99 ms': string;
}
const rows: Row[] = [];

function row(step: string, requests: number, seconds: number, latencies: number[]): void {
  const sorted = latencies.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
  rows.push({
    step,
    requests,
    seconds: seconds.toFixed(1),
    'requests/s': (requests / seconds).toFixed(0),
    'p50 ms': at(0.5),
    'p99 ms': at(0.99),
  });
}

/** Sends `count` requests, some at once. */
async function run(
  step: string,
  count: number,
  send: (index: number) => Promise<unknown>,
): Promise<void> {
  const latencies: number[] = [];
  let next = 0;
  const begun = performance.now();
  const worker = async () => {
    for (let index = next; index < count; index = next) {
      next += 1;
      const startedAt = performance.now();
      await send(index);
      latencies.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  row(step, count, (performance.now() - begun) / 1000, latencies);
}

/** The id in the answer. */
async function expecting(status: number, reply: Promise<Reply>): Promise<string> {
  const answer = await reply;
  if (answer.status !== status) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.id ?? '';
}

try {
  const teamId = await api.make('/team', { displayName: 'Payments' });
  const { body: integration } = await api.post('/inbound-integration', {
    displayName: 'Probe',
    teamId,
    type: 'Webhook',
  });
  let isOver = false;
  const waits: number[] = [];
  const probing = (async () => {
    while (!isOver) {
      const startedAt = performance.now();
      await fetch(String(integration.webhookUrl), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"status":"Open","severity":"Minor","title":"Disk"}',
      }).then((answer) => answer.text());
      waits.push(performance.now() - startedAt);
      await pause(20);
    }
  })();

  await run('floor: nothing changes', Math.min(people, 1000), () =>
    expecting(200, scim.get('/ServiceProviderConfig')),
  );
  const ids: string[] = [];
  const begun = performance.now();
  await run('create people, looked for before', people, async (index) => {
    const userName = `person-${index}@corp.example`;
    await expecting(200, scim.get(`/Users?filter=userName eq "${userName}"`));
    const id = await expecting(
      201,
      scim.post('/Users', {
        schemas: [urns.user, urns.enterprise],
        userName,
        externalId: `ext-${index}`,
        active: true,
        name: { givenName: 'Person', familyName: String(index) },
        displayName: `Person ${index}`,
        emails: [{ value: userName, type: 'work', primary: true }],
        phoneNumbers: [{ value: '+4930123456', type: 'work' }],
        [urns.enterprise]: { department: `Department ${index % 50}` },
      }),
    );
    ids[index] = id;
  });
  await run('create groups, then add members', groups, async (index) => {
    const id = await expecting(
      201,
      scim.post('/Groups', { schemas: [urns.group], displayName: `Group ${index}` }),
    );
    const value = Array.from({ length: membersEach }, (_, member) => ({
      value: ids[(index * membersEach + member) % people],
    }));
    await expecting(204, scim.patch(`/Groups/${id}`, [{ op: 'add', path: 'members', value }]));
  });
  const total = (performance.now() - begun) / 1000;
  isOver = true;
  await probing;
  row('webhooks meanwhile', waits.length, total, waits);
  console.table(rows.splice(0));
  console.log(
    `${people} people and ${groups} groups of ${membersEach}: ${total.toFixed(0)} s (goal for 10,000 and 500: below 300 s)`,
  );

  // The large group: its members are made by bulk requests.
  for (let made = ids.length; made < large; made = ids.length) {
    const count = Math.min(500, large - made);
    const Operations = Array.from({ length: count }, (_, index) => ({
      method: 'POST',
      path: '/Users',
      bulkId: String(index),
      data: { schemas: [urns.user], userName: `member-${made + index}@corp.example` },
    }));
    const { body } = await scim.post('/Bulk', { schemas: [urns.bulk], Operations });
    for (const { location } of body.Operations ?? []) ids.push(location.split('/').at(-1) ?? '');
  }
  const members = ids.slice(0, large - 1).map((value) => ({ value }));
  const last = ids[large - 1] ?? '';
  let group = '';
  const once = async (step: string, send: () => Promise<unknown>) => {
    const startedAt = performance.now();
    await send();
    const elapsed = performance.now() - startedAt;
    row(step, 1, elapsed / 1000, [elapsed]);
  };
  await once(`create with ${large - 1} members`, async () => {
    const displayName = 'Everybody';
    group = await expecting(
      201,
      scim.post('/Groups?excludedAttributes=members', {
        schemas: [urns.group],
        displayName,
        members,
      }),
    );
  });
  await once('add one', () =>
    expecting(
      204,
      scim.patch(`/Groups/${group}`, [{ op: 'add', path: 'members', value: [{ value: last }] }]),
    ),
  );
  await once('remove one', () =>
    expecting(
      204,
      scim.patch(`/Groups/${group}`, [{ op: 'remove', path: `members[value eq "${last}"]` }]),
    ),
  );
  await once('read without members', () =>
    expecting(200, scim.get(`/Groups/${group}?excludedAttributes=members`)),
  );
  await once('read with members', () => expecting(200, scim.get(`/Groups/${group}`)));
  await once('probe for a member', () =>
    expecting(200, scim.get(`/Groups?filter=id eq "${group}" and members eq "${ids[0]}"`)),
  );
  await once('delete', () => expecting(204, scim.delete(`/Groups/${group}`)));
  console.table(rows);
} finally {
  await server.end();
}
