import { expect, it } from 'vitest';
import { type ProofResult, prove } from '../../src/proofs/prove.ts';
import { staging } from '../../src/proofs/staging.ts';
import type { Snapshot } from '../../src/stage/index.ts';
import { plainSnapshot } from './plain-snapshot.ts';

const guarantee = {
  displayName: 'Told',
  incidents: { severities: ['Critical' as const] },
  told: { withinMinutes: 6, people: 2, channels: ['VoiceCall' as const] },
  evenIf: null,
  excuses: null,
  horizonDays: 9,
  alarm: null,
};

async function proven(
  snapshot: Snapshot,
  { isEachPlayed = false } = {},
): Promise<Pick<ProofResult, 'state' | 'holes'>> {
  const { setup, sources: remembering } = staging(structuredClone(snapshot));
  const sources = isEachPlayed
    ? remembering.map((source) => ({ ...source, begin: () => null }))
    : remembering;
  const { state, holes } = await prove(guarantee, {
    ...{ setup, sources, horizonDays: 9, alarm: null },
    from: snapshot.takenAt.getTime(),
    isOver: () => false,
  });
  return { state, holes };
}

function turnedAround({ resources, ...same }: Snapshot): Snapshot {
  const reversed = [...resources].toReversed();
  return {
    ...same,
    resources: new Map(reversed.map(([type, all]) => [type, new Map([...all].toReversed())])),
  };
}

it('says the same in any order of objects, in any time zone of the server, and with nothing remembered', async () => {
  const snapshot = plainSnapshot({ teams: 3, rules: 2 });
  const once = await proven(snapshot);
  expect(once.holes.length).toBeGreaterThan(0);
  expect(await proven(turnedAround(snapshot))).toEqual(once);
  expect(await proven(snapshot, { isEachPlayed: true })).toEqual(once);
  const { TZ } = process.env;
  try {
    process.env.TZ = 'Pacific/Apia';
    expect(await proven(snapshot)).toEqual(once);
  } finally {
    if (TZ === undefined) delete process.env.TZ;
    else process.env.TZ = TZ;
  }
});
