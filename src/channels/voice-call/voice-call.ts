import { say } from '../../sentences/index.ts';
import type { Channel } from '../channel.ts';
import { once } from '../once.ts';
import { inOrder, type Provider } from '../providers.ts';
import { createTelnyxCalls } from '../telnyx/telnyx-calls.ts';
import {
  isTelnyxBegun,
  missingTelnyxCalls,
  type TelnyxSettings,
  telnyxSettings,
} from '../telnyx/telnyx-settings.ts';
import { createCarrier } from '../twilio/carrier.ts';
import { missingTwilio, type TwilioSettings, twilioSettings } from '../twilio/twilio-settings.ts';
import { renderVoice } from './render-voice.ts';

/** Nothing: the carrier asks for the words once somebody answers. */
export type CallContent = Readonly<Record<never, never>>;

/** Which carriers can call. */
export interface CallSettings extends TwilioSettings, TelnyxSettings {}

/** Voice calls through Twilio, Telnyx, or whichever of both takes them. */
export const voiceCall: Channel<CallContent, string, CallSettings> = {
  title: 'Voice calls',
  settings: { ...twilioSettings, ...telnyxSettings },
  missing(settings) {
    if (carriersOf(settings).length > 0) return null;
    const isForTelnyx = isTelnyxBegun(settings) || !settings.voiceCarriers.includes('twilio');
    const variables = isForTelnyx ? missingTelnyxCalls(settings) : missingTwilio(settings);
    // Everything is set, and another carrier is asked for.
    const settingNames = variables.length > 0 ? variables : [telnyxSettings.voiceCarriers.env];
    return say('callsNotConfigured', { settings: settingNames });
  },
  reachedBy: 'phone',
  addressOf: (person) => person.phone,
  members: {
    isOn: 'shouldCallVoice',
    delayMinutes: 'delayInMinVoice',
    severities: 'severitiesVoice',
    disabledIntents: 'disabledIntentsVoice',
  },
  defaults: { isOn: true, delayMinutes: 2, severities: ['Critical'], intents: 'forAction' },
  isOptional: false,
  isLastResort: false,
  news: 'none',
  contactsAtOnce: 15,
  reply: { by: 'keys', script: renderVoice },
  // A mailbox answers, too, but presses none.
  deliveredBy: 'key',
  render: () => ({}),
  note: null,
  renderTest: () => ({}),
  open(parts) {
    const carrier = once(() => createCarrier(parts.settings, parts.timeoutMilliseconds));
    const providers = {
      twilio: (): Provider<CallContent, string> => ({
        name: 'Twilio',
        send: async (message) => (await carrier.get()).call(message),
        probe: async () => (await carrier.get()).probe(),
      }),
      telnyx: () => createTelnyxCalls(parts),
    };
    return inOrder(
      carriersOf(parts.settings).map((name) => providers[name]()),
      parts,
    );
  },
};

/** Those that are set up, the preferred one first. */
function carriersOf(settings: CallSettings): CallSettings['voiceCarriers'] {
  const missing = { twilio: missingTwilio, telnyx: missingTelnyxCalls };
  return settings.voiceCarriers.filter((name) => missing[name](settings).length === 0);
}
