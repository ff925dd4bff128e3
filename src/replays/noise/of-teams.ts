import { integrationKind } from '../../integrations/index.ts';
import { routingKind } from '../../routing/index.ts';
import { say } from '../../sentences/index.ts';
import { itemsOf, resource } from '../../stage/index.ts';
import { suppressionRuleKind } from '../../suppression/index.ts';
import { teamKind } from '../../teams/index.ts';
import type { NoisyIncident } from './heard-noise.ts';
import { nightBegins, nightEnds } from './wake-ups.ts';
import { isNeedless, type NoiseQuestion, timesMin, type WhatIf, wakeUpsIn } from './what-if.ts';

/** Changes by which a team could reduce the noise of its incidents. */
export function ofTeams(question: NoiseQuestion): WhatIf[] {
  const byTeam = Map.groupBy(question.noisy, ({ teamId }) => teamId);
  return itemsOf(question.snapshot, teamKind).flatMap((team) => {
    const noisy = byTeam.get(team.id) ?? [];
    const { displayName } = team.wire;
    return [
      ...waitingForMorning({ id: team.id, displayName }, noisy),
      ...explained(question, team.id, noisy),
    ];
  });
}

const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

/** Minor incidents of the night are told in the morning, if they are still open. */
function waitingForMorning(
  { id: teamId, displayName: team }: { id: string; displayName: string },
  noisy: readonly NoisyIncident[],
): WhatIf[] {
  const minor = noisy.filter((one) => isNeedless(one) && one.isAtNight && one.severity === 'Minor');
  if (minor.length < timesMin) return [];
  const rule = {
    displayName: 'Minor incidents wait for the morning',
    conditions: {
      ...{ statuses: ['Open'], severities: ['Minor'], intents: ['Created'] },
      schedule: { after: clock(nightBegins), before: clock(nightEnds) },
    },
    actions: { addInteraction: 'Snoozed', snoozeUntilAbsolute: clock(nightEnds) },
  };
  const routing = { displayName: `Quiet nights of ${team}`, teamId, rules: [rule] };
  return [
    {
      kind: 'Morning',
      text: say('whatIfMorning', { team, from: clock(nightBegins), until: clock(nightEnds) }),
      change: {
        ...{ action: 'create', entityType: routingKind.entityType, id: 'new:routing' },
        wire: routing,
      },
      code: resource('tocsin_routing', 'quiet_nights', routing),
      teamId,
      most: wakeUpsIn(minor),
    },
  ];
}

/** Suppresses incidents of an integration while somebody works on one of another integration, the likely cause. */
function explained(
  { snapshot }: NoiseQuestion,
  teamId: string,
  noisy: readonly NoisyIncident[],
): WhatIf[] {
  const names = new Map(
    itemsOf(snapshot, integrationKind).map(({ id, wire }) => [id, wire.displayName]),
  );
  return [...explanationsIn(noisy)].flatMap(([target, bySource]): WhatIf[] => {
    const all = noisy.filter((one) => one.integrationId === target && isNeedless(one));
    const [best] = [...bySource].toSorted(([, one], [, other]) => other.length - one.length);
    if (!best || best[1].length < timesMin || best[1].length * 2 < all.length) return [];
    const [source, during] = best;
    const [sourceName = '', targetName = ''] = [source, target].map((id) => names.get(id));
    const rule = {
      ...{ displayName: `${sourceName} explains ${targetName}`, teamId },
      source: { integrations: [source] },
      target: { integrations: [target] },
    };
    return [
      {
        kind: 'Suppression',
        text: say('whatIfSuppression', { source: sourceName, target: targetName }),
        change: {
          ...{ action: 'create', entityType: suppressionRuleKind.entityType, id: 'new:rule' },
          wire: rule,
        },
        code: resource('tocsin_suppression_rule', 'explained', rule),
        teamId,
        most: wakeUpsIn(during),
      },
    ];
  });
}

/** By integration and the one that may explain it: needless incidents that opened while that was worked on. */
function explanationsIn(
  noisy: readonly NoisyIncident[],
): Map<string, Map<string, NoisyIncident[]>> {
  const found = new Map<string, Map<string, NoisyIncident[]>>();
  /** Until when something is open that somebody works on, by integration. */
  const worked = new Map<string, number>();
  for (const one of noisy.toSorted((a, b) => a.openedAt - b.openedAt)) {
    const { integrationId: id, openedAt, endedAt } = one;
    if (id === null) continue;
    if (!isNeedless(one)) worked.set(id, Math.max(worked.get(id) ?? 0, endedAt));
    else
      for (const [source, until] of worked) {
        if (source === id || until <= openedAt) continue;
        const bySource = found.get(id) ?? new Map<string, NoisyIncident[]>();
        found.set(id, bySource);
        bySource.set(source, [...(bySource.get(source) ?? []), one]);
      }
  }
  return found;
}
