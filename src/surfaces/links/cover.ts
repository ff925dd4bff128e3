import {
  AppError,
  type Ctx,
  type Html,
  html,
  joined,
  nothing,
  type World,
} from '../../kernel/index.ts';
import {
  loadRecipients,
  personIn,
  type ReplyLink,
  type ReplyOptions,
  speechOfLink,
} from '../../notifications/index.ts';
import {
  acceptCover,
  type CoverRequest,
  declineCover,
  findCover,
  overNow,
  placeOfCover,
} from '../../on-call/index.ts';
import { inWords, type Sentence, say, speaker, zonedMoment } from '../../sentences/index.ts';
import { actingAs } from '../../teams/index.ts';
import { errorPage, page, pageHeaders } from './page.ts';

/** The page of somebody who was asked to take a shift. Opening it changes nothing. */
export async function showCover(world: World, link: ReplyLink, options: ReplyOptions) {
  const ctx = await asked(world, link, options);
  const request = ctx && (await requestOf(ctx, link));
  return ctx && request ? shown(world, ctx, link, request) : gone(world, link);
}

/** Does what its button says, and shows what became of it: also why it could not be done. */
export async function answerCover(
  world: World,
  link: ReplyLink,
  verb: 'accept' | 'decline',
  options: ReplyOptions,
) {
  const ctx = await asked(world, link, options);
  const id = link.coverRequestId;
  if (!ctx || id === undefined) return gone(world, link);
  let refused: Sentence | null = null;
  try {
    await { accept: acceptCover, decline: declineCover }[verb](ctx, id, link.userId);
  } catch (error) {
    // Somebody was faster, or the two cannot be exchanged any more: the page says so.
    if (!(error instanceof AppError) || error.code === 'not-found') throw error;
    const [first] = Object.values(error.said.fields ?? {}).flat();
    refused = first ?? error.said.detail;
  }
  const request = await requestOf(ctx, link);
  return request ? shown(world, ctx, link, request, { refused }) : gone(world, link);
}

/** The person, who sees the request that they were asked for whatever else they see. */
function asked(world: World, link: ReplyLink, options: ReplyOptions): Promise<Ctx | null> {
  return link.coverRequestId === undefined ? Promise.resolve(null) : actingAs(world, link, options);
}

function requestOf(ctx: Ctx, { coverRequestId }: ReplyLink): Promise<CoverRequest | null> {
  return findCover(ctx, coverRequestId ?? '');
}

async function gone(world: World, link: ReplyLink) {
  const speech = await speechOfLink(world, link);
  return { status: 404, text: errorPage('coverGone', speech), headers: pageHeaders };
}

async function shown(
  world: World,
  ctx: Ctx,
  { userId }: ReplyLink,
  request: CoverRequest,
  answered?: { refused: Sentence | null },
) {
  const { wire, internal } = request;
  const [speech, place, people] = await Promise.all([
    speechOfLink(world, { organizationId: ctx.organizationId, userId }),
    placeOfCover(ctx, request),
    loadRecipients(ctx, [wire.userId.toLowerCase(), userId]),
  ]);
  const t = speaker(speech);
  const name = personIn(people, wire.userId.toLowerCase());
  const zone = people.get(userId)?.timeZoneId ?? place?.timeZoneId ?? 'UTC';
  const moment = (at: string) => zonedMoment(Date.parse(at), zone);
  const times = (time: { start: string; end: string }) => ({
    start: moment(time.start),
    end: moment(time.end),
  });
  const own = internal.answers.find((one) => one.userId === userId)?.answer;
  const over = overNow(request, ctx.clock.now());
  const outcome =
    internal.acceptedBy === userId && internal.state === 'accepted'
      ? t('coverPageTaken')
      : own === 'declined' && internal.state !== 'accepted'
        ? t('coverPageDeclined')
        : over && inWords(say(over as 'coverIsExpired'), speech);
  const refused = answered?.refused ?? null;
  const why = refused && !outcome ? inWords(refused, speech) : null;
  const isOpen = over === null && own === undefined;
  const title = t('coverAskedTitle', { name });
  const where = place?.displayName ?? '';
  const card = html`<div class="card"><h1 dir="auto">${title}</h1>
<p class="time">${t('coverAsked', { name, place: where, ...times(wire) })}</p>
${joined((wire.gives ?? []).map((time) => html`<p class="time">${t('coverGives', { name, ...times(time) })}</p>`))}
${wire.message ? html`<p dir="auto">${t('coverMessage', { name, message: wire.message })}</p>` : nothing}</div>`;
  // The path of the page after an answer is one segment longer.
  const buttons = isOpen
    ? answers(answered ? '' : 'cover/', t('coverAcceptButton'), t('coverDeclineButton'))
    : nothing;
  const said = outcome ?? why;
  const note = said
    ? html`<p class="${outcome ? 'done' : 'time'}" role="status">${said}</p>`
    : nothing;
  return {
    status: 200,
    text: page(title, html`${note}${card}${buttons}`, speech.language),
    headers: pageHeaders,
  };
}

function answers(under: string, accept: string, decline: string): Html {
  return html`<form method="post" action="${under}accept"><button type="submit">${accept}</button></form>
<form method="post" action="${under}decline"><button type="submit" class="other">${decline}</button></form>`;
}
