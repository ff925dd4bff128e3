import { isObject } from '../../../kernel/index.ts';
import type { Source } from '../../model/ledger.ts';
import type { Members } from './take.ts';

/**
 * Settings of an integration in the words that this server has for them, by
 * https://registry.terraform.io/providers/AllQuietApp/allquiet/latest/docs.
 */
export function inOurWords(source: Source, settings: unknown): Members | undefined {
  if (!isObject(settings)) return undefined;
  const { httpMonitoring, twilio } = settings;
  return {
    ...settings,
    ...(isObject(httpMonitoring) && { httpMonitoring: monitoring(source, httpMonitoring) }),
    ...(isObject(twilio) && { twilio: reworded(withOneWay(source, twilio)) }),
  };
}

/** Callers who are asked choose; a call has one way here. */
function withOneWay(source: Source, twilio: Members): Members {
  const { callFlowConfig: calls } = twilio;
  if (!isObject(calls) || !calls.menu || !calls.route) return twilio;
  source
    .at('integrationSettings')
    ?.at('twilio')
    ?.at('callFlowConfig')
    ?.say('behaviour', 'left out: where callers choose from a menu, that decides', 'route');
  const { route: _, ...others } = calls;
  return { ...twilio, callFlowConfig: others };
}

/** By member: what All Quiet says, and what it is called here. */
const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  contentTestMode: { DoesNotContain: 'NotContains' },
  callDisplayMode: { ShowCallerNumber: 'CallerNumber', ShowInboundNumber: 'InboundNumber' },
  type: { Text: 'TextToSpeech', Audio: 'AudioFile' },
};

/** At all depths: each option of a menu has messages of its own. */
function reworded(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(reworded);
  if (!isObject(part)) return part;
  return Object.fromEntries(
    Object.entries(part).map(([member, value]) => [
      member,
      typeof value === 'string' ? (words[member]?.[value] ?? value) : reworded(value),
    ]),
  );
}

/** A pattern in the place of a text would be looked for as it is, and be missing at all times. */
function monitoring(source: Source, monitor: Members): unknown {
  const { contentTest: _, contentTestMode: mode, ...others } = monitor;
  if (!/Regex$/.test(String(mode))) return reworded(monitor);
  source
    .at('integrationSettings')
    ?.at('httpMonitoring')
    ?.say(
      'behaviour',
      'left out: answers are looked through for a text here, not for a pattern',
      'contentTestMode',
    );
  return others;
}
