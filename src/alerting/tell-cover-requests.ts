import { systemContext, type Task, type World } from '../kernel/index.ts';
import {
  type ChannelReadiness,
  loadRecipients,
  type NamedRecipient,
  notesTo,
  noticesToTools,
  type PersonalNote,
  personIn,
  type Sender,
} from '../notifications/index.ts';
import {
  askedFor,
  type CoverPlace,
  type CoverRequest,
  done,
  placeOfCover,
  requestsWith,
  tellingChats,
} from '../on-call/index.ts';
import { type Sentence, say, zonedMoment } from '../sentences/index.ts';
import { coverInChats, toolsOf } from './cover-in-chats.ts';

/**
 * Asks people to take a shift, and says how it ended; tools, too, where the request names some. The request says itself
 * that this is to be done, and the messages have ids of their own: a crash in between loses none and repeats none.
 */
export function coverTask(world: World, channels: ChannelReadiness, sender: Sender): Task {
  return {
    name: 'tell-cover-requests',
    everySeconds: 5,
    async run(stopping) {
      for await (const found of requestsWith(world, { 'lookup.todo': 'tell' }, stopping)) {
        const ctx = systemContext(world, found.organizationId);
        const place = await placeOfCover(ctx, found);
        const { state } = found.internal;
        const isNews = place && state === 'open' && toolsOf(found).length > 0;
        const request = isNews ? await tellingChats(ctx, found) : found;
        // Its next state is told.
        if (!request) continue;
        if (place) {
          const { userId } = request.wire;
          const { acceptedBy } = request.internal;
          const asked = state === 'open' ? await askedFor(ctx, request) : [];
          const ids = [userId.toLowerCase(), ...(acceptedBy ? [acceptedBy] : []), ...asked];
          const people = await loadRecipients(ctx, ids);
          const deliveries = coverNotes(request, place, asked, people).flatMap(({ to, ...note }) =>
            notesTo(to.recipient, note, channels),
          );
          const notices = coverInChats(request, place, people).flatMap(noticesToTools);
          await sender.enqueue([...deliveries, ...notices]);
        }
        await done(ctx, request, 'tell');
      }
    },
  };
}

/** Who is told what about the state that a request is in. Pure. */
function coverNotes(
  { id, organizationId, teamId, wire, internal }: CoverRequest,
  place: CoverPlace,
  asked: readonly string[],
  people: ReadonlyMap<string, NamedRecipient>,
): (PersonalNote & { to: NamedRecipient })[] {
  const owner = people.get(wire.userId.toLowerCase());
  const taker = internal.acceptedBy === null ? undefined : people.get(internal.acceptedBy);
  const { state, changedAt } = internal;
  const note = (
    to: NamedRecipient | undefined,
    title: Sentence,
    body: readonly Sentence[],
    more: Pick<PersonalNote, 'until' | 'asks'> = {},
  ) =>
    to
      ? [
          {
            to,
            organizationId,
            teamId,
            at: new Date(changedAt),
            key: `cover ${id} ${state}`,
            title,
            body: say('inOrder', { said: [...body] }),
            ...more,
          },
        ]
      : [];
  const times = (to: NamedRecipient | undefined, time: { start: string; end: string }) => {
    const zone = zoneOf(to) ?? place.timeZoneId;
    const moment = (at: string) => zonedMoment(Date.parse(at), zone);
    return { place: place.displayName, start: moment(time.start), end: moment(time.end) };
  };
  const gives = wire.gives ?? [];
  const ownerName = personIn(people, wire.userId.toLowerCase());
  const takerName = personIn(people, internal.acceptedBy ?? '');
  switch (state) {
    case 'open':
      return asked.flatMap((userId) => {
        const to = people.get(userId);
        const said = [
          say('coverAsked', { name: ownerName, ...times(to, wire) }),
          ...gives.map((time) => say('coverGives', { name: ownerName, ...times(to, time) })),
          ...(wire.message
            ? [say('coverMessage', { name: ownerName, message: wire.message })]
            : []),
        ];
        return note(to, say('coverAskedTitle', { name: ownerName }), said, {
          until: new Date(wire.expiresAt ?? wire.end),
          asks: { coverRequestId: id, text: say('coverAnswer') },
        });
      });
    case 'accepted':
      return [
        ...note(owner, say('coverAcceptedTitle', { name: takerName }), [
          say('coverAccepted', { name: takerName, ...times(owner, wire) }),
          ...gives.map((time) => say('coverTaken', { name: takerName, ...times(owner, time) })),
        ]),
        ...note(taker, say('coverTakenTitle', { name: ownerName }), [
          say('coverTaken', { name: ownerName, ...times(taker, wire) }),
          ...gives.map((time) => say('coverAccepted', { name: ownerName, ...times(taker, time) })),
        ]),
      ];
    case 'declined':
      return note(owner, say('coverFailedTitle'), [say('coverDeclined', times(owner, wire))]);
    case 'expired':
      return note(owner, say('coverFailedTitle'), [say('coverExpired', times(owner, wire))]);
    case 'withdrawn':
      // Nobody was on call otherwise for one that was never accepted.
      if (!taker) return [];
      if (internal.refused) {
        const why = internal.refused;
        return [owner, taker].flatMap((to) =>
          note(to, say('coverRefusedTitle', { name: ownerName }), [
            say('coverNotMade', { ...times(to, wire), why }),
          ]),
        );
      }
      return [owner, taker].flatMap((to) =>
        note(to, say('coverWithdrawnTitle', { name: ownerName }), [
          say('coverWithdrawn', { name: ownerName, ...times(to, wire) }),
          ...gives.map((time) => say('coverWithdrawn', { name: takerName, ...times(to, time) })),
        ]),
      );
  }
}

function zoneOf(person: NamedRecipient | undefined): string | null {
  return person?.timeZoneId ?? null;
}
