import fc from 'fast-check';
import { expect, it } from 'vitest';
import { prove } from '../../src/proofs/prove.ts';
import { staging } from '../../src/proofs/staging.ts';
import { factsOf, type Snapshot, snapshotOfFacts, withPeople } from '../../src/stage/index.ts';
import { idOf, plainSnapshot } from '../proofs/plain-snapshot.ts';
import { organizations } from '../proofs/random-organization.ts';
import { runsOf } from '../support/runs.ts';

/** Written to a file and read again. */
function readAgain(snapshot: Snapshot): Snapshot {
  const facts = JSON.parse(JSON.stringify(factsOf(snapshot)));
  return withPeople(snapshotOfFacts(facts, snapshot), facts.people);
}

async function proven(snapshot: Snapshot) {
  const { setup, sources } = staging(snapshot);
  const told = { withinMinutes: 6, people: 2, channels: ['VoiceCall' as const] };
  const none = { evenIf: null, excuses: null, alarm: null };
  const guarantee = { displayName: 'Told', incidents: {}, told, ...none, horizonDays: 1 };
  const from = snapshot.takenAt.getTime();
  const { state, holes, incidentClasses } = await prove(guarantee, {
    ...{ setup, sources, from, horizonDays: 1, isOver: () => false },
  });
  return { state, holes, incidentClasses };
}

it('facts prove what the server proves', async () => {
  await fc.assert(
    fc.asyncProperty(organizations, async (snapshot) => {
      expect(await proven(readAgain(snapshot))).toEqual(await proven(snapshot));
    }),
    { numRuns: runsOf({ short: 2, long: 60 }) },
  );
});

const snapshot = plainSnapshot({ teams: 1, rules: 1 });
const [ada, bo] = [idOf('user', 0), idOf('user', 1)];
const contact = { id: idOf('contact', 0), channel: 'SMS' as const, target: '+491511234567' };
const other = { ...contact, id: idOf('contact', 1), target: '+491517654321' };

/** Ada has a device, a chat and two contacts, of which one is confirmed; Bo is suspended. */
function withContacts(): Snapshot {
  const resources = new Map(snapshot.resources);
  const like = (id: string, wire: object, internal: object = {}) => {
    const [any] = snapshot.resources.get('User')?.values() ?? [];
    if (!any) throw new Error('There is nobody.');
    return { ...any, id, teamId: null, wire, internal };
  };
  const users = new Map(resources.get('User'));
  const second = users.get(bo);
  if (second) users.set(bo, { ...second, internal: { suspendedAt: snapshot.takenAt } });
  resources.set('User', users);
  const rules = { rules: [], otherwise: null, quietHours: null, contacts: [contact, other] };
  const confirmed = [{ address: 'phone +491511234567', at: snapshot.takenAt, by: {} }];
  resources.set('UserNotificationRules', new Map([[ada, like(ada, rules, { confirmed })]]));
  const device = idOf('device', 0);
  const endpoint = 'https://push.example.com/secret';
  resources.set(
    'PushSubscription',
    new Map([[device, like(device, { userId: ada, webPush: { endpoint }, displayName: null })]]),
  );
  const account = idOf('account', 0);
  const chat = { userId: ada, chatUserId: '12345678', outboundIntegrationId: account };
  resources.set(
    'ChatAccount',
    new Map([[account, like(account, { ...chat, displayName: null }, { chat: 'telegram' })]]),
  );
  return { ...snapshot, resources };
}

it('facts say how people can be reached, and not where', () => {
  const facts = factsOf(withContacts());
  expect(facts.people[0]).toEqual({
    id: ada,
    isSuspended: false,
    number: 'Confirmed',
    confirmedContactIds: [contact.id],
    deviceIds: [idOf('device', 0)],
    chats: [{ id: idOf('account', 0), channel: 'Telegram' }],
  });
  expect(facts.people[1]).toMatchObject({ id: bo, isSuspended: true });
  const text = JSON.stringify(facts);
  for (const secret of ['example.com', '+4915', '12345678']) expect(text).not.toContain(secret);
});

it('facts that are read again reach the same people in the same ways', () => {
  const { setup } = staging(withContacts());
  const again = staging(readAgain(withContacts())).setup;
  const shown = ({ facts }: typeof setup) =>
    [...facts.people].map(([id, { recipient }]) => ({
      id,
      isSuspended: recipient.isSuspended,
      ways: [recipient.email, recipient.phone].map((way) => way !== null),
      devices: recipient.devices.map((one) => one.id),
      chats: recipient.chats?.map(({ id: account, kind }) => [account, kind]),
      further: recipient.further?.map(({ id: of, channel, isConfirmed }) => [
        of,
        channel,
        isConfirmed,
      ]),
    }));
  expect(shown(again)).toEqual(shown(setup));
  expect(shown(setup)[0]).toMatchObject({
    further: [
      [contact.id, 'SMS', true],
      [other.id, 'SMS', false],
    ],
  });
});
