import { createOutboundClient } from '../../egress/index.ts';
import { addressList, httpUrl, type Setting } from '../../kernel/index.ts';
import { speaker } from '../../sentences/index.ts';
import type { Channel } from '../channel.ts';
import { type MailSettings, mailSettings, senderOf } from '../email/mail-settings.ts';
import { renderPush, renderPushNote } from './render-push.ts';
import { type PushContent, type PushTarget, sendPush } from './send-push.ts';

export interface PushSettings extends MailSettings {
  readonly ntfyUrl: string | undefined;
}

const settings: { readonly [Name in keyof PushSettings]: Setting<PushSettings[Name]> } = {
  // Push services turn to the sender of mails.
  ...mailSettings,
  ntfyUrl: {
    env: 'TOCSIN_NTFY_URL',
    default: undefined,
    meaning:
      'Base URL of your ntfy server, such as https://ntfy.example.com. It may have a private address, unlike other ' +
      'servers that people register topics of',
    parse: httpUrl,
  },
};

const everywhere = addressList('0.0.0.0/0,::/0');

/** Browsers, apps and ntfy topics that people registered. */
export const push: Channel<PushContent, PushTarget, PushSettings> = {
  title: 'Push',
  settings,
  // Its keys are made by the installation itself.
  missing: () => null,
  reachedBy: 'device',
  addressOf: (person) => person.device,
  members: {
    isOn: 'shouldSendPush',
    delayMinutes: 'delayInMinPush',
    severities: 'severitiesPush',
    disabledIntents: 'disabledIntentsPush',
  },
  defaults: {
    isOn: true,
    delayMinutes: 0,
    severities: ['Minor', 'Warning', 'Critical'],
    intents: 'all',
  },
  isOptional: true,
  isLastResort: true,
  news: 'all',
  contactsAtOnce: 45,
  reply: { by: 'link' },
  deliveredBy: 'acceptance',
  render: renderPush,
  note: { isFallback: false, render: renderPushNote },
  renderTest(publicUrl, speech) {
    const t = speaker(speech);
    const [title, body] = [t('testTitle'), t('testBody')];
    return { title, body, url: publicUrl, urgency: 'high', topic: 'test' };
  },
  open({ settings: given, publicUrl, vapidKeys, outbound, timeoutMilliseconds }) {
    const { ntfyUrl } = given;
    const trusting = createOutboundClient({ allowedPrivateTargets: everywhere });
    return {
      send: (message) =>
        sendPush(message, {
          timeoutMilliseconds,
          vapidKeys,
          vapidSubject: vapidSubjectOf(given, publicUrl()),
          outbound,
          ntfy: ntfyUrl === undefined ? null : { url: ntfyUrl, outbound: trusting },
        }),
    };
  },
};

/** Whom a push service turns to. */
function vapidSubjectOf(given: PushSettings, publicUrl: string): string {
  if (publicUrl.startsWith('https://')) return publicUrl;
  const from = senderOf(given, publicUrl);
  return `mailto:${/<([^<>]+)>\s*$/.exec(from)?.[1] ?? from}`;
}
