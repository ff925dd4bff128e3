import { toLocal } from '../../calendar/index.ts';
import {
  type Integration,
  integrationKind,
  maintenanceWindowKind,
  mappingInForce,
  mappingKind,
} from '../../integrations/index.ts';
import { say } from '../../sentences/index.ts';
import { assignment, itemsOf, resource } from '../../stage/index.ts';
import { teamKind } from '../../teams/index.ts';
import type { NoisyIncident } from './heard-noise.ts';
import {
  isNeedless,
  medianOf,
  type NoiseQuestion,
  timesMin,
  type WhatIf,
  wakeUpsIn,
} from './what-if.ts';

const minuteMilliseconds = 60_000;
const hourMilliseconds = 60 * minuteMilliseconds;
const pauseMinutesMax = 60;
/** A single payload without another one within this time. */
const againMinutes = 60;

/** Changes to an integration that could reduce its own noise. */
export function ofIntegrations(question: NoiseQuestion): WhatIf[] {
  const byIntegration = Map.groupBy(question.noisy, ({ integrationId }) => integrationId);
  return itemsOf(question.snapshot, integrationKind).flatMap((integration) => {
    const noisy = byIntegration.get(integration.id) ?? [];
    return [
      ...paused(integration, noisy),
      ...counted(integration, noisy),
      ...grouped(question, integration, noisy),
      ...muted(question, integration, noisy),
      ...lessUrgent(integration, noisy),
    ];
  });
}

function withSetting(
  { id, wire }: Integration,
  name: 'holdSettings' | 'urgencySettings',
  value: object,
): Pick<WhatIf, 'change' | 'code' | 'teamId'> {
  const { entityType } = integrationKind;
  return {
    change: { action: 'replace', entityType, id, wire: { ...wire, [name]: value } },
    code: assignment(name, value),
    teamId: wire.teamId.toLowerCase(),
  };
}

/** A pause for as long as half of those take that end by themselves. */
function paused(integration: Integration, noisy: readonly NoisyIncident[]): WhatIf[] {
  if (integration.wire.holdSettings) return [];
  const ended = noisy.filter(({ fate }) => fate === 'EndedItself');
  const lasted = (one: NoisyIncident) =>
    Math.floor((one.endedAt - one.openedAt) / minuteMilliseconds);
  // Longer by a minute than what it waits for.
  const pauseMinutes = (medianOf(ended.map(lasted)) ?? 0) + 1;
  if (ended.length < timesMin || pauseMinutes > pauseMinutesMax) return [];
  return [
    {
      kind: 'Pause',
      text: say('whatIfPause', {
        integration: integration.wire.displayName,
        minutes: pauseMinutes,
      }),
      ...withSetting(integration, 'holdSettings', { pauseMinutes }),
      most: wakeUpsIn(ended.filter((one) => lasted(one) < pauseMinutes)),
    },
  ];
}

/** Nobody is told of what comes once: one alert, or one and its end. */
function counted(integration: Integration, noisy: readonly NoisyIncident[]): WhatIf[] {
  if (integration.wire.holdSettings) return [];
  const single = noisy.filter(
    (one) => isNeedless(one) && one.alerts <= (one.fate === 'EndedItself' ? 2 : 1),
  );
  if (single.length < timesMin) return [];
  const threshold = { payloads: 2, withinMinutes: againMinutes, below: 'forget' };
  return [
    {
      kind: 'Threshold',
      text: say('whatIfThreshold', {
        ...{ integration: integration.wire.displayName, count: 2, minutes: againMinutes },
      }),
      ...withSetting(integration, 'holdSettings', { threshold }),
      most: wakeUpsIn(single),
    },
  ];
}

/** Urgency does nothing but for those whose rules look at it. */
function lessUrgent(integration: Integration, noisy: readonly NoisyIncident[]): WhatIf[] {
  if (integration.wire.urgencySettings) return [];
  const minor = noisy.filter((one) => isNeedless(one) && one.severity === 'Minor');
  if (minor.length < timesMin) return [];
  const settings = { type: 'bySeverity', low: ['Minor'] };
  return [
    {
      kind: 'Urgency',
      text: say('whatIfUrgency', { integration: integration.wire.displayName }),
      ...withSetting(integration, 'urgencySettings', settings),
      most: wakeUpsIn(minor),
    },
  ];
}

/** One incident for those that have the same value of an attribute and are open at once. */
function grouped(
  { snapshot, catalogue }: NoiseQuestion,
  { id, wire }: Integration,
  noisy: readonly NoisyIncident[],
): WhatIf[] {
  const type = catalogue.find(wire.type);
  const own = itemsOf(snapshot, mappingKind).find((one) => one.id === id);
  if (!type) return [];
  const { mapping } = mappingInForce(type, own?.wire);
  if (mapping.attributes.some(({ isGroupingKey }) => isGroupingKey)) return [];
  return mapping.attributes.flatMap((attribute, place): WhatIf[] => {
    const { name } = attribute;
    const most = joinedBy(name, noisy);
    if (namesOfIncident.has(name.toLowerCase()) || attribute.expand || most < timesMin) return [];
    const attributes = mapping.attributes.map((one, index) =>
      index === place ? { ...one, isGroupingKey: true } : one,
    );
    const changed = { id, attributesMapping: { ...mapping, attributes } };
    return [
      {
        kind: 'Grouping',
        text: say('whatIfGrouping', { integration: wire.displayName, attribute: name }),
        change: {
          action: own ? 'replace' : 'create',
          ...{ entityType: mappingKind.entityType, id, wire: changed },
        },
        code: assignment(`attributesMapping.attributes[${place}].isGroupingKey`, true),
        teamId: wire.teamId.toLowerCase(),
        most,
      },
    ];
  });
}

/** Names of members of an incident that are not attributes. */
const namesOfIncident: ReadonlySet<string> = new Set([
  ...['title', 'status', 'severity', 'correlationid'],
]);

/** Wake-ups of incidents that opened while another one with the same value was open. */
function joinedBy(name: string, noisy: readonly NoisyIncident[]): number {
  const open = new Map<string, number>();
  let joined = 0;
  for (const one of noisy.toSorted((a, b) => a.openedAt - b.openedAt)) {
    const value = one.attributes.find(([known]) => known.toLowerCase() === name.toLowerCase())?.[1];
    if (value === undefined) continue;
    const until = open.get(value) ?? 0;
    if (one.openedAt < until && isNeedless(one)) joined += one.wakeUps;
    open.set(value, Math.max(until, one.endedAt));
  }
  return joined;
}

/** An hour of each day in which most of it comes, such as that of a backup. */
function muted(
  { snapshot, from }: NoiseQuestion,
  { id, wire }: Integration,
  noisy: readonly NoisyIncident[],
): WhatIf[] {
  const teamId = wire.teamId.toLowerCase();
  const team = itemsOf(snapshot, teamKind).find((one) => one.id === teamId);
  const timeZoneId = team?.wire.timeZoneId ?? 'UTC';
  const needless = noisy
    .filter(isNeedless)
    .map((one) => ({ one, local: toLocal(one.openedAt, timeZoneId) }));
  const byHour = [...Map.groupBy(needless, ({ local }) => local.hour)];
  const [hour, most] = byHour
    .map(([at, all]) => [at, all] as const)
    .reduce<readonly [number, typeof needless]>(
      (best, next) => (next[1].length > best[1].length ? next : best),
      [0, []],
    );
  const days = new Set(most.map(({ local }) => local.toPlainDate().toString()));
  if (days.size < timesMin || most.length * 2 < needless.length) return [];
  const begin = toLocal(from.getTime() - 24 * hourMilliseconds, timeZoneId).toPlainDate();
  const time = `${String(hour).padStart(2, '0')}:00`;
  const recurrence = { rule: 'FREQ=DAILY', startsAt: `${begin}T${time}`, minutes: 60, timeZoneId };
  const window = {
    ...{ integrationId: id, type: 'muted', start: null, end: null, recurrences: [recurrence] },
  };
  return [
    {
      kind: 'Window',
      text: say('whatIfWindow', { integration: wire.displayName, time }),
      change: {
        ...{ action: 'create', entityType: maintenanceWindowKind.entityType, id: 'new:window' },
        wire: window,
      },
      code: resource('tocsin_integration_maintenance_window', 'quiet_hour', window),
      teamId,
      most: wakeUpsIn(most.map(({ one }) => one)),
    },
  ];
}
