import type { Work } from '../../model/importer.ts';
import type { Source } from '../../model/ledger.ts';
import type { Bodies } from '../../model/neutral.ts';
import type { Grouping } from './grouping.ts';
import { takesEvents, typeOf } from './integration-types.ts';
import type { Mappings } from './mappings.ts';
import { labelsOf } from './references.ts';

type Body = Bodies['tocsin_integration'];

/** The values that all integrations of a service take from it. */
export interface Shared extends Pick<Body, 'teamId'> {
  serviceName: string;
  settings: Partial<Body>;
  grouping: Grouping | null;
}

/** The integrations of a service; answers their keys. */
export function bringIntegrations(
  { work, mappings }: { work: Work; mappings: Mappings },
  service: Source,
  { serviceName, teamId, settings, grouping }: Shared,
  uniqueName: (name: string) => string,
): { integrations: string[]; eventIntegrations: string[] } {
  const eventIntegrations: string[] = [];
  const integrations = service.list('integrations').map((integration) => {
    const id = integration.text('id');
    const name = integration.text('name') ?? integration.text('summary');
    integration.text('summary');
    const type = typeOf(integration);
    const key = `pagerduty:integrations:${id}`;
    if (work.has(key)) return key;
    const acceptedKeys = keysOf(integration, type);
    const displayName = uniqueName(name === null ? serviceName : `${serviceName}: ${name}`);
    work.add('tocsin_integration', key, {
      ...{ displayName, teamId, type, labels: labelsOf(id) },
      ...settings,
      ...(acceptedKeys.length > 0 && { acceptedKeys }),
    });
    if (takesEvents(type)) {
      eventIntegrations.push(key);
      mappings.expect(key, `pagerduty:mappings:${id}`, integration);
      if (grouping) mappings.group(key, grouping);
    } else if (grouping)
      integration.say('behaviour', 'not grouped: add attributes that group to its mapping');
    return key;
  });
  return { integrations, eventIntegrations };
}

function keysOf(integration: Source, type: string): NonNullable<Body['acceptedKeys']> {
  const key = integration.text('integration_key');
  const address = integration.text('integration_email');
  if (address !== null)
    integration.say(
      'behaviour',
      'mails have to be forwarded to the address of the integration in Tocsin',
      'integration_email',
    );
  if (key === null) {
    if (address === null)
      integration.say('secret', 'no key was read: its sender gets the one of Tocsin');
    return [];
  }
  if (type !== 'Email' && /^[\w.~/+=-]{20,200}$/.test(key)) return [{ key }];
  integration.say('secret', 'senders have to be given the key of Tocsin', 'integration_key');
  return [];
}
