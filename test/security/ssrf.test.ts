import { expect, it } from 'vitest';
import { createOutboundClient } from '../../src/egress/index.ts';
import { addressList } from '../../src/kernel/index.ts';
import { simulatedTools } from '../outbound/simulated-tools.ts';
import type { ApiAnswer } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { DocumentedOperation } from '../support/operations.ts';
import { complaintAboutTrap, isAddress, type Outcome, setTrap, type Trap } from './checks/ssrf.ts';
import { withValue } from './places.ts';
import { type SchemaMember, schemaMembers } from './schema-members.ts';
import { servedOperations } from './served.ts';

/** Members that hold an address which the server itself never asks, and who does. */
const onlyShown: Record<string, string> = {
  publicCompanyUrl: 'readers of a status page follow it',
  publicSupportUrl: 'readers of a status page follow it',
  'customHostSettings.host': 'readers of a status page open it',
  serviceUrl: 'asked only where a token of the Bot Framework names it: `rooms.test.ts`',
};

interface Target {
  operation: DocumentedOperation;
  member: SchemaMember;
  key: string;
}

const targets: Target[] = servedOperations
  .filter(({ method }) => method === 'POST')
  .flatMap((operation) =>
    operation.bodies.slice(0, 1).flatMap(({ schema }) =>
      schemaMembers(operation.document, schema)
        .filter(isAddress)
        .map((member) => ({ operation, member, key: member.place.join('.') })),
    ),
  );
const asked = targets.filter(({ key }) => onlyShown[key] === undefined);

it('the members with addresses are found in the documents', () => {
  expect(asked.length).toBeGreaterThanOrEqual(15);
  const keys = targets.map(({ key }) => key);
  expect(Object.keys(onlyShown).filter((key) => !keys.includes(key))).toEqual([]);
});

it('no address that users choose leads into the network of the server, and an operator can allow it', async () => {
  const [strict, allowing] = await Promise.all([tryAll(''), tryAll('127.0.0.0/8, ::1')]);
  const complaints = asked.map(({ operation, key }, turn) =>
    complaintAboutTrap(`${operation.operationId} ${key}`, {
      strict: strict[turn] ?? 'refused',
      allowing: allowing[turn] ?? 'refused',
    }),
  );
  expect(complaints.filter((complaint) => complaint !== null)).toEqual([]);
  expect(allowing.filter((outcome) => outcome !== 'refused').length).toBeGreaterThan(10);
});

/** Saves an address of a trap at each member, and has the server do whatever it does with it. */
async function tryAll(allowed: string): Promise<Outcome[]> {
  const traps = await Promise.all(asked.map(setTrap));
  const server = await startTestApp({
    env: allowed ? { TOCSIN_ALLOW_PRIVATE_TARGETS: allowed } : {},
    // No real name service: some tools have one address for all.
    outbound: createOutboundClient({
      allowedPrivateTargets: allowed ? addressList(allowed) : undefined,
      resolve: async (name) => {
        if (name === 'localhost') return ['127.0.0.1'];
        throw new Error(`${name} is not known here`);
      },
    }),
  });
  try {
    const teamId = await server.api.make('/team', { displayName: 'Team' });
    const userId = await server.api.make('/user', { email: 'somebody@example.com' });
    const saved: boolean[] = [];
    for (const [turn, target] of asked.entries())
      saved.push(await save(server, target, traps[turn], { teamId, userId }));
    await server.api.make('/incident', {
      title: 'Fire',
      status: 'Open',
      severity: 'Critical',
      teamIds: [teamId],
    });
    await server.api.post(`/user/${userId}/test-notification`, { channel: 'Push' });
    const { body } = await server.api.get('/oidc-connection/search/list');
    for (const { id } of (body.oidcConnections ?? []) as { id: string }[])
      await server.api.post(`/oidc-connection/${id}/test`);
    for (let round = 0; round < 3; round += 1) {
      server.clock.advance(30);
      await server.app.jobs.runAll();
    }
    return traps.map((trap, turn) =>
      saved[turn] ? { connections: trap.connections() } : 'refused',
    );
  } finally {
    await server.stop();
    await Promise.all(traps.map((trap) => trap.stop()));
  }
}

/** Whether the server takes the address of the trap, by http or by https. */
async function save(
  server: TestApp,
  { operation, member, key }: Target,
  trap: Trap | undefined,
  ids: { teamId: string; userId: string },
): Promise<boolean> {
  const host = `127.0.0.1:${trap?.port}`;
  const addresses = key.endsWith('host')
    ? [host]
    : [`http://${host}/x`, `https://${host}/x`, `http://localhost:${trap?.port}/x`];
  let answer: ApiAnswer | undefined;
  for (const address of addresses) {
    const body = withValue(bodyWith(operation, member, ids), member.place, address);
    answer = await server.api.post(operation.path, body);
    if (answer.status < 300) return true;
  }
  // A body that is wrong for another reason would show nothing.
  expect(answer?.text, `${operation.operationId} ${key}`).toMatch(
    /URL|url|https|address|Host|host/,
  );
  return false;
}

/** Something whose address at the member the server asks sooner or later. */
function bodyWith(
  { path, body: example }: DocumentedOperation,
  { place: [first = '', second = ''] }: SchemaMember,
  { teamId, userId }: { teamId: string; userId: string },
): Record<string, unknown> {
  const monitor = { timeoutInMilliseconds: 1000, intervalInSeconds: 60 };
  const browser = { auth: 'BTBZMqHH6r4Tts7J_aSIgg', p256dh: browserKey };
  const shared = { displayName: `${first} ${second}`, teamId };
  switch (path) {
    case '/push-subscription':
      return { userId, ...(first === 'webPush' ? { webPush: { keys: browser } } : {}) };
    case '/person-calendar':
      return { displayName: first, kind: 'leave', userId };
    case '/shadow-run': {
      const run = { displayName: first, product: 'PagerDuty', apiKey: 'k', state: 'Live' };
      return { ...run, teamIds: [teamId], until: '2026-05-01T00:00:00Z' };
    }
    case '/oidc-connection':
      return { ...example, isEnabled: true, domains: null };
    case '/inbound-integration':
      return second === 'pingMonitor'
        ? { ...shared, type: 'PingMonitor', integrationSettings: { pingMonitor: monitor } }
        : {
            ...shared,
            type: 'HttpMonitoring',
            integrationSettings: { httpMonitoring: { method: 'GET', ...monitor } },
          };
    case '/outbound-integration': {
      const tool = Object.entries(simulatedTools).find(([, { settings }]) => first in settings);
      if (tool) return { ...shared, type: tool[0], ...tool[1].settings };
    }
  }
  throw new Error(`Say how the server comes to ask ${path} ${first}, or that it is only shown.`);
}

/** A public key of a browser (RFC 8291, appendix A). */
const browserKey =
  'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';
