import { say } from '../../sentences/index.ts';
import type { Channel } from '../channel.ts';
import { once } from '../once.ts';
import { inOrder, type Provider } from '../providers.ts';
import { createCarrier } from '../twilio/carrier.ts';
import { missingTwilio, type TwilioSettings, twilioSettings } from '../twilio/twilio-settings.ts';
import { renderVoice } from './render-voice.ts';

/** Nothing: the carrier asks for the words once somebody answers. */
export type CallContent = Readonly<Record<never, never>>;

/** Voice calls through Twilio. */
export const voiceCall: Channel<CallContent, string, TwilioSettings> = {
  title: 'Voice calls',
  settings: twilioSettings,
  missing(settings) {
    const variables = missingTwilio(settings);
    return variables.length === 0 ? null : say('callsNotConfigured', { settings: variables });
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
    const twilio: Provider<CallContent, string> = {
      name: 'Twilio',
      send: async (message) => (await carrier.get()).call(message),
      probe: async () => (await carrier.get()).probe(),
    };
    return inOrder([twilio], parts);
  },
};
