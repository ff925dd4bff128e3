import fc from 'fast-check';
import type { AlertEvaluation } from '../../src/ingest/index.ts';
import { unmapped } from '../../src/mapping/index.ts';
import type { ReplayedIncident } from '../../src/replays/actor.ts';
import type { ReplayDifference } from '../../src/replays/compare-incidents.ts';
import type { ReadPayload } from '../../src/replays/input.ts';
import type { Side } from '../../src/replays/match-incidents.ts';
import { TwoWorlds } from '../../src/replays/two-worlds.ts';
import type { Snapshot, StoredResource } from '../../src/stage/index.ts';
import { plainSnapshot } from '../proofs/plain-snapshot.ts';

export const from = Date.parse('2026-03-02T10:00:00Z');

/** What came in, as seconds after the beginning. */
export interface Came {
  second: number;
  team: number;
  problem: number;
  ends: boolean;
  severity: 'Minor' | 'Warning' | 'Critical';
  service: string;
}

export const came = fc
  .array(
    fc.record({
      second: fc.nat(60 * 60),
      team: fc.nat(2),
      problem: fc.nat(3),
      ends: fc.boolean(),
      severity: fc.constantFrom('Minor', 'Warning', 'Critical'),
      service: fc.constantFrom('service-0', 'service-7'),
    }),
    { minLength: 3, maxLength: 25 },
  )
  .map((all) => all.toSorted((one, other) => one.second - other.second));

/** Somebody acknowledges or resolves the incident of the n-th of what came. */
export const acts = fc.array(
  fc.record({
    of: fc.nat(10),
    after: fc.nat(1200),
    intent: fc.constantFrom('Investigated' as const, 'Resolved' as const),
  }),
  { maxLength: 4 },
);

type Change = (snapshot: Snapshot) => Snapshot;

/** The snapshot with another wire of one object, or without the object. */
export function withObject(
  entityType: string,
  place: number,
  change: (wire: Record<string, unknown>) => object | null,
): Change {
  return (snapshot) => {
    const items = [...(snapshot.resources.get(entityType) ?? [])];
    const next = items.flatMap(([id, resource], index): [string, StoredResource][] => {
      if (index !== place) return [[id, resource]];
      const wire = change({ ...resource.wire });
      return wire ? [[id, { ...resource, wire }]] : [];
    });
    return { ...snapshot, resources: new Map(snapshot.resources).set(entityType, new Map(next)) };
  };
}

interface Tier {
  autoEscalationAfterMinutes: number;
}

const tierLater = (minutes: number): Change =>
  withObject('TeamEscalations', 0, (wire) => ({
    ...wire,
    escalationTiers: (wire.escalationTiers as Tier[]).map((tier) => ({
      ...tier,
      autoEscalationAfterMinutes: minutes,
    })),
  }));

interface Tiers {
  schedules: { rotations: object[] }[];
}

const otherSecondTier = (wire: Record<string, unknown>): object => ({
  ...wire,
  escalationTiers: (wire.escalationTiers as Tiers[]).map((tier, index) => ({
    ...tier,
    schedules: tier.schedules.map((schedule) => ({
      ...schedule,
      rotations: index === 0 ? schedule.rotations : schedule.rotations.toReversed(),
    })),
  })),
});

/** Three teams, each with an integration, four people and a rule for services; the tiers tell different people. */
export const present: Snapshot = [0, 1, 2].reduce(
  (snapshot, team) => withObject('TeamEscalations', team, otherSecondTier)(snapshot),
  plainSnapshot({ teams: 3, rules: 2 }),
);

const idsOf = (entityType: string) => [...(present.resources.get(entityType)?.keys() ?? [])];

/** The same where teams have to do with each other. */
export const joined: Record<string, Snapshot> = {
  'a person is in two teams': withObject('TeamMembership', 4, (wire) => ({
    ...wire,
    userId: idsOf('User')[0],
  }))(present),
  'a rule gives incidents to another team': withObject('Routing', 1, (wire) => ({
    ...wire,
    rules: (wire.rules as object[]).map((rule) => ({
      ...rule,
      conditions: {},
      actions: { setAttributes: [], assignToTeams: [idsOf('Team')[0]] },
    })),
  }))(present),
};

/** Changes of one object each. */
export const changes: Record<string, Change> = {
  'a tier comes later': tierLater(9),
  'a tier comes earlier': tierLater(2),
  'two tiers change places': withObject('TeamEscalations', 0, (wire) => ({
    ...wire,
    escalationTiers: (wire.escalationTiers as Tier[]).toReversed(),
  })),
  'somebody is gone from a tier': withObject('TeamMembership', 0, () => null),
  'somebody has no phone': withObject('User', 0, (wire) => ({ ...wire, phoneNumber: null })),
  'a rule is gone': withObject('Routing', 1, (wire) => ({ ...wire, rules: [] })),
  'an integration is muted': withObject('InboundIntegration', 1, (wire) => ({
    ...wire,
    isMuted: true,
  })),
  'an integration is in maintenance': withObject('InboundIntegration', 0, (wire) => ({
    ...wire,
    isInMaintenance: true,
  })),
  'an integration is gone': withObject('InboundIntegration', 2, () => null),
  'incidents are held back': withObject('InboundIntegration', 0, (wire) => ({
    ...wire,
    holdSettings: { pauseMinutes: 3 },
  })),
};

export const change = fc.constantFrom(...Object.values(changes));

export interface Played {
  differences: ReplayDifference[];
  counts: TwoWorlds['counts'];
  /** Of both worlds. */
  ended: [ReplayedIncident, Side][];
}

interface Stretch {
  runsAll?: boolean;
  onlyAffected?: boolean;
  begin?: number;
  end?: number;
  acting?: typeof acts extends fc.Arbitrary<infer Value> ? Value : never;
}

/** Both worlds go through what came. */
export function play(
  [one, other]: readonly [Snapshot, Snapshot],
  all: readonly Came[],
  { begin = 0, end = 4 * 3600, acting = [], runsAll = false, onlyAffected = false }: Stretch = {},
): Played {
  const differences: ReplayDifference[] = [];
  const ended: Played['ended'] = [];
  const worlds = new TwoWorlds({
    present: one,
    changed: other,
    difference: (found) => differences.push(found),
    ended: (incident, side) => ended.push([incident, side]),
    ...{ runsAll, onlyAffected },
  });
  const integrations = [...(present.resources.get('InboundIntegration')?.keys() ?? [])];
  const happened = [
    ...all.map((alert, index) => ({ second: alert.second, index, alert, act: null })),
    ...acting.flatMap((act) => {
      const alert = all[act.of];
      return alert ? [{ second: alert.second + act.after, index: act.of, alert: null, act }] : [];
    }),
  ]
    .filter(({ second }) => second >= begin && second < end)
    .toSorted((a, b) => a.second - b.second);
  for (const { second, index, alert, act } of happened) {
    const at = new Date(from + second * 1000);
    const key = `payload-${String(index).padStart(4, '0')}`;
    if (alert) {
      const payload = readOf(alert, key, integrations[alert.team] ?? '', at);
      worlds.receive(payload, payload);
    } else if (act)
      worlds.act({
        ...{ kind: 'interaction', at, incidentId: key, needsTelling: true },
        integrationId: integrations[all[index]?.team ?? 0] ?? null,
        operations: {
          appendIntent: { intent: act.intent, message: null, messageIsPublic: null, options: {} },
        },
        by: { kind: 'user', id: 'somebody', displayName: null, email: null },
      });
  }
  worlds.finish(new Date(from + end * 1000));
  return { differences, counts: worlds.counts, ended };
}

export function readOf(
  { severity, problem, ends, service }: Came,
  id: string,
  integrationId: string,
  at: Date,
): ReadPayload {
  const status = ends ? 'Resolved' : 'Open';
  const evaluation: AlertEvaluation = {
    ...unmapped,
    outcome: status,
    status,
    severity,
    title: `Problem ${problem}`,
    correlationId: `problem-${problem}`,
    attributes: [
      {
        name: 'Service',
        value: service,
        isImage: false,
        hideInPreviews: false,
        isGroupingKey: false,
      },
    ],
  };
  return {
    id,
    integrationId,
    at,
    incidentIds: [id],
    evaluations: [evaluation],
    keys: [id],
    isReadTwice: false,
  };
}
