import type { Source } from '../../model/ledger.ts';
import { cut } from '../../model/texts.ts';
import type { Account } from './account.ts';
import { heartbeatType } from './integration-types.ts';
import { isPriority } from './severities.ts';

const secondsIn: Readonly<Record<string, number>> = { minutes: 60, hours: 3600, days: 86_400 };
const keysMax = 20;

/** Any key of the account pings any heartbeat, so each is accepted with the name behind it. */
export function bringHeartbeats(account: Account): void {
  const { ledger } = account.work;
  const keys = ledger
    .all('integration-details')
    .flatMap((source) => source.text('apiKey') || [])
    .filter((key) => /^[\w.~/+=-]{20,}$/.test(key));
  for (const source of ledger.all('heartbeats')) bringHeartbeat(account, source, keys);
}

function bringHeartbeat(account: Account, source: Source, keys: readonly string[]): void {
  const { work, teams, severities } = account;
  const name = source.text('name') ?? '';
  const seconds = secondsIn[source.text('intervalUnit')?.toLowerCase() ?? ''];
  const interval = Math.round(source.number('interval') ?? 0);
  if (seconds === undefined || interval <= 0) {
    source.say('behaviour', 'Left out: how often it is expected is not known.');
    return;
  }
  const priority = source.text('alertPriority');
  const accepted = [...new Set(keys)]
    .map((key) => `${key}/${name}`)
    .filter((key) => key.length <= 200);
  if (accepted.length > keysMax)
    source.say('behaviour', `Only ${keysMax} of the keys that may ping it are accepted.`);
  const key = `${account.product}:heartbeats:${encodeURIComponent(name)}`;
  work.add('tocsin_integration', key, {
    displayName: cut(name || source.name, 500),
    teamId: teams.ownerOf(source),
    type: heartbeatType,
    isInMaintenance: source.flag('enabled') === false,
    ...(accepted.length > 0 && {
      acceptedKeys: accepted
        .slice(0, keysMax)
        .map((one) => ({ displayName: cut(name, 255), key: one })),
    }),
    integrationSettings: {
      heartbeatMonitor: {
        intervalInSec: interval * seconds,
        gracePeriodInSec: 0,
        severity: severities.of(isPriority(priority) ? priority : 'P3'),
      },
    },
  });
}
