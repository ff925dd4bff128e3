import {
  demandObjects,
  earliest,
  type LoggedAlert,
  type Members,
  type ProductLog,
  textAt,
  timeAt,
} from './product-log.ts';

const product = 'Splunk On-Call';

/**
 * Incidents of Splunk On-Call that are open or ended lately: it says of each whom it has paged so far, and not when.
 * The key is the API ID and an API key, with a colon between them.
 */
export const splunkOnCallLog: ProductLog = {
  displayName: product,
  url: 'https://api.victorops.com',
  precision: 'Person',
  restMilliseconds: 1000,
  headersOf(key) {
    const [id = '', ...secret] = key.split(':');
    return { 'x-vo-api-id': id, 'x-vo-api-key': secret.join(':') };
  },
  async *read(ask, _since, now) {
    const incidents = demandObjects(await ask('/api-public/v1/incidents'), 'incidents', product);
    const users = demandObjects(await ask('/api-public/v2/user'), 'users', product);
    const emails = new Map(
      users.map((user) => [textAt(user, 'username'), textAt(user, 'email')?.toLowerCase()]),
    );
    const emailOf = (name: string) => emails.get(name) ?? name;
    yield { alerts: incidents.flatMap((incident) => logged(incident, emailOf)), until: now };
  },
};

/** The log entry of an incident. Pure. */
function logged(incident: Members, emailOf: (name: string) => string): LoggedAlert[] {
  const openedAt = timeAt(incident, 'startTime');
  const id = textAt(incident, 'incidentNumber');
  if (openedAt === null || id === null) return [];
  const key = textAt(incident, 'entityId');
  const paged = Array.isArray(incident.pagedUsers) ? incident.pagedUsers : [];
  const at = (names: readonly string[]) =>
    earliest(
      demandObjects(incident, 'transitions', product).map((one) =>
        names.includes(textAt(one, 'name')?.toLowerCase() ?? '') ? timeAt(one, 'at') : null,
      ),
    );
  return [
    {
      ...{ id, key, title: textAt(incident, 'entityDisplayName') ?? key ?? id, openedAt },
      told: paged
        .filter((name) => typeof name === 'string')
        .map((name) => ({ person: emailOf(name), at: openedAt, channel: null })),
      escalatedAt: [],
      acknowledgedAt: at(['acknowledged', 'acked']),
      resolvedAt: at(['resolved']),
    },
  ];
}
