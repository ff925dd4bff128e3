import type { Bodies } from '../../model/neutral.ts';

export type Attribute =
  Bodies['tocsin_integration_mapping']['attributesMapping']['attributes'][number];
type Step = Attribute['mappings'][number];

const at = (jsonPath: string, ...steps: Step[]): Step[] => [{ jsonPath }, ...steps];
const summary = '$.jsonBody.payload.summary';

/** How events of PagerDuty's API are read: that of the type, which a mapping replaces whole. */
export const eventAttributes: readonly Attribute[] = [
  {
    name: 'Status',
    mappings: at('$.jsonBody.event_action', {
      map: 'trigger->Open,acknowledge->Open,resolve->Resolved',
    }),
  },
  { name: 'Status', mappings: [{ static: 'Open' }] },
  {
    name: 'Severity',
    mappings: at('$.jsonBody.payload.severity', {
      map: 'critical->Critical,error->Critical,warning->Warning,info->Minor',
    }),
  },
  { name: 'Severity', mappings: [{ static: 'Warning' }] },
  { name: 'Title', mappings: at(summary) },
  { name: 'CorrelationId', mappings: at('$.jsonBody.dedup_key') },
  { name: 'SourceState', mappings: at('$.jsonBody.event_action') },
  { name: 'Source', mappings: at('$.jsonBody.payload.source') },
  { name: 'Component', mappings: at('$.jsonBody.payload.component') },
  { name: 'Group', mappings: at('$.jsonBody.payload.group') },
  { name: 'Class', mappings: at('$.jsonBody.payload.class') },
  { name: 'Client', mappings: at('$.jsonBody.client') },
  { name: 'Client Link', mappings: at('$.jsonBody.client_url') },
  { name: 'Link', mappings: at('$.jsonBody.links[0].href') },
  { name: 'Image', isImage: true, mappings: at('$.jsonBody.images[0].src') },
  { name: 'Details', expand: true, mappings: at('$.jsonBody.payload.custom_details') },
];

const payloadMembers = [
  'summary',
  'source',
  'severity',
  'component',
  'group',
  'class',
  'timestamp',
];

/** Where a field of an event stands in what is sent, such as `event.custom_details.host`. Null: not known. */
export function jsonPathOf(field: string): string | null {
  const path = field.replace(/^event\./, '');
  const steps = path.split('.').flatMap((part) => part.split(/[[\]]/).filter((one) => one !== ''));
  if (steps.length === 0 || !steps.every((step) => /^[\p{L}\p{N}_\- ]+$/u.test(step))) return null;
  const [first = '', ...rest] = steps;
  const below = rest.map((step) => (/^\d+$/.test(step) ? `[${step}]` : `['${step}']`)).join('');
  if (first === 'custom_details' && rest.length > 0)
    return `$.jsonBody.payload.custom_details${below}`;
  if (rest.length > 0) return null;
  return payloadMembers.includes(first) ? `$.jsonBody.payload.${first}` : null;
}
