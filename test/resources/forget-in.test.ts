import { afterAll, beforeAll, expect, it } from 'vitest';
import { incidentModel } from '../../src/incidents/index.ts';
import { systemContext } from '../../src/kernel/index.ts';
import { forgetIn } from '../../src/resources/index.ts';
import { say } from '../../src/sentences/index.ts';
import { plainCollection } from '../../src/store/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t?.stop());

const ada = { userId: 'ada', displayName: 'Ada "Countess" Lovelace' };
const ben = { userId: 'ben', displayName: 'Ben' };
const person = {
  ...{ id: 'ada', entityType: 'User', reason: 'Gone.' },
  names: [ada.displayName, 'ada@example.com', '+49151'],
};
const { signal } = new AbortController();

async function forgotten(members: object, texts?: string[], people = [person]) {
  const ctx = systemContext(t.app.world, t.organizationId);
  const collection = plainCollection<{ _id: string; version: number }>(incidentModel(ctx.store));
  const document = { _id: 'one', organizationId: t.organizationId, version: 7, ...members };
  await collection.insertOne(document);
  const forget = forgetIn({ model: incidentModel, texts: () => texts ?? [] });
  await forget(ctx, people, signal);
  const first = await collection.findOne({ _id: 'one' });
  await forget(ctx, people, signal);
  expect(await collection.findOne({ _id: 'one' })).toEqual(first);
  await collection.deleteOne({ _id: 'one' });
  return first;
}

it('takes what stands beside the id, however deep, and leaves everybody else', async () => {
  const told = (people: object[]) => ({
    message: say('inOrder', {
      said: [say('tierTold', { tier: 1, team: 'Ada "Countess" Lovelace', names: people as never })],
    }),
  });
  const by = { kind: 'user', id: 'ada', displayName: 'Ada', email: 'ada@example.com' };
  const events = [{ by }, told([ben, ada]), told([ada])];
  const gone = { ...ada, displayName: null };
  expect(await forgotten({ events, ownerId: 'ada', target: 'a…@example.com' })).toMatchObject({
    version: 8,
    target: null,
    events: [
      { by: { kind: 'user', id: 'ada', displayName: null, email: null } },
      told([ben, gone]),
      told([gone]),
    ],
  });
});

it('forgets several at once', async () => {
  const other = { ...person, id: 'ben', names: ['Ben'] };
  const gone = (one: object) => ({ by: { ...one, displayName: null } });
  const subscriber = { ...person, id: 'cy', entityType: 'StatusPageSubscriber' };
  const cy = { userId: 'cy', displayName: 'Cy' };
  const events = [{ by: ada }, { by: ben }, { by: cy }];
  expect(await forgotten({ events }, [], [person, other, subscriber])).toMatchObject({
    events: [gone(ada), gone(ben), { by: cy }],
  });
});

it('leaves a document alone that names somebody else', async () => {
  expect(await forgotten({ events: [{ by: ben }] })).toMatchObject({ version: 7 });
});

it('takes names out of the texts of others: whole words, also as JSON writes them', async () => {
  const attempts = [
    { error: 'ADA@example.com is not known; nor is grada@example.com' },
    { request: JSON.stringify({ text: `${ada.displayName} took it` }) },
  ];
  expect(await forgotten({ attempts, title: 'ada@example.com' }, ['attempts'])).toMatchObject({
    title: 'ada@example.com',
    attempts: [
      { error: '… is not known; nor is grada@example.com' },
      { request: '{"text":"… took it"}' },
    ],
  });
});
