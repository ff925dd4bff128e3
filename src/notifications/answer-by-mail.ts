import { maskedTarget } from '../channels/index.ts';
import { addressesOf, furtherContactsOf, rulesOf } from '../contacts/index.ts';
import { isSuspended, speechFor, type User, userKind } from '../identity/index.ts';
import { getIncident } from '../incidents/index.ts';
import {
  AppError,
  type Ctx,
  repeatableId,
  systemContext,
  unlessGone,
  type World,
} from '../kernel/index.ts';
import { findResource } from '../resources/index.ts';
import {
  eachOnce,
  inWords,
  type Sentence,
  type Speech,
  say,
  speaker,
  words,
} from '../sentences/index.ts';
import { answerableDays } from './answer-address.ts';
import { answerToReply } from './answer-to-reply.ts';
import { aboutNoIncident } from './no-incident.ts';
import { applyReply, type RepliedIncident, type ReplyIntent } from './reply.ts';
import type { ReplyLink } from './reply-link.ts';
import { storeDeliveries } from './sender.ts';

/** Somebody who may answer the mail with a link, and from where. */
export interface Answerer {
  user: User;
  isSuspended: boolean;
  /** Their own address, and further ones that are confirmed; in lower case. */
  addresses: readonly AnswerFrom[];
}

export interface AnswerFrom {
  address: string;
  /** The further contact that it is. */
  contactId?: string;
}

/** The person who got the mail with this link; null once they are removed. */
export async function answererOf(
  world: World,
  { organizationId, userId }: ReplyLink,
): Promise<Answerer | null> {
  const ctx = systemContext(world, organizationId);
  const user = await findResource(ctx, userKind, { _id: userId });
  if (!user) return null;
  const rules = await rulesOf(ctx, userId);
  const { email } = addressesOf(user);
  const further = (rules ? furtherContactsOf(rules) : []).flatMap(
    ({ id, channel, target, isConfirmed }) =>
      isConfirmed && channel === 'Email' ? { address: target.toLowerCase(), contactId: id } : [],
  );
  const own = email === null ? [] : [{ address: email.toLowerCase() }];
  return { user, isSuspended: isSuspended(user), addresses: [...own, ...further] };
}

/** Why an answer was not carried out; the person is told by mail. */
export type AnswerRefusal =
  | { why: 'unknown' | 'late' | 'unbound' }
  | { why: 'unproven'; address: string; domain: string }
  | { why: 'stranger'; address: string };

/** Which mail it was, so that it is answered once however often it comes. */
interface Answer {
  link: ReplyLink;
  answerer: Answerer;
  /** Where the mail back goes; null: the person's own address, as nobody knows whose mail it was. */
  from: AnswerFrom | null;
  mailId: string;
}

/** Tells the person why nothing was done. */
export async function refuseAnswer(
  world: World,
  answer: Answer,
  refusal: AnswerRefusal,
): Promise<void> {
  const isOwn = answer.from !== null;
  const title = say(isOwn ? 'mailAnswerNothingTitle' : 'mailAnswerRefusedTitle');
  await mailBack(world, answer, title, refusalOf(refusal));
}

function refusalOf(refusal: AnswerRefusal): Sentence {
  switch (refusal.why) {
    case 'unknown':
      return say('mailAnswerUnknown');
    case 'late':
      return say('mailAnswerLate', { days: answerableDays });
    case 'unbound':
      return say('mailAnswerUnbound');
    case 'unproven':
      return say('mailAnswerUnproven', { address: refusal.address, domain: refusal.domain });
    case 'stranger':
      return say('mailAnswerStranger', { address: refusal.address });
  }
}

/**
 * Does what the person answered, and mails them how the incidents stand then: also why something could not be done.
 * Throws 409 when others change an incident all the time.
 */
export async function answerByMail(
  world: World,
  answer: Answer,
  intent: Extract<ReplyIntent, 'Investigated' | 'Resolved'>,
): Promise<void> {
  const { link, answerer, mailId } = answer;
  const options = { via: 'mail', requestId: mailId, effectKey: mailId };
  try {
    const incidents = await applyReply(world, link, intent, options);
    const speech = await speechFor(world, answerer.user);
    const isDone = incidents.some(({ hasAnswer }) => hasAnswer);
    const title = say(isDone ? 'mailAnswerDoneTitle' : 'mailAnswerNothingTitle');
    await mailBack(world, answer, title, words(bodyOf(intent, incidents, answerer, speech)));
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'forbidden') throw error;
    const why = say('nothingChangedBecause', { why: error.said.detail });
    await mailBack(world, answer, say('mailAnswerNothingTitle'), why);
  }
}

/** How all of them stand, and which of them stood so before. */
function bodyOf(
  intent: ReplyIntent,
  incidents: readonly RepliedIncident[],
  { user }: Answerer,
  speech: Speech,
): string {
  const before = incidents.filter(
    ({ hasAnswer, status, isAcknowledged }) =>
      !hasAnswer && (status === 'Resolved' || (intent === 'Investigated' && isAcknowledged)),
  );
  const t = speaker(speech);
  const notes = before.map(({ title, settledBy }) => {
    const titles = title || t('untitled');
    return settledBy === null || settledBy.id === user.id
      ? say('mailAnswerAlready', { titles })
      : say('mailAnswerFaster', { person: settledBy.name, titles });
  });
  return [
    `${answerToReply(intent, incidents, speech).replace(/\.$/, '')}.`,
    ...eachOnce(notes).map((note) => inWords(note, speech)),
  ].join('\n');
}

/** Stored like any message, so it is sent again where it fails, and stands in the person's notification log. */
async function mailBack(
  world: World,
  { link, answerer, from, mailId }: Answer,
  title: Sentence,
  body: Sentence,
): Promise<void> {
  const to = from ?? answerer.addresses[0];
  if (!to) return;
  const { organizationId, userId, incidentIds } = link;
  const [incidentId] = incidentIds;
  const delivery = aboutNoIncident({
    _id: repeatableId(link.createdAt.getTime(), 'mail-answer', link._id, mailId),
    organizationId,
    teamIds: await teamsOf(systemContext(world, organizationId), incidentIds),
    ownerId: userId,
    ...(to.contactId === undefined ? {} : { deviceId: to.contactId }),
    lane: 'Email',
    step: 'mail-answer',
    because: title,
    note: {
      title,
      body,
      ...(incidentId === undefined
        ? {}
        : {
            threadId: incidentId,
            link: { path: `/incidents/${incidentId}`, text: say('mailAnswerIncident') },
          }),
    },
    at: world.clock.now(),
    target: maskedTarget(to.address),
  });
  await storeDeliveries(world, [delivery]);
}

/** Their administrators may read what the person was answered. */
async function teamsOf(ctx: Ctx, incidentIds: readonly string[]): Promise<string[]> {
  const teams = new Set<string>();
  for (const id of incidentIds)
    for (const team of (await unlessGone(getIncident(ctx, id)))?.teamIds ?? []) teams.add(team);
  return [...teams];
}
