import type { Bodies } from '../../model/neutral.ts';
import type { Path } from './pcl/expression.ts';

export type Attribute =
  Bodies['tocsin_integration_mapping']['attributesMapping']['attributes'][number];
export type Step = Attribute['mappings'][number];

const at = (jsonPath: string, ...steps: Step[]): Step[] => [{ jsonPath }, ...steps];
const summary = '$.jsonBody.payload.summary';

export const severityMap = 'critical->Critical,error->Critical,warning->Warning,info->Minor';

/** How events of PagerDuty's API are read: that of the type, which a mapping replaces whole. */
export const eventAttributes: readonly Attribute[] = [
  {
    name: 'Status',
    mappings: at('$.jsonBody.event_action', {
      map: 'trigger->Open,acknowledge->Open,resolve->Resolved',
    }),
  },
  { name: 'Status', mappings: [{ static: 'Open' }] },
  { name: 'Severity', mappings: at('$.jsonBody.payload.severity', { map: severityMap }) },
  { name: 'Severity', mappings: [{ static: 'Warning' }] },
  // Alertmanager and Grafana begin with the state and the number of alerts.
  {
    name: 'Title',
    mappings: at(summary, {
      regex: String.raw`(?s)^\[FIRING:(?!1\b)(\d+)(?:, RESOLVED:\d+)?\]\s*(\S.*?)\s*$`,
      replace: '$2, $1 alerts',
    }),
  },
  {
    name: 'Title',
    mappings: at(summary, {
      regex: String.raw`(?s)^\[(?:FIRING:1(?:, RESOLVED:\d+)?|RESOLVED(?::\d+)?)\]\s*(?<result>\S.*?)\s*$`,
    }),
  },
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
const eventMembers = ['dedup_key', 'event_action', 'client', 'client_url', 'links', 'images'];

/** Where a field of an event stands in what is sent. Null: not known. */
export function jsonPathOf([root, first, ...below]: Path): string | null {
  if (typeof first !== 'string' || (root !== 'event' && root !== 'raw_event')) return null;
  if (root === 'raw_event') return jsonPath('$.jsonBody', [first, ...below]);
  if (first === 'custom_details')
    return below.length > 0 ? jsonPath('$.jsonBody.payload.custom_details', below) : null;
  if (eventMembers.includes(first)) return jsonPath(`$.jsonBody.${first}`, below);
  return payloadMembers.includes(first) && below.length === 0
    ? `$.jsonBody.payload.${first}`
    : null;
}

function jsonPath(root: string, steps: Path): string | null {
  const isPlain = (step: string | number) =>
    typeof step === 'number' || /^[\p{L}\p{N}_\-/:.@ ]+$/u.test(step);
  if (!steps.every(isPlain)) return null;
  return (
    root + steps.map((step) => (typeof step === 'number' ? `[${step}]` : `['${step}']`)).join('')
  );
}

/** The attribute of the mapping that shows a field of an event; null: none does. */
export function attributeShowing([root, first, ...below]: Path): string | null {
  if (root !== 'event' || typeof first !== 'string') return null;
  if (first === 'custom_details')
    return below.length === 1 && typeof below[0] === 'string' ? `Details.${below[0]}` : null;
  return below.length === 0 ? (shown[first] ?? null) : null;
}

const shown: Readonly<Record<string, string>> = {
  summary: 'Title',
  severity: 'Severity',
  source: 'Source',
  component: 'Component',
  group: 'Group',
  class: 'Class',
  dedup_key: 'CorrelationId',
};
