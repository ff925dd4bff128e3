import type { Message, Moment } from '../../support/carrier/humans.ts';
import {
  type CallerScript,
  type PhoneScript,
  picksUp,
  type Random,
} from '../../support/carrier/index.ts';
import type { Hotline, PhoneNumber } from './hotline.ts';

/** A number with people, drawn by lot. */
export interface RandomNumber extends PhoneNumber {
  route: { maxUsersToTry: number; skipAlreadyDialedNumbers: boolean };
  /** Blocklists of this number. */
  blocked: readonly string[];
  /** By phone; several people may share one. */
  peopleByPhone: ReadonlyMap<string, readonly string[]>;
  hasMenu: boolean;
}

const outside = [
  '+4917011111111',
  '+4917022222222',
  '+14155550132',
  'anonymous',
  'sip:x@y.example',
];

/** Tiers in which people come up again, and phones that two people share. */
export async function drawNumber(hotline: Hotline, random: Random): Promise<RandomNumber> {
  const pool: { id: string; phone: string }[] = [];
  for (let n = random.between(1, 4); n > 0; n -= 1) {
    const shared = pool[0]?.phone;
    const phoneNumber = shared && random.happens(0.2) ? { phoneNumber: shared } : {};
    const person = await hotline.person(`Person${n}`, phoneNumber);
    pool.push({
      id: person.id,
      phone: shared && 'phoneNumber' in phoneNumber ? shared : person.phone,
    });
  }
  const team = await hotline.team();
  const tiers = Array.from({ length: random.between(0, 3) }, () =>
    pool.filter(() => random.happens(0.6)).map(({ id }) => id),
  ).filter((tier) => tier.length > 0);
  await hotline.tiers(team.id, ...tiers);
  const route = {
    maxUsersToTry: random.between(1, 4),
    skipAlreadyDialedNumbers: random.happens(0.5),
    directVoicemail: random.happens(0.15),
    sendToVoicemailIfNoResponse: random.happens(0.6),
    dialTimeoutPerUserInSeconds: random.pick([5, 20, 120]),
    targetConfirmGatherTimeoutSeconds: random.pick([3, 8]),
    targetConfirmMaxAttempts: random.between(1, 3),
    autoResolveOnAnswer: random.happens(0.5),
  };
  const blocked = random.happens(0.2) ? ['+1'] : [];
  const hasMenu = random.happens(0.4);
  const number = await hotline.number(team.id, {
    callDisplayMode: random.pick(['CallerNumber', 'InboundNumber']),
    attachVoicemailTranscript: random.happens(0.3),
    callerBlocklist: blocked,
    ...(random.happens(0.5) || hasMenu
      ? { welcomeMessage: { type: 'TextToSpeech', text: 'Welcome. Press 1.', locale: 'en-US' } }
      : {}),
    ...(hasMenu
      ? { menu: { options: [{ key: '1', route }], menuMaxAttempts: random.between(1, 3) } }
      : { route }),
  });
  const peopleByPhone = new Map<string, string[]>();
  for (const { id, phone } of pool)
    peopleByPhone.set(phone, [...(peopleByPhone.get(phone) ?? []), id]);
  return { ...number, route, blocked, peopleByPhone, hasMenu };
}

export function drawCaller(
  random: Random,
  { peopleByPhone }: RandomNumber,
): CallerScript & { from: string } {
  const [anyPhone = outside[0]] = [...peopleByPhone.keys()];
  const from = random.happens(0.05)
    ? String(anyPhone)
    : random.pick(['+4917011111111', ...outside]);
  const when = random.pick<Moment['when']>([
    'call',
    'speech',
    'keys-awaited',
    'ringing',
    'picked-up',
    'connected',
    'connected',
    'connected',
    'beep',
  ]);
  return {
    from,
    keys: Array.from({ length: 3 }, () => random.pick(['1', '1', '2', '#', '17', null])),
    ...(random.happens(0.4)
      ? {
          hangsUp: {
            when,
            nth: when === 'connected' ? 1 : random.between(1, 2),
            after: random.pick([0, 0.5, 1, 1.2, 4, 9, 30]),
          },
        }
      : {}),
    message: {
      seconds: random.pick([0, 1, 3, 12, 130, 400]),
      ends: random.pick(['#', 'silence', 'hang-up', 'nothing']),
      ...random.pick<Partial<Message>>([{}, { transcript: 'Help.' }, { transcript: null }]),
    },
  };
}

export function drawPhone(random: Random): PhoneScript {
  if (random.happens(0.35))
    return { answer: random.pick(['never', 'busy', 'unreachable'] as const) };
  // Accepts and changes their mind: whether the two were connected depends on whose message is first.
  if (random.happens(0.2))
    return picksUp({
      after: 2,
      keys: [{ keys: '1', after: 0.5 }],
      hangsUp: { when: 'picked-up', after: random.pick([0.7, 1.5, 3]) },
    });
  const isMachine = random.happens(0.25);
  return picksUp({
    after: random.pick([0, 1, 3, 4.9, 15, 25]),
    keys: isMachine
      ? []
      : Array.from({ length: 3 }, () => {
          const keys = random.pick(['1', '1', '1', '1', '2', '']);
          return { keys, after: random.pick([0.2, 1, 1, 4, 7.5, 12]) };
        }),
    talks: random.pick([0, 0.4, 20, 600, null, null]),
    callWaiting: random.happens(0.5),
    ...(random.happens(0.25)
      ? { hangsUp: { when: 'picked-up' as const, after: random.pick([0.1, 1, 1.5, 3, 6]) } }
      : isMachine
        ? { hangsUp: { when: 'picked-up' as const, after: 130 } }
        : {}),
  });
}
