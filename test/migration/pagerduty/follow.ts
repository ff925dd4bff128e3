import { compileMapping, evaluateMapping, type Json } from '../../../src/mapping/index.ts';
import { eventAttributes } from '../../../src/migration/products/pagerduty/event-mapping.ts';
import { inEnglish } from '../../../src/sentences/index.ts';
import { incident, run } from '../../routing/sample.ts';
import { collect, type Objects } from './collected.ts';

/** What becomes of an event at an integration, by the mapping and the rules that were brought. */
export interface Followed {
  title: string;
  severity: string;
  isMuted: boolean;
  policy: string | null;
  services: string[];
  correlationId: string | null;
  status: string;
  isDiscarded: boolean;
  isSnoozed: boolean;
  held: string | null;
  comments: string[];
  /** Without those that say what the event was. */
  set: Record<string, string>;
}

export function follow(objects: Objects, integrationId: string, event: Json): Followed {
  const brought = collect(objects);
  const mapping = brought
    .of('tocsin_integration_mapping')
    .find((one) => one.integrationId === integrationId);
  const compiled = compileMapping(
    mapping?.attributesMapping ?? { attributes: [...eventAttributes] },
  );
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.errors));
  const read = evaluateMapping(compiled.program, {
    payload: { jsonBody: event },
    integrationName: 'Any',
  });
  const rules = brought
    .of('tocsin_routing')
    .flatMap((routing) => routing.rules ?? [])
    .filter(({ conditions }) => conditions.integrations?.includes(integrationId))
    .map(({ displayName = null, conditions, actions = null, channels = null }) => ({
      ...{ displayName, conditions, channels },
      actions: actions && { ...actions, setAttributes: actions.setAttributes ?? [] },
    }));
  const { fired, incident: after } = run(rules, {
    incident: incident({
      ...{ integrationId, attributes: read.attributes },
      ...(read.title !== null && { title: read.title }),
      ...(read.severity !== null && { severity: read.severity }),
    }),
    around: { nameOf: (_kind, id) => id, timeZoneOf: () => 'UTC' },
  });
  const effects = fired.flatMap((one) => one.effects ?? []);
  const own = new Map(read.attributes.map(({ name, value }) => [name, value]));
  return {
    ...{ title: after.title, severity: after.severity, status: after.status },
    isMuted: effects.some(({ channels }) => channels?.notificationChannels?.names === 'all'),
    policy: effects.findLast((one) => one.escalationPolicyId !== null)?.escalationPolicyId ?? null,
    services: after.serviceIds ?? [],
    correlationId: read.correlationId,
    isDiscarded: effects.some(({ discard }) => discard),
    isSnoozed: Boolean(after.snoozed),
    held: after.hold?.reason ?? null,
    comments: after.events.flatMap(({ intent, message }) =>
      intent === 'Commented' && message ? [inEnglish(message)] : [],
    ),
    set: Object.fromEntries(
      after.attributes.flatMap(({ name, value }) =>
        name === 'Orchestration' || own.get(name) === value ? [] : [[name, value]],
      ),
    ),
  };
}
