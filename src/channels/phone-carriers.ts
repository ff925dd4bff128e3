import type { SendResult } from '../egress/index.ts';
import type { ChannelParts, Message, Way } from './channel.ts';
import { once } from './once.ts';
import { inOrder, type Provider } from './providers.ts';
import type { TelnyxParts } from './telnyx/telnyx-api.ts';
import { isTelnyxBegun, type TelnyxSettings, telnyxSettings } from './telnyx/telnyx-settings.ts';
import { type Carrier, createCarrier } from './twilio/carrier.ts';
import { missingTwilio, type TwilioSettings, twilioSettings } from './twilio/twilio-settings.ts';

/** Which carriers texts and calls can go by. */
export interface PhoneSettings extends TwilioSettings, TelnyxSettings {}
export const phoneSettings = { ...twilioSettings, ...telnyxSettings };

/** The differences between texts and calls. */
export interface ByPhone<Content> {
  /** The setting that says by which carriers, the preferred one first. */
  order: 'smsCarriers' | 'voiceCarriers';
  missingTelnyx(settings: TelnyxSettings): string[];
  byTwilio(carrier: Carrier, message: Message<Content, string>): Promise<SendResult>;
  byTelnyx(parts: TelnyxParts): Provider<Content, string>;
}

/** Names of the variables without which no carrier is set up. */
export function missingByPhone<Content>(settings: PhoneSettings, way: ByPhone<Content>): string[] {
  if (carriersOf(settings, way).length > 0) return [];
  const isForTelnyx = isTelnyxBegun(settings) || !settings[way.order].includes('twilio');
  const variables = isForTelnyx ? way.missingTelnyx(settings) : missingTwilio(settings);
  // Everything is set, and another carrier is asked for.
  return variables.length > 0 ? variables : [telnyxSettings[way.order].env];
}

/** Sends by the carriers that are set up, the preferred one first. */
export function openByPhone<Content>(
  parts: ChannelParts<PhoneSettings>,
  way: ByPhone<Content>,
): Way<Content, string> {
  const { settings, timeoutMilliseconds } = parts;
  const carrier = once(() => createCarrier(settings, timeoutMilliseconds));
  const providers = {
    twilio: (): Provider<Content, string> => ({
      name: 'Twilio',
      send: async (message) => way.byTwilio(await carrier.get(), message),
      probe: async () => (await carrier.get()).probe(),
    }),
    telnyx: () => way.byTelnyx(parts),
  };
  return inOrder(
    carriersOf(settings, way).map((name) => providers[name]()),
    parts,
  );
}

/** The carriers that are set up, the preferred one first. */
function carriersOf<Content>(settings: PhoneSettings, { order, missingTelnyx }: ByPhone<Content>) {
  const missing = { twilio: missingTwilio, telnyx: missingTelnyx };
  return settings[order].filter((name) => missing[name](settings).length === 0);
}
