import {
  areTelnyxCallsBegun,
  channelNames,
  createChannels,
  isTelnyxBegun,
  missingTelnyx,
  missingTelnyxCalls,
  type ProviderHealth,
  registry,
} from '../../channels/index.ts';
import type { Config } from '../../config.ts';
import { createOutboundClient } from '../../egress/index.ts';
import { oneLine } from '../table.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

const patienceMilliseconds = 5_000;

/** Asks each mail server and each carrier by itself whether it would take messages; sends none. */
export async function checkProviders(config: Config): Promise<Finding[]> {
  const channels = createChannels({
    settings: config,
    publicUrl: () => config.publicUrl ?? 'http://localhost',
    vapidKeys: () => Promise.reject(new Error('Nothing is sent.')),
    outbound: createOutboundClient(config),
    timeoutMilliseconds: patienceMilliseconds,
  });
  try {
    const each = channelNames.map((channel) =>
      findingsOf(registry[channel].title, channels.providers(channel)),
    );
    const found = [...unfinished(config), ...(await Promise.all(each)).flat()];
    return found.length > 0 ? found : [noProvider];
  } finally {
    await channels.close();
  }
}

const noProvider = warning(
  'Sending',
  'No mail server and no carrier is set: people are told by push and in chats only.',
  'Set TOCSIN_SMTP_URL for mail; README lists the settings for texts and calls.',
);

/** A second carrier that would be missed only once the first one fails. */
function unfinished(config: Config): Finding[] {
  const texts = isTelnyxBegun(config) ? missingTelnyx(config) : [];
  const calls = areTelnyxCallsBegun(config) ? missingTelnyxCalls(config) : [];
  const inPart = (what: string, missing: readonly string[]) =>
    missing.length === 0
      ? []
      : [
          warning(
            'Sending',
            `Telnyx is set up in part, so no ${what} go by it.`,
            `Set ${missing.join(' and ')}.`,
          ),
        ];
  return [...inPart('texts', texts), ...inPart('calls', calls)];
}

async function findingsOf(
  title: string,
  providers: readonly Pick<ProviderHealth, 'name' | 'probe'>[],
): Promise<Finding[]> {
  const asked = await Promise.all(
    providers.map(async (one) => ({ name: one.name, result: await one.probe() })),
  );
  const isAnyWell = asked.some(({ result }) => result.outcome === 'sent');
  return asked.map(({ name, result }) => {
    if (result.outcome === 'sent') return ok('Sending', `${title} by ${name}: it takes messages.`);
    const text = oneLine(`${title} by ${name}: ${result.error}`);
    return isAnyWell
      ? warning('Sending', text, 'Messages go by the other one meanwhile.')
      : problem('Sending', text, 'Nobody is told by this channel until that is repaired.');
  });
}
