import type { Added } from '../model/added.ts';
import type { Bodies } from '../model/neutral.ts';
import type { WrittenBlock } from './to-terraform.ts';

export const sendersFile = 'SENDERS.md';

/** How senders of a product reach an integration that knows their keys. */
interface Speech {
  /** The name of the protocol. */
  name: string;
  was: string;
  /** The same for accounts in the EU, where they have an address of their own. */
  wasInEu?: string;
  /** Behind the address of the server. */
  path: string;
  /** Where well-known senders have the address, and its whole value there. */
  places: readonly (readonly [sender: string, setting: string, rest: string])[];
  proof: string;
  /** Where there is more about it. */
  page: string;
}

/** By type of integration; by product for whatever else keeps its key, at the addresses of that product. */
const speeches: Readonly<Record<string, Speech>> = {
  PagerDutyEvents: {
    name: 'PagerDuty Events',
    was: 'https://events.pagerduty.com',
    wasInEu: 'https://events.eu.pagerduty.com',
    path: '/api/receivers/pagerduty',
    places: [
      [
        'Alertmanager',
        '`global.pagerduty_url`, or `url` of the `pagerduty_configs`',
        '/v2/enqueue',
      ],
      ['Clients of version 2', 'the base address', ''],
      ['Clients of version 1', 'the address of events', '/generic/2010-04-15/create_event.json'],
      ['Addresses with the key in them', 'all before `/integration/`', ''],
    ],
    proof: [
      `curl -fsS "$TOCSIN/api/receivers/pagerduty/v2/enqueue" -H 'Content-Type: application/json' -d @- <<EOF`,
      '{"routing_key":"$KEY","event_action":"trigger","dedup_key":"try",',
      ' "payload":{"summary":"Just a test","source":"me","severity":"info"}}',
      'EOF',
    ].join('\n'),
    page: 'docs/integrations/PagerDutyEvents.md',
  },
  OpsgenieAlertApi: {
    name: 'Opsgenie',
    was: 'https://api.opsgenie.com',
    wasInEu: 'https://api.eu.opsgenie.com',
    path: '/api/receivers/opsgenie',
    places: [
      ['Alertmanager', '`global.opsgenie_api_url`, or `api_url` of the `opsgenie_configs`', '/'],
      ['Clients of the Alert API', 'the host', ''],
      ['Tools that post to `/v1/json/…?apiKey=`', 'all before `/v1/`', ''],
      ['Heartbeats', 'all before `/v2/heartbeats/`', ''],
    ],
    proof: `curl -fsS "$TOCSIN/api/receivers/opsgenie/v2/alerts" -H 'Content-Type: application/json' \\
  -H "Authorization: GenieKey $KEY" -d '{"message":"Just a test","alias":"try","priority":"P5"}'`,
    page: 'docs/integrations/OpsgenieAlertApi.md',
  },
  oncall: {
    name: 'Grafana OnCall',
    was: 'https://oncall.example.com',
    page: 'docs/migration/oncall.md, also for senders that nobody wants to touch',
    path: '/api/receivers/oncall',
    places: [
      ['Alertmanager', 'all before `/integrations/` in `url` of the `webhook_configs`', ''],
      ['Grafana', 'all before `/integrations/` in the URL of the contact point', ''],
      ['Any tool, and heartbeats', 'all before `/integrations/`', ''],
    ],
    proof: `curl -fsS "$TOCSIN/api/receivers/oncall/integrations/v1/webhook/$KEY/" \\
  -H 'Content-Type: application/json' -d '{"title":"Just a test","correlationId":"try"}'`,
  },
  IlertEvents: {
    name: 'ilert events',
    was: 'https://api.ilert.com',
    path: '/api/receivers/ilert',
    places: [
      ['Clients of the events API', 'the host, before `/api/events` or `/api/v1/events`', ''],
      ['Addresses with the key in them', 'all before `/events/`', ''],
    ],
    proof: [
      `curl -fsS "$TOCSIN/api/receivers/ilert/events" -H 'Content-Type: application/json' -d @- <<EOF`,
      '{"integrationKey":"$KEY","eventType":"ALERT","summary":"Just a test","alertKey":"try"}',
      'EOF',
    ].join('\n'),
    page: 'docs/integrations/IlertEvents.md',
  },
  ilert: {
    name: 'Tools and heartbeats of ilert',
    was: 'https://api.ilert.com',
    path: '/api/webhook',
    places: [['Each tool and heartbeat', 'the whole address', '/$KEY']],
    proof: `curl -fsS -X POST "$TOCSIN/api/webhook/$KEY" -H 'Content-Type: application/json' -d '{}'`,
    page: 'docs/migration/ilert.md',
  },
  allquiet: {
    name: 'Webhooks of All Quiet',
    was: 'https://allquiet.app',
    wasInEu: 'https://allquiet.eu',
    path: '',
    places: [['Each tool', 'the host, before `/api/webhook/`', '']],
    proof: `curl -fsS -X POST "$TOCSIN/api/webhook/$KEY" -H 'Content-Type: application/json' -d '{}'`,
    page: 'docs/migration/allquiet.md',
  },
  goalert: {
    name: 'GoAlert',
    was: 'https://goalert.example.com',
    path: '/api/receivers/goalert',
    places: [
      ['Any sender', 'all before `/api/v2/`', ''],
      ['Heartbeats', 'all before `/api/v2/heartbeat/`', ''],
    ],
    proof: `curl -fsS "$TOCSIN/api/receivers/goalert/api/v2/generic/incoming?token=$KEY" \\
  -H 'Content-Type: application/json' -d '{"summary":"Just a test","dedup":"try"}'`,
    page: 'docs/migration/goalert.md',
  },
};

export interface Sender {
  name: string;
  /** The address of the integration that it reaches. */
  address: string;
  type: string;
  /** Where the key that it has today goes. */
  variables: string[];
  /** The old base address and the new path: only the address changes; null: the whole address is new. */
  base: { was: string; path: string; speech: string } | null;
}

/** The product that was read, and its URL. */
interface From {
  product: string;
  url: string;
}

/** The tools that send today, in the order of addresses. */
export function sendersOf(
  added: readonly Added[],
  blocks: readonly Pick<WrittenBlock, 'key' | 'address' | 'text'>[],
  { product, url }: From,
): Sender[] {
  const byKey = new Map(blocks.map((block) => [block.key, block]));
  const senders = added.flatMap(({ type, key, body }): Sender[] => {
    const block = byKey.get(key);
    if (type !== 'tocsin_integration' || !block) return [];
    const integration = body as Bodies['tocsin_integration'];
    const variables = [...block.text.matchAll(/var\.(\w+_key)\b/g)].map(([, name = '']) => name);
    const [spoken] = variables.length === 0 ? [] : speechesOf([integration.type, product], url);
    return [
      {
        ...{ name: integration.displayName, address: block.address, type: integration.type },
        variables,
        base: spoken ?? null,
      },
    ];
  });
  return senders.sort((one, other) => (one.address < other.address ? -1 : 1));
}

function speechesOf(names: readonly string[], url: string): NonNullable<Sender['base']>[] {
  return names.flatMap((speech) => {
    const found = speeches[speech];
    return found ? [{ was: wasOf(found, url), path: found.path, speech }] : [];
  });
}

/** Both, where what was asked does not say it. */
function wasOf({ was, wasInEu }: Speech, url: string): string {
  if (wasInEu === undefined) return was;
  if (/^https:\/\/api\.eu\./.test(url)) return wasInEu;
  return /^https:\/\/api\./.test(url) ? was : `${was}, ${wasInEu}`;
}

/** Which line to change in what sends today, per integration, and how to see that it arrives. Empty: nothing sends. */
export function sendersPage(senders: readonly Sender[]): string {
  if (senders.length === 0) return '';
  const others = senders.filter(({ base }) => base === null);
  const spoken = [...new Set(senders.flatMap(({ base }) => base?.speech ?? []))].toSorted();
  return `${[
    '# Senders',
    'What to change in each tool that sends today. `$TOCSIN` stands for the address of your server.',
    ...spoken.flatMap((speech) => keepingSection(speech, senders)),
    ...(others.length === 0 ? [] : otherSection(others)),
  ].join('\n\n')}\n`;
}

function keepingSection(spoken: string, senders: readonly Sender[]): string[] {
  const speech = speeches[spoken];
  if (!speech) return [];
  const { name, path, places, proof, page } = speech;
  const own = senders.filter(({ base }) => base?.speech === spoken);
  const was = [...new Set(own.flatMap(({ base }) => base?.was ?? []))].join(', ');
  return [
    `## ${name}: keys stay, the address changes`,
    `From \`${was}\` to \`$TOCSIN${path}\`. More clients: ${page}.`,
    table(
      ['In', 'Setting', 'Value'],
      places.map(([sender, setting, rest]) => [sender, setting, `\`$TOCSIN${path}${rest}\``]),
    ),
    table(
      ['Integration', 'Terraform', 'Its key is the variable'],
      own.map((sender) => [cell(sender.name), `\`${sender.address}\``, variablesOf(sender)]),
    ),
    'Prove it, with the key in `KEY`; the page of the integration shows what came:',
    `\`\`\`sh\n${proof}\n\`\`\``,
  ];
}

function otherSection(others: readonly Sender[]): string[] {
  return [
    '## All others: a new address',
    'Senders get the `webhook_url` of the resource; mail is forwarded to its mail address.',
    table(
      ['Integration', 'Terraform', 'Type'],
      others.map(({ name, address, type }) => [cell(name), `\`${address}\``, `\`${type}\``]),
    ),
  ];
}

function variablesOf({ variables }: Sender): string {
  return variables.map((name) => `\`${name}\``).join(', ');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function cell(text: string): string {
  return text.replaceAll('\n', ' ').replaceAll(/[\\|]/g, '\\$&');
}
