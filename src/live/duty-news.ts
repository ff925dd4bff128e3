import { changedSince, lastSequence } from '../audit/index.ts';
import { userKind } from '../identity/index.ts';
import type { World } from '../kernel/index.ts';
import {
  coverRequestKind,
  escalationsKind,
  overrideKind,
  policyKind,
  scheduleKind,
  temporaryScheduleKind,
} from '../on-call/index.ts';
import { personCalendarKind } from '../person-calendars/index.ts';
import { shadowRunKind } from '../shadow/index.ts';
import { teamKind, teamMembershipKind } from '../teams/index.ts';

/** Kinds that decide who is on call, and whether they are told. */
const kinds = [
  ...[teamKind, teamMembershipKind, escalationsKind, userKind],
  ...[overrideKind, scheduleKind, temporaryScheduleKind, policyKind, personCalendarKind],
  // Cover requests show on the same pages.
  coverRequestKind,
  shadowRunKind,
].map(({ entityType }) => entityType);
/** Per look; the next look continues behind them. */
const entriesMax = 1_000;

/**
 * Whether who is on call may have changed since the last look, whoever changed it: every change is in the audit log,
 * a moment after it was made.
 */
export class DutyNews {
  readonly #world: World;
  readonly #organizationId: string;
  #sequence: number | undefined;

  constructor(world: World, organizationId: string) {
    this.#world = world;
    this.#organizationId = organizationId;
  }

  async look(): Promise<boolean> {
    if (this.#sequence === undefined) {
      this.#sequence = await lastSequence(this.#world, this.#organizationId);
      return false;
    }
    const found = await changedSince(this.#world, this.#organizationId, this.#sequence, entriesMax);
    this.#sequence = found.at(-1)?.sequence ?? this.#sequence;
    return found.some(({ entityType }) => kinds.includes(entityType));
  }
}
