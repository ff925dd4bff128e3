import { type NamedRecipient, personIn, type ToolNotice } from '../notifications/index.ts';
import type { CoverPlace, CoverRequest } from '../on-call/index.ts';
import { say, zonedMoment } from '../sentences/index.ts';

/** The tools that a request names. */
export function toolsOf({ wire }: CoverRequest): readonly string[] {
  return wire.noticeOutboundIntegrationIds ?? [];
}

const placesInTime = { open: 0, accepted: 1, declined: 1, expired: 1, withdrawn: 2 } as const;

/**
 * The notices of a cover request for tools: that somebody asks, and how it ended if they heard of the request. Pure.
 */
export function coverInChats(
  request: CoverRequest,
  place: CoverPlace,
  people: ReadonlyMap<string, NamedRecipient>,
): ToolNotice[] {
  const { id, organizationId, teamId, wire, internal, createdAt } = request;
  const { chats, changedAt } = internal;
  const outboundIntegrationIds = toolsOf(request);
  if (outboundIntegrationIds.length === 0 || chats === undefined) return [];
  const notice = (state: keyof typeof placesInTime): ToolNotice => {
    const at = state === 'open' ? createdAt : new Date(changedAt);
    const { scheduleId, tier, userId, start, end, kind, gives, message, expiresAt } = wire;
    const asked = { scheduleId, teamId: wire.teamId, tier, userId, start, end, kind, gives };
    const acceptedBy = state === 'open' ? null : internal.acceptedBy;
    return {
      ...{ organizationId, teamId, outboundIntegrationIds, at },
      ...wordsInChats(request, state, place, people),
      json: {
        type: `cover.${state === 'open' ? 'asked' : state}`,
        timestamp: at.toISOString(),
        data: { coverRequest: { id, ...asked, message, expiresAt, state, acceptedBy } },
      },
      page: { path: '/on-call', text: say('coverOnCallPage') },
      key: `cover ${id} ${state}`,
      about: `cover ${id}`,
      place: placesInTime[state],
    };
  };
  const { state } = internal;
  if (state === 'open') return [notice('open')];
  // A crash may have come before the first one was stored; its id is the same again.
  return [...(chats === 'telling' ? [notice('open')] : []), notice(state)];
}

function wordsInChats(
  { wire, internal }: CoverRequest,
  state: keyof typeof placesInTime,
  place: CoverPlace,
  people: ReadonlyMap<string, NamedRecipient>,
): Pick<ToolNotice, 'title' | 'said'> {
  const nameOf = (userId: string) => personIn(people, userId.toLowerCase());
  const moment = (at: string) => zonedMoment(Date.parse(at), place.timeZoneId);
  const timesOf = ({ start, end }: { start: string; end: string }) => ({
    ...{ place: place.displayName, start: moment(start), end: moment(end) },
  });
  const name = nameOf(wire.userId);
  const times = timesOf(wire);
  const taker = nameOf(internal.acceptedBy ?? '');
  const gives = (wire.gives ?? []).map(timesOf);
  switch (state) {
    case 'open':
      return {
        title: say('coverAskedInChatTitle', { name }),
        said: [
          say('coverAsked', { name, ...times }),
          ...gives.map((time) => say('coverGives', { name, ...time })),
          ...(wire.message ? [say('coverMessage', { name, message: wire.message })] : []),
          ...(wire.askedUserIds
            ? [say('coverAskedNames', { names: wire.askedUserIds.map(nameOf) })]
            : []),
        ],
      };
    case 'accepted':
      return {
        title: say('coverTakenInChatTitle', { name, taker }),
        said: [
          say('coverTakenInChat', { name, taker, ...times }),
          ...gives.map((time) => say('coverTakenInChat', { name: taker, taker: name, ...time })),
        ],
      };
    case 'declined':
    case 'expired':
      return {
        title: say('coverFailedInChatTitle', { name }),
        said: [
          say(state === 'declined' ? 'coverDeclinedInChat' : 'coverExpiredInChat', {
            ...{ name, ...times },
          }),
        ],
      };
    case 'withdrawn':
      if (internal.acceptedBy === null)
        return {
          title: say('coverTakenBackTitle', { name }),
          said: [say('coverTakenBack', { name, ...times })],
        };
      if (internal.refused)
        return {
          title: say('coverRefusedTitle', { name }),
          said: [say('coverNotMade', { ...times, why: internal.refused })],
        };
      return {
        title: say('coverWithdrawnTitle', { name }),
        said: [
          say('coverWithdrawn', { name, ...times }),
          ...gives.map((time) => say('coverWithdrawn', { name: taker, ...time })),
        ],
      };
  }
}
