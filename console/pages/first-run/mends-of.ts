import type { components } from '../../../openapi/types/public-v1.generated.ts';

type Told = components['schemas']['IncidentNotification'];

/** The things that are missing, by what the server says of its messages. */
export interface Needs {
  /** The people who have no device, no number, or want nothing; their ids. */
  device: string[];
  phone: string[];
  settings: string[];
  suspended: string[];
  /** Settings of the server that are not set. */
  server: string[];
  /** Set, but what it names does not take the message. */
  isServerRefused: boolean;
}

type Code = components['schemas']['SentenceCode'];

const ofPeople: Partial<Record<Code, 'device' | 'phone' | 'settings' | 'suspended'>> = {
  personHasNoDevice: 'device',
  deviceUnsubscribed: 'device',
  personHasNoPhone: 'phone',
  personTakesNone: 'settings',
  personSuspended: 'suspended',
};
const ofServer: readonly Code[] = ['channelNotConfigured', 'callsNotConfigured'];
const refusals: readonly Code[] = [
  'channelFails',
  'mailServerAnswered',
  'mailServerAnsweredUser',
  'mailServerUnreachable',
  'carrierError',
];

/** The things to mend so that the messages that were not sent would go; each thing once. */
export function mendsOf(told: readonly Told[]): Needs {
  const needs: Needs = {
    device: [],
    phone: [],
    settings: [],
    suspended: [],
    server: [],
    isServerRefused: false,
  };
  const add = (list: string[], one: string) => list.includes(one) || list.push(one);
  for (const { user, reasonSentence, attempts, status } of told) {
    const sentence = reasonSentence ?? attempts.at(-1)?.errorSentence;
    if (!sentence || status === 'Delivered' || status === 'Answered') continue;
    const { code, values } = sentence;
    const need = ofPeople[code];
    if (need && user) add(needs[need], user.id);
    if (ofServer.includes(code) && Array.isArray(values.settings))
      for (const setting of values.settings) add(needs.server, String(setting));
    if (refusals.includes(code)) needs.isServerRefused = true;
  }
  return needs;
}
