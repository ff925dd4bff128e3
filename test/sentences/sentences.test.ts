import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { sayIn } from '../../console/parts/said/say-in.ts';
import { english } from '../../openapi/texts/english/index.ts';
import { german } from '../../openapi/texts/german/index.ts';
import { inGerman } from '../../openapi/texts/in-german.ts';
import { type SlotKinds, slotsOf } from '../../openapi/texts/template.ts';
import {
  eachOnce,
  inEnglish,
  type Sentence,
  type SentenceCode,
  say,
  words,
  zonedMoment,
} from '../../src/sentences/index.ts';

const codes = Object.keys(english) as SentenceCode[];

/** Somebody's words, which neither end a slot nor begin one. */
const hostile = '{name} $& $1 <b> “”';
const ada = { userId: '1', displayName: 'Ada' };
const grace = { userId: '2', displayName: 'Grace' };
const gone = { userId: '3', displayName: null };
const samples: { [Kind in keyof SlotKinds]: readonly SlotKinds[Kind][] } = {
  text: ['Payments', '', hostile],
  number: [0, 1, 12],
  seconds: [0, 1, 60],
  moment: ['2026-03-07T17:00:00.000Z[Europe/Berlin]', '2026-03-07T17:00:00.000Z[UTC]'],
  choice: ['Critical', 'unheard of'],
  choices: [['Critical', 'Warning'], ['Critical'], []],
  either: [['Created', 'Updated'], ['Created'], []],
  choiceList: [['mon', 'tue'], ['mon'], []],
  list: [['Ada', hostile], ['Ada'], []],
  anyOf: [['eu', hostile], ['eu'], []],
  person: [ada, { userId: null, displayName: hostile }, gone],
  people: [[ada, gone], [grace], []],
  more: [0, 3],
  translated: [
    { en: 'Payments', de: 'Zahlungen' },
    { en: hostile, de: hostile },
  ],
  sentence: [say('teamDeleted'), words(hostile)],
  sentences: [[say('teamDeleted'), say('incidentMuted')], []],
  reasons: [[say('mustBeGiven'), say('mustBeEmail')], []],
  clauses: [[say('actionsWait'), say('commentAdded')], []],
};

/** Each sentence with each value that its slots may hold. */
function* variants(code: SentenceCode): Generator<Sentence> {
  const slots = slotsOf(english[code]);
  const most = Math.max(1, ...slots.map(({ kind }) => samples[kind].length));
  for (let at = 0; at < most; at += 1)
    yield {
      code,
      values: Object.fromEntries(
        slots.map(({ name, kind }) => [name, samples[kind].at(at % samples[kind].length) ?? '']),
      ),
    };
}

/** Nothing but slots. */
const sameInBoth: ReadonlySet<SentenceCode> = new Set([
  'words',
  'commandIncident',
  'translatedWords',
  'effects',
  'effectsCut',
  'guaranteeExcusedBecause',
  'interactionAdded',
  'inOrder',
  'memberIsWrong',
  'membersAreWrong',
  'callerEntryWrong',
  'deviceSays',
  'severityWord',
  'wordTeam',
  'wordIntegration',
  'replyOn',
  'stateWord',
  'severityAndState',
  'wordTeams',
]);

describe.each(codes)('%s', (code) => {
  test('has a text in both languages, whatever its values are', () => {
    for (const sentence of variants(code))
      for (const text of [inEnglish(sentence), sayIn(inGerman, sentence)]) {
        const composed = text
          ?.replaceAll(hostile, '')
          .replaceAll(/(?:or|send) null|(?:oder|senden Sie) null/g, '');
        expect(composed).not.toMatch(/[{}]|undefined|null|NaN|Invalid|\[object/);
      }
  });

  test('says in German what it says in English', () => {
    const known = slotsOf(english[code]);
    for (const slot of slotsOf(german[code])) expect(known).toContainEqual(slot);
    if (!sameInBoth.has(code)) expect(german[code]).not.toBe(english[code]);
  });
});

test('each is said somewhere', () => {
  const texts = (files: string) => globSync(files).map((file) => readFileSync(file, 'utf8'));
  const source = texts('src/**/*.ts').join('\n');
  const named = new Set(
    texts('openapi/{,paths/,schemas/}*.yaml').flatMap((text) =>
      [...text.matchAll(/x-says: (\w+)/g)].map(([, code]) => code),
    ),
  );
  expect(codes.filter((code) => !source.includes(`'${code}'`) && !named.has(code))).toEqual([]);
});

test('the console knows them by their codes, and not by their words', () => {
  const console = globSync('console/**/*.{ts,tsx}')
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const parts = Object.values(english).flatMap((template) =>
    template
      .split(/\{[\w:]+\}|[“”():;,.]/)
      .map((part) => part.trim())
      .filter((part) => part.split(' ').length > 6),
  );
  expect(parts.length).toBeGreaterThan(40);
  expect(parts.filter((part) => console.includes(part))).toEqual([]);
});

test.each<[Sentence, string, string]>([
  [say('tierOfTeam', { tier: 2, team: 'Payments' }), 'Tier 2 of Payments', 'Stufe 2 von Payments'],
  [
    say('sentAgainBy', { person: ada, because: say('tierOfTeam', { tier: 1, team: 'A. Team' }) }),
    'Sent again by Ada. Tier 1 of A. Team',
    'Erneut gesendet von Ada. Stufe 1 von A. Team',
  ],
  [
    say('unreachableForSeverities', {
      person: 'Ada',
      severities: ['Critical', 'Warning'],
      why: [say('personHasNoEmail'), say('personSuspended')],
    }),
    'Ada is on call, and no alert of Critical and Warning incidents reaches them. This person has no e-mail address. This person is suspended.',
    'Ada hat Bereitschaft, und bei Schweregrad Kritisch und Warnung kommt kein Alarm an. Diese Person hat keine E-Mail-Adresse. Diese Person ist gesperrt.',
  ],
  [
    say('nobodyOnCallBetween', {
      from: zonedMoment(Date.parse('2026-03-07T17:00:00Z'), 'Europe/Berlin'),
      until: zonedMoment(Date.parse('2026-03-09T07:00:00Z'), 'Europe/Berlin'),
    }),
    'Nobody is on call in any tier from Sat 7 Mar 18:00 to Mon 9 Mar 08:00.',
    'Von Sa., 7. März, 18:00 bis Mo., 9. März, 08:00 hat niemand Bereitschaft, in keiner Stufe.',
  ],
  [
    say('nobodyReachedYet', {
      channel: 'E-mail',
      because: say('tierOfTeam', { tier: 1, team: 'Payments' }),
      why: say('mailServerAnswered', { answer: '451 Try again.' }),
    }),
    'Nobody has been reached yet: E-mail to Tier 1 of Payments could not be sent. The mail server answered 451 Try again. It is tried again.',
    'Bisher wurde niemand erreicht. Nicht gesendet werden konnte: E-Mail (Stufe 1 von Payments). Der Mailserver antwortete: 451 Try again. Es wird erneut versucht.',
  ],
  [
    say('nobodyWasTold', {
      team: 'Payments',
      why: [say('personHasNoPhone'), say('personSuspended')],
      instead: say('beingToldInstead', { names: [ada, grace] }),
    }),
    'Nobody on call in Payments was told. This person has no confirmed phone number. This person is suspended. Being told instead: Ada, Grace.',
    'In Payments wurde niemand informiert, der Bereitschaft hat. Diese Person hat keine bestätigte Telefonnummer. Diese Person ist gesperrt. Stattdessen werden informiert: Ada, Grace.',
  ],
])('%o', (sentence, inWords, auf) => {
  expect(inEnglish(sentence)).toBe(inWords);
  expect(sayIn(inGerman, sentence)).toBe(auf);
});

/** Answers, messages and findings that are not kept, or are made anew and forgotten with the person. */
const namesAlone = [
  ...['roomConnected', 'roomConnectedWrite', 'commandOverrideWho', 'personUntil', 'toolTested'],
  ...['deedBy', 'mailAnswerFaster', 'overrideDoesNothing', 'chatFailsFor'],
  ...['onLeaveOnCall', 'onLeaveOftenOnCall', 'suspendedInTier', 'suspendedInTiers'],
  ...['unreachableOnCall', 'unreachableForSeverities'],
  ...['rulesLeaveGap', 'ruleContactUnusable', 'quietForCritical'],
  ...['proofLeaveUnread', 'proofOfUnknownPeople', 'proofOfUnknownConfirmation'],
  ...['mendNumber', 'mendOverride', 'mendOverrideAlways', 'mendMember', 'mendPolicy'],
  ...['mendConfirmed', 'mendChannelAtOnce', 'mendChannel', 'mendDuty'],
];

test('what is kept names people with their id, so that a name can go', () => {
  const naming = new Set(['person', 'people', 'who', 'taker']);
  const alone = codes.filter((code) =>
    slotsOf(english[code]).some(
      ({ name, kind }) => naming.has(name) && kind !== 'person' && kind !== 'people',
    ),
  );
  expect(alone.toSorted()).toEqual(namesAlone.toSorted());
});

test('somebody who was deleted is called so in the language of the reader', () => {
  const told = say('tierTold', { tier: 1, team: 'Payments', names: [ada, gone] });
  expect(inEnglish(told)).toBe('Tier 1 of Payments: Ada, Deleted user');
  expect(sayIn(inGerman, told)).toBe('Stufe 1 von Payments: Ada, Gelöschte Person');
});

test('a page that is older than the server shows what it does not know in English', () => {
  // as unknown as: a later version's.
  const later = { code: 'ofLaterVersion', values: {} } as unknown as Sentence;
  expect(sayIn(inGerman, later)).toBeNull();
  expect(sayIn(inGerman, say('attemptUnanswered', { reason: later }))).toBeNull();
  // Names that objects have anyway are no codes.
  expect(sayIn(inGerman, { ...later, code: 'toString' as SentenceCode })).toBeNull();
});

test('what is said twice is said once', () => {
  const [one, other] = [say('personHasNoPhone'), say('teamDeleted')];
  expect(eachOnce([one, other, { ...one }])).toEqual([one, other]);
});
