import type { components } from '../contract/index.ts';
import { AppError, asSystem, type Ctx, invalidField } from '../kernel/index.ts';
import {
  byLookup,
  byTeam,
  defineKind,
  demandDateTime,
  demandInterval,
  lookupInstant,
  type Resource,
  type ResourceKind,
  wireShapes,
} from '../resources/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import { demandTeam } from '../teams/index.ts';
import { removeOverridesOf } from './cover-overrides.ts';
import { type CoverTime, demandExchange, dutyOf, timesOfCover } from './exchange.ts';
import { demandSchedule } from './schedule-kind.ts';

/** Asked for a schedule or for a team; `expiresAt` is always there once it is stored. */
type CoverRequestWire = Required<components['schemas']['CoverRequestInput']>;

export type CoverState = components['schemas']['CoverRequest']['state'];

export interface CoverAnswer {
  userId: string;
  answer: 'accepted' | 'declined';
  at: string;
}

export interface CoverRequestInternal {
  state: CoverState;
  acceptedBy: string | null;
  acceptedAt: string | null;
  answers: readonly CoverAnswer[];
  /** When it came into this state. */
  changedAt: string;
  /** Why an accepted one could not be carried out, and ended; absent of all others. */
  refused?: Sentence;
  /** That tools hear of it; absent as long as they have not, and then they do not hear of its end either. */
  chats?: 'telling' | 'told';
  /** The work that is left to do for the state; both are safe to do twice. */
  todo: readonly ('overrides' | 'tell')[];
}

export type CoverRequest = Resource<CoverRequestWire, CoverRequestInternal>;

/**
 * Shifts that somebody asks others to take. Seen like the schedule or the tiers that they are about. Nobody replaces
 * one: it is asked, answered, taken back.
 */
export const coverRequestKind: ResourceKind<CoverRequestWire, CoverRequestInternal> = defineKind<
  CoverRequestWire,
  CoverRequestInternal
>({
  entityType: 'CoverRequest',
  noun: 'cover-request',
  collection: 'cover_requests',
  shape: wireShapes.CoverRequest,
  displayNameOf: () => null,
  sharedWithin: { having: 'scheduleId' },
  lookupOf: (
    { userId, scheduleId, askedUserIds, expiresAt, end, gives },
    { state, acceptedBy, todo },
  ) => ({
    userId,
    scheduleId: scheduleId ?? null,
    askedUserIds: askedUserIds ?? null,
    acceptedBy,
    state,
    // Ends by itself, so that few are looked at to find what is due.
    openUntil: state === 'open' && expiresAt ? lookupInstant(expiresAt) : null,
    overAt: lookupInstant(lastEnd(end, gives)),
    todo: todo.length > 0 ? [...todo] : null,
  }),
  personOf: ({ userId }) => userId,
  auditedOf: ({ state, acceptedBy }) => ({ state, acceptedBy }),
  filters: {
    ScheduleId: byLookup('scheduleId'),
    TeamId: byTeam,
    UserId: byLookup('userId'),
    AskedUserId: byLookup('askedUserIds'),
    State: byLookup('state'),
  },
  async teamOf(ctx, { teamId, scheduleId }) {
    if ((teamId === null) === (scheduleId === null))
      throw invalidField('teamId', say('shiftOfOne'));
    if (scheduleId) return (await demandSchedule(ctx, scheduleId)).teamId;
    return demandTeam(ctx, teamId ?? '');
  },
  async prepare(ctx, given) {
    const wire = { ...given, expiresAt: given.expiresAt ?? usualExpiry(ctx, given) };
    demandTerms(ctx, wire);
    await demandAsked(asSystem(ctx, 'see who has a shift'), wire);
    return {
      wire,
      internal: {
        state: 'open',
        acceptedBy: null,
        acceptedAt: null,
        answers: [],
        changedAt: ctx.clock.now().toISOString(),
        todo: ['tell'],
      },
    };
  },
  // An accepted one that goes with a person, a team or a schedule gives the shift back first.
  beforeRemove: (ctx, { id }) => removeOverridesOf(ctx, id),
  removedWith: {
    Team: (id) => ({ teamId: id }),
    OnCallSchedule: (id) => ({ 'lookup.scheduleId': id }),
    User: (id) => ({ $or: [{ 'lookup.userId': id }, { 'lookup.acceptedBy': id }] }),
  },
  indexes: [
    [{ organizationId: 1, 'lookup.scheduleId': 1 }, { sparse: true }],
    [{ organizationId: 1, 'lookup.userId': 1 }],
    [{ organizationId: 1, 'lookup.acceptedBy': 1 }, { sparse: true }],
    // Finds what is due and what is to be done, of all organizations.
    [{ 'lookup.openUntil': 1 }, { sparse: true }],
    [{ 'lookup.todo': 1 }, { sparse: true }],
    // Retention.
    [{ 'lookup.overAt': 1 }, { sparse: true }],
  ],
});

/** When all that changes hands is over. */
function lastEnd(end: string, gives: CoverRequestWire['gives']): Date {
  return new Date(Math.max(...[end, ...(gives ?? []).map((time) => time.end)].map(Date.parse)));
}

function usualExpiry({ clock }: Ctx, { start, end }: CoverRequestWire): string {
  return Date.parse(start) > clock.now().getTime() ? start : end;
}

/** 400 for times that cannot be asked for. */
function demandTerms(ctx: Ctx, wire: CoverRequestWire): void {
  const { start, end, kind, gives, expiresAt, scheduleId, tier, userId, askedUserIds } = wire;
  const now = ctx.clock.now().getTime();
  demandTime({ start, end }, '');
  if (Date.parse(end) <= now) throw invalidField('end', say('shiftOver'));
  if (scheduleId && (tier ?? null) !== null) throw invalidField('tier', say('overrideTiers'));
  if (kind === 'swap' && !gives) throw invalidField('gives', say('coverGivesNeeded'));
  if (kind !== 'swap' && gives) throw invalidField('gives', say('coverGivesNothing'));
  const seen: CoverTime[] = [{ start, end }];
  for (const [index, time] of (gives ?? []).entries()) {
    demandTime(time, `gives[${index}].`);
    if (Date.parse(time.start) <= now)
      throw invalidField(`gives[${index}].start`, say('shiftOver'));
    if (seen.some((other) => overlap(time, other)))
      throw invalidField(`gives[${index}]`, say('coverOverlap'));
    seen.push(time);
  }
  demandDateTime('expiresAt', expiresAt);
  const until = Date.parse(expiresAt ?? end);
  if (until <= now || until > Date.parse(end)) throw invalidField('expiresAt', say('coverExpiry'));
  if ((askedUserIds ?? []).some((id) => id.toLowerCase() === userId.toLowerCase()))
    throw invalidField('askedUserIds', say('coverAsksOwner'));
}

const daysMax = 366;

function demandTime(time: CoverTime, at: string): void {
  demandInterval(time, at);
  const length = Date.parse(time.end) - Date.parse(time.start);
  if (length <= 0) throw invalidField(`${at}end`, say('mustBeAfter', { start: `${at}start` }));
  if (length > daysMax * 86_400_000)
    throw invalidField(`${at}end`, say('mustBeWithinDays', { days: daysMax, start: `${at}start` }));
}

function overlap(one: CoverTime, other: CoverTime): boolean {
  return (
    Date.parse(one.start) < Date.parse(other.end) && Date.parse(other.start) < Date.parse(one.end)
  );
}

/** 400 where there is no such shift, nobody else to ask, or where the only one who is asked could not take it. */
async function demandAsked(ctx: Ctx, wire: CoverRequestWire): Promise<void> {
  const [shift] = timesOfCover(wire, '');
  if (shift) {
    const duty = await dutyOf(ctx, shift);
    duty.demandOn(shift.from);
    const isAlone = duty.everybody.every((userId) => userId === shift.from);
    if (!wire.askedUserIds && isAlone)
      throw invalidField('askedUserIds', say(wire.scheduleId ? 'coverAlone' : 'coverAloneInTeam'));
  }
  const [only, ...others] = wire.askedUserIds ?? [];
  if (only === undefined || others.length > 0) return;
  try {
    await demandExchange(ctx, wire, only);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw invalidField('askedUserIds', whyRefused(error));
  }
}

/** The sentence of the first member that was refused, else of the refusal itself. */
export function whyRefused({ said: { detail, fields } }: AppError): Sentence {
  return Object.values(fields ?? {}).flat()[0] ?? detail;
}
