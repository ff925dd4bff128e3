import { peopleIn, type Reach, type Setup, type Source } from '../stage/index.ts';
import type { GuaranteeWire } from './guarantee-kind.ts';

const minute = 60_000;
/** Between alerts where nothing is set, and before somebody is looked for again. */
const always = [5 * minute];

/**
 * The greatest common divisor of all durations that decisions about these incidents compare. Names of settings contain
 * their unit, so all that count minutes or seconds are used, whatever they are for.
 */
export function unitOf(
  { told }: Pick<GuaranteeWire, 'told'>,
  setup: Setup,
  { snoozeSettings, holdSettings, integrationId }: Source,
  reach: Reach,
): number {
  const people = peopleIn(setup, reach).flatMap(
    (id) => setup.facts.people.get(id)?.recipient ?? [],
  );
  const settings = [
    told,
    snoozeSettings,
    holdSettings,
    setup.facts.integrations.get(integrationId),
    ...reach.teams.map(({ escalationPlan }) => escalationPlan),
    ...reach.policies.map(({ plan }) => plan),
    ...reach.routings.map(({ wire }) => wire.rules),
    ...reach.suppressionRules.map(({ wire }) => wire),
    ...people.map(({ settings, rules }) => [settings, rules?.wire]),
  ];
  return [...always, ...settings.flatMap((one) => durationsIn(one))].reduce(divisor);
}

function durationsIn(value: unknown, name = ''): number[] {
  if (typeof value === 'number') {
    const length = /min/i.test(name) ? minute : /sec/i.test(name) ? 1000 : 0;
    return value * length > 0 ? [Math.round(value * length)] : [];
  }
  if (Array.isArray(value)) return value.flatMap((item) => durationsIn(item, name));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([member, item]) => durationsIn(item, member));
}

function divisor(one: number, other: number): number {
  return other === 0 ? one : divisor(other, one % other);
}
