import { hadEnded } from '../../model/had-ended.ts';
import type { Work } from '../../model/importer.ts';
import type { Source } from '../../model/ledger.ts';
import type { Bodies } from '../../model/neutral.ts';
import { idOf } from '../../model/references.ts';
import { shortHash } from '../../model/short-hash.ts';
import { textUpTo } from '../../model/texts.ts';
import { type Account, instantAt } from './account.ts';
import { anyTool, heartbeats, integrationTypeOf, mail } from './integration-types.ts';
import type { Policies } from './policies.ts';
import { urgencyOf } from './support-hours.ts';

type Integration = Bodies['tocsin_integration'];
type Common = Pick<Integration, 'teamId' | 'escalationPolicyId' | 'urgencySettings'>;

/** Integrations by the ids of the sources that they come from. */
type Brought = Map<string, string[]>;

export function bringSources(account: Account, policies: Policies): void {
  const brought: Brought = new Map();
  const commons = new Map<string, Common>();
  for (const source of account.work.ledger.all('alert-source-details')) {
    const id = idOf(source) ?? '';
    const common = commonOf(account, policies, source);
    commons.set(id, common);
    const key = bringSource(account, source, common);
    brought.set(id, key === null ? [] : [key]);
  }
  for (const monitor of account.work.ledger.all('heartbeat-monitor-details')) {
    const of = monitor.at('alertSource');
    const id = (of && idOf(of)) ?? '';
    const key = bringMonitor(account, monitor, commons.get(id) ?? null);
    brought.set(id, [...(brought.get(id) ?? []), key]);
  }
  for (const window of account.work.ledger.all('maintenance-windows'))
    bringWindow(account, window, brought);
}

function commonOf(account: Account, policies: Policies, source: Source): Common {
  const named = account.policies.find(source.at('escalationPolicy'));
  const minutes = minutesIn(source.text('autoResolutionTimeout'));
  const escalationPolicyId = policies.policyFor(named, minutes);
  if (escalationPolicyId === null)
    source.say('behaviour', 'Its policy was not brought: its team is told.', 'escalationPolicy');
  const urgencySettings = urgencyOf(account, source);
  return {
    teamId: account.teams.ownerOf(source),
    ...(escalationPolicyId !== null && { escalationPolicyId }),
    ...(urgencySettings !== null && { urgencySettings }),
  };
}

/** The minutes of a duration such as PT30M; null if it is absent, zero or unreadable. */
function minutesIn(duration: string | null): number | null {
  const match = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(duration ?? '');
  if (!match) return null;
  const [days, hours, minutes, seconds] = match.slice(1).map((part) => Number(part ?? 0));
  const all = (days ?? 0) * 1440 + (hours ?? 0) * 60 + (minutes ?? 0) + (seconds ?? 0) / 60;
  return all > 0 ? Math.max(1, Math.round(all)) : null;
}

function bringSource({ work }: Account, source: Source, common: Common): string | null {
  const given = source.text('integrationType') ?? '';
  sayGrouping(source);
  if (heartbeats.includes(given)) return bringOldHeartbeat(work, source, common);
  const type = integrationTypeOf(given);
  if (type === null)
    source.say(
      'behaviour',
      'Not a type that Tocsin has: what it sends is read as any webhook.',
      'integrationType',
    );
  if (type === mail)
    source.say('behaviour', 'Mail has another address here: forward what comes there.');
  return work.add('tocsin_integration', source.key, {
    displayName: textUpTo(500, source, 'name') ?? source.name,
    ...{ type: type ?? anyTool, ...common, isInMaintenance: source.flag('active') === false },
    ...(type !== mail && acceptedKeys(source)),
  });
}

/** Older sources beat themselves; of others, each heartbeat monitor is an integration. */
function bringOldHeartbeat(work: Work, source: Source, common: Common): string | null {
  const heartbeat = source.at('heartbeat');
  if (heartbeat === null) {
    source.say('lost', 'Not brought: each of its heartbeat monitors is an integration.');
    return null;
  }
  return work.add('tocsin_integration', source.key, {
    displayName: textUpTo(500, source, 'name') ?? source.name,
    ...{ type: 'HeartbeatMonitor', ...common, isInMaintenance: source.flag('active') === false },
    ...acceptedKeys(source),
    integrationSettings: {
      heartbeatMonitor: {
        intervalInSec: heartbeat.number('intervalSec') ?? 900,
        ...{ gracePeriodInSec: 0, severity: 'Critical' },
      },
    },
  });
}

function bringMonitor(account: Account, monitor: Source, common: Common | null): string {
  if (common === null)
    monitor.say('behaviour', 'Its alert source is not there: its team is told.', 'alertSource');
  const displayName = textUpTo(500, monitor, 'name') ?? monitor.name;
  const isOwned = common === null || monitor.list('teams').length > 0;
  return account.work.add('tocsin_integration', monitor.key, {
    ...{ displayName, type: 'HeartbeatMonitor' },
    ...(isOwned ? { ...common, teamId: account.teams.ownerOf(monitor) } : common),
    ...acceptedKeys(monitor),
    integrationSettings: {
      heartbeatMonitor: {
        intervalInSec: monitor.number('intervalSec') ?? 300,
        ...{ gracePeriodInSec: 0, severity: 'Critical' },
      },
    },
  });
}

function acceptedKeys(source: Source): Pick<Integration, 'acceptedKeys'> {
  const key = source.text('integrationKey') ?? '';
  if (/^[\w.~/+=-]{20,200}$/.test(key)) return { acceptedKeys: [{ displayName: 'ilert', key }] };
  source.say('behaviour', 'Has no key that can be kept: its sender needs the new address.');
  return {};
}

/** Without a line: each problem is an alert, as here. */
function sayGrouping(source: Source): void {
  const grouping = source.text('alertCreation') ?? 'ONE_ALERT_PER_EMAIL';
  if (grouping !== 'ONE_ALERT_PER_EMAIL')
    source.say(
      'behaviour',
      'Events of several problems become one alert there; here each problem is an incident: choose grouping ' +
        'attributes in the mapping.',
      'alertCreation',
    );
}

function bringWindow({ work }: Account, window: Source, brought: Brought): void {
  const zone = window.text('timezone') ?? 'UTC';
  const [start, end] = [instantAt(window, 'start', zone), instantAt(window, 'end', zone)];
  const description = textUpTo(1000, window, 'summary');
  if (hadEnded(work, window, end)) return;
  if (start === null || end === null) {
    window.say('behaviour', 'Left out: its time cannot be read.');
    return;
  }
  for (const source of window.list('alertSources')) {
    const integrations = brought.get(idOf(source) ?? '');
    if (!integrations) source.say('behaviour', 'Left out: an alert source that is not there.');
    for (const integrationId of integrations ?? [])
      work.add(
        'tocsin_integration_maintenance_window',
        `ilert:maintenance-windows:${shortHash(`${start} ${end} ${description} ${integrationId}`)}`,
        { integrationId, type: 'maintenance', start, end, ...(description && { description }) },
      );
  }
}
