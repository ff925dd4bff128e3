import type { components } from '../contract/index.ts';
import { invalidField } from '../kernel/index.ts';
import { byLookup, byTeam, defineKind, type Resource, wireShapes } from '../resources/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import { demandTeam } from '../teams/index.ts';

export type PersonCalendarWire = Required<components['schemas']['PersonCalendarInput']>;

export type PersonCalendar = Resource<PersonCalendarWire>;

/** Calendars that are kept elsewhere. Everybody sees that they are there; where they are is a secret. */
export const personCalendarKind = defineKind<PersonCalendarWire>({
  entityType: 'PersonCalendar',
  noun: 'person-calendar',
  collection: 'person_calendars',
  shape: wireShapes.PersonCalendar,
  displayNameOf: ({ displayName }) => displayName,
  lookupOf: ({ userId, kind }) => ({ userId, kind }),
  personOf: ({ userId }) => userId,
  sharedWithin: 'organization',
  filters: { UserId: byLookup('userId'), TeamId: byTeam },
  teamOf: (ctx, { teamId }) => (teamId === null ? null : demandTeam(ctx, teamId)),
  prepare(_ctx, wire) {
    demandSense(wire);
    return { wire, internal: {} };
  },
  removedWith: {
    // Calendars that code manages are left to the code, which may be about to name another team or user.
    Team: (id) => ({ teamId: id, provisioned: false }),
    User: (id) => ({ 'lookup.userId': id, provisioned: false }),
  },
  indexes: [
    // Finds the leave of people.
    [{ organizationId: 1, 'lookup.userId': 1 }],
    // Finds what was made or changed since it was looked for.
    [{ updatedAt: 1 }],
  ],
});

/** 400 for settings that would be accepted and not work. */
function demandSense({ kind, userId, teamId, url, text, counts, title }: PersonCalendarWire): void {
  const demand = (isRight: boolean, member: string, sentence: Sentence) => {
    if (!isRight) throw invalidField(member, sentence);
  };
  if (kind === 'leave') {
    demand(userId !== null, 'userId', say('leaveNeedsUser'));
    demand(teamId === null, 'teamId', say('leaveHasNoTeam'));
  } else demand(userId === null, 'userId', say('holidaysHaveNoUser'));
  demand((url === null) !== (text === null), 'url', say('calendarUrlOrText'));
  demand(url === null || isAddress(url), 'url', say('calendarAddressUnusable'));
  const isByTitle = counts === 'titleContains';
  demand(!isByTitle || title !== null, 'title', say('titleNeeded'));
  demand(isByTitle || title === null, 'title', say('titleUnused'));
}

function isAddress(url: string): boolean {
  return /^(?:https?|webcal):/i.test(url) && URL.canParse(url);
}
