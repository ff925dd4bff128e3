import { say } from '../../sentences/index.ts';
import { type Channel, testWords } from '../channel.ts';
import { once } from '../once.ts';
import { inOrder, type Provider } from '../providers.ts';
import {
  isTelnyxBegun,
  missingTelnyx,
  type TelnyxSettings,
  telnyxSettings,
} from '../telnyx/telnyx-settings.ts';
import { createTelnyxTexts } from '../telnyx/telnyx-texts.ts';
import { createCarrier } from '../twilio/carrier.ts';
import { missingTwilio, type TwilioSettings, twilioSettings } from '../twilio/twilio-settings.ts';
import { renderSms, renderSmsNote } from './render-sms.ts';

export interface SmsContent {
  text: string;
}

/** Which carriers texts can go by. */
export interface SmsSettings extends TwilioSettings, TelnyxSettings {}

/** Text messages through Twilio, Telnyx, or whichever of both takes them. */
export const sms: Channel<SmsContent, string, SmsSettings> = {
  title: 'SMS',
  settings: { ...twilioSettings, ...telnyxSettings },
  missing(settings) {
    if (carriersOf(settings).length > 0) return null;
    const isForTelnyx = isTelnyxBegun(settings) || !settings.smsCarriers.includes('twilio');
    const variables = isForTelnyx ? missingTelnyx(settings) : missingTwilio(settings);
    // Everything is set, and another carrier is asked for.
    const settingNames = variables.length > 0 ? variables : [telnyxSettings.smsCarriers.env];
    return say('channelNotConfigured', { channel: 'SMS', settings: settingNames });
  },
  reachedBy: 'phone',
  addressOf: (person) => person.phone,
  members: {
    isOn: 'shouldSendSMS',
    delayMinutes: 'delayInMinSMS',
    severities: 'severitiesSMS',
    disabledIntents: 'disabledIntentsSMS',
  },
  defaults: { isOn: true, delayMinutes: 0, severities: ['Critical'], intents: 'forAction' },
  isOptional: false,
  isLastResort: false,
  news: 'informing',
  contactsAtOnce: 15,
  reply: { by: 'code' },
  deliveredBy: 'report',
  render: (notification) => ({ text: renderSms(notification) }),
  note: {
    isFallback: true,
    render: (note, publicUrl) => ({ text: renderSmsNote(note, publicUrl) }),
  },
  renderTest: () => ({ text: testWords }),
  open(parts) {
    const { settings, timeoutMilliseconds } = parts;
    const carrier = once(() => createCarrier(settings, timeoutMilliseconds));
    const providers = {
      twilio: (): Provider<SmsContent, string> => ({
        name: 'Twilio',
        send: async (message) => (await carrier.get()).sms(message),
        probe: async () => (await carrier.get()).probe(),
      }),
      telnyx: () => createTelnyxTexts(parts),
    };
    return inOrder(
      carriersOf(settings).map((name) => providers[name]()),
      parts,
    );
  },
};

/** Those that are set up, the preferred one first. */
function carriersOf(settings: SmsSettings): SmsSettings['smsCarriers'] {
  const missing = { twilio: missingTwilio, telnyx: missingTelnyx };
  return settings.smsCarriers.filter((name) => missing[name](settings).length === 0);
}
