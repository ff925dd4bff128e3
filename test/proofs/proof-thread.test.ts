import { afterAll, expect, it } from 'vitest';
import { createLog } from '../../src/kernel/index.ts';
import { ProofThread } from '../../src/proofs/proof-thread.ts';
import { openProof } from '../../src/proofs/prove-snapshot.ts';
import { plainSnapshot } from './plain-snapshot.ts';

const surroundings = { log: createLog('silent'), isRush: () => false };
const thread = new ProofThread(surroundings);
afterAll(() => thread.stop());

const snapshot = plainSnapshot({ teams: 2, rules: 2 });
const guarantee = {
  ...{ displayName: 'Told', incidents: { severities: ['Critical' as const] } },
  told: { withinMinutes: 6, people: 2, channels: ['VoiceCall' as const] },
  ...{ evenIf: null, excuses: null, alarm: null, horizonDays: 7 },
};

const { sources, prove } = openProof(snapshot);

/** Events of an incident have an id by chance. */
function shown({ counterExample, ...result }: Awaited<ReturnType<typeof prove>>) {
  const { trace, ...played } = counterExample?.played ?? {};
  return { ...result, ...counterExample, played, messages: trace?.messages };
}

it('a thread finds what is found without one, and what another snapshot says', async () => {
  const isOver = () => false;
  const expected = await prove(guarantee, { isOver });
  expect(expected.counterExample?.played.told.length).toBeGreaterThan(0);
  expect(shown(await thread.prove(snapshot, sources, guarantee, isOver))).toEqual(shown(expected));
  const empty = plainSnapshot({ teams: 0, rules: 0 });
  expect((await thread.prove(empty, [], guarantee, isOver)).state).toBe('Vacuous');
});

it('a proof in a thread that is over is not decided; the next one is', async () => {
  const holding = { ...guarantee, told: { ...guarantee.told, people: 1 } };
  const over = await thread.prove(snapshot, sources, holding, () => true);
  expect([over.state, over.reason?.code]).toEqual(['NotDecided', 'proofTookTooLong']);
  expect((await thread.prove(snapshot, sources, holding, () => false)).state).toBe('Holds');
});

it('a thread that may not have the memory that it needs decides nothing', async () => {
  const poor = new ProofThread(surroundings, { heapMegabytes: 8 });
  const { state, reason } = await poor.prove(snapshot, sources, guarantee, () => false);
  expect([state, reason?.code]).toEqual(['NotDecided', 'proofStopped']);
  await poor.stop();
});
