import type { Source } from '../../model/ledger.ts';
import type { Bodies } from '../../model/neutral.ts';
import { shortHash } from '../../model/short-hash.ts';
import { cut } from '../../model/texts.ts';
import type { Account } from './account.ts';
import { instantAt } from './schedules.ts';
import { labelsOf } from './teams.ts';

type Integration = Bodies['tocsin_integration'];

const anyTool = 'Webhook';
const mail = 'Email';
/** Which type reads what a tool sends, by what GoAlert calls its key. */
const types: Readonly<Record<string, string>> = {
  generic: anyTool,
  grafana: 'Grafana',
  site24x7: 'Site24x7',
  prometheusAlertmanager: 'PrometheusAlertmanager',
  email: mail,
};

/** A service there is what alerts come in by: each of its keys is an integration that follows its policy. */
export function bringServices(account: Account): void {
  for (const service of account.work.ledger.all('services')) bringService(account, service);
}

function bringService(account: Account, service: Source): void {
  const keys = service.list('integrationKeys');
  const monitors = service.list('heartbeatMonitors');
  const common = commonOf(account, service);
  if (keys.length + monitors.length === 0)
    service.say(
      'lost',
      'Nothing sends to it: alerts that people make there are incidents of their team.',
    );
  const brought = [
    ...keys.map((key) => bringKey(account, service, key, common)),
    ...monitors.map((monitor) => bringMonitor(account, service, monitor, common)),
  ];
  bringMaintenance(account, service, brought);
}

type Common = Pick<Integration, 'teamId' | 'labels' | 'escalationPolicyId'>;

function commonOf({ work, teams, policies }: Account, service: Source): Common {
  const policy = policies.find(service.text('escalationPolicyID'));
  const isHere = policy !== null && (work.has(policy) || policies.sourceOf(policy) === null);
  if (!isHere)
    service.say('behaviour', 'Its policy was not brought: its team is told.', 'escalationPolicyID');
  const labels = labelsOf(service).map(({ key, value }) => cut(`${key}=${value}`, 255));
  return {
    teamId: teams.ofService(service),
    ...(labels.length > 0 && { labels: labels.toSorted() }),
    ...(isHere && { escalationPolicyId: policy }),
  };
}

function bringKey({ work }: Account, service: Source, key: Source, common: Common): string {
  const given = key.text('type') ?? '';
  const type = Object.hasOwn(types, given) ? types[given] : undefined;
  if (given === 'universal')
    key.say(
      'behaviour',
      'Its rules are expressions, which are not brought: what it gets is read as any webhook, and its senders need ' +
        'the new address.',
    );
  else if (!type)
    key.say('behaviour', 'Not a type that is known: what it sends is read as any webhook.', 'type');
  if (type === mail)
    key.say('behaviour', 'Mail has another address here: forward what comes there.');
  return work.add('tocsin_integration', keyOf('integrationKeys', key), {
    ...{ displayName: nameOf(service, key), type: type ?? anyTool, ...common },
    ...(type !== mail && given !== 'universal' && acceptedKeys(key, tokenIn(key.text('href')))),
  });
}

function bringMonitor({ work }: Account, service: Source, monitor: Source, common: Common): string {
  const minutes = monitor.number('timeoutMinutes') ?? 0;
  if (minutes < 1) monitor.say('behaviour', 'Expected every 5 minutes: how often is not known.');
  return work.add('tocsin_integration', keyOf('heartbeatMonitors', monitor), {
    ...{ displayName: nameOf(service, monitor), type: 'HeartbeatMonitor', ...common },
    ...acceptedKeys(
      monitor,
      /\/heartbeat\/([^/?#]+)/.exec(monitor.text('href') ?? '')?.[1] ?? null,
    ),
    integrationSettings: {
      heartbeatMonitor: {
        intervalInSec: (minutes < 1 ? 5 : minutes) * 60,
        ...{ gracePeriodInSec: 0, severity: 'Critical' },
      },
    },
  });
}

/** The id of a key is the secret in its address, so what stands for it is another text. */
function keyOf(kind: string, source: Source): string {
  return `goalert:${kind}:${shortHash(source.text('id') ?? source.name)}`;
}

function nameOf(service: Source, key: Source): string {
  const [own, name] = [service.text('name') ?? service.name, key.text('name')?.trim()];
  return cut(name ? `${own}: ${name}` : own, 500);
}

/** As in `…/api/v2/generic/incoming?token=KEY`. */
function tokenIn(address: string | null): string | null {
  return address && URL.canParse(address) ? new URL(address).searchParams.get('token') : null;
}

function acceptedKeys(source: Source, key: string | null): Pick<Integration, 'acceptedKeys'> {
  if (key !== null && /^[\w.~/+=-]{20,200}$/.test(key))
    return { acceptedKeys: [{ displayName: 'GoAlert', key }] };
  source.say(
    'behaviour',
    'Its address has no key that can be kept: its sender needs the new address.',
  );
  return {};
}

/** Alerts are made there, and nobody is told. */
function bringMaintenance(
  { work }: Account,
  service: Source,
  integrations: readonly string[],
): void {
  const end = instantAt(service, 'maintenanceExpiresAt');
  if (end === null) return;
  if (Date.parse(end) <= work.since.getTime()) {
    service.say('past', 'Had ended before the import.', 'maintenanceExpiresAt');
    return;
  }
  for (const integrationId of integrations)
    work.add(
      'tocsin_integration_maintenance_window',
      `goalert:maintenance:${integrationId.slice(integrationId.lastIndexOf(':') + 1)}`,
      { integrationId, type: 'muted', end, description: 'Maintenance in GoAlert' },
    );
}
