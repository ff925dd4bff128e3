import {
  type IncidentDocument,
  type Severity,
  type Status,
  severities,
  statuses,
} from './model.ts';
import { readersOf } from './readers.ts';

/**
 * Decides where lists show an incident, and to whom: two small numbers, a short text and its readers that are stored
 * with it. A filter by status, severity, acknowledgement, archive and snooze then says which of a few numbers an
 * incident may have, and for each of them an index has the incidents in order: no list passes over those that it does
 * not show. Every write stores them (`writes.ts`).
 */
export type Listing = Required<
  Pick<IncidentDocument, 'urgency' | 'listClass' | 'sortTitle' | 'readers'>
>;

const openWeight = 10;
const unattendedWeight = 5;

/** A title may be as long as a book; an index keeps the order of what is short. */
const sortedCharacters = 100;

const archivedBit = 1;
const snoozedBit = 2;
const touchedBit = 4;

type Listed = Parameters<typeof readersOf>[0] &
  Pick<
    IncidentDocument,
    'title' | 'status' | 'severity' | 'unattended' | 'isArchived' | 'snoozed' | 'lastInteractionAt'
  >;

/** Open before resolved, then unattended ones, then by severity. */
function urgencyOf(status: Status, unattended: boolean, severity: Severity): number {
  const open = status === 'Open' ? openWeight : 0;
  return open + (unattended ? unattendedWeight : 0) + severities.indexOf(severity);
}

export function listingOf(incident: Listed): Listing {
  const { title, status, severity, unattended, isArchived, snoozed, lastInteractionAt } = incident;
  return {
    urgency: urgencyOf(status, unattended, severity),
    listClass:
      (isArchived ? archivedBit : 0) +
      // A snooze hides what is open. What is over is nobody's to wait for, however it slept.
      (snoozed && status === 'Open' ? snoozedBit : 0) +
      (lastInteractionAt ? touchedBit : 0),
    sortTitle: title.slice(0, sortedCharacters).toWellFormed(),
    readers: readersOf(incident),
  };
}

/** Open incidents have this urgency or more; others have less. */
export const leastOpenUrgency = openWeight;

export interface UrgencyFilter {
  statuses?: readonly Status[] | undefined;
  severities?: readonly Severity[] | undefined;
  unattended?: boolean | undefined;
}

/** The urgencies of incidents that pass, from the least to the greatest. */
export function urgenciesOf(filter: UrgencyFilter = {}): number[] {
  const flags = filter.unattended === undefined ? [false, true] : [filter.unattended];
  const found = (filter.statuses ?? statuses).flatMap((status) =>
    flags.flatMap((unattended) =>
      (filter.severities ?? severities).map((severity) => urgencyOf(status, unattended, severity)),
    ),
  );
  return [...new Set(found)].sort((a, b) => a - b);
}

export interface ListClassFilter {
  isArchived?: boolean | undefined;
  /** Snoozed and open. */
  isSnoozed?: boolean | undefined;
  isTouched?: boolean | undefined;
}

/** The list classes of incidents that pass. */
export function listClassesOf({
  isArchived,
  isSnoozed,
  isTouched,
}: ListClassFilter = {}): number[] {
  const passes = (listClass: number, bit: number, wanted: boolean | undefined) =>
    wanted === undefined || ((listClass & bit) !== 0) === wanted;
  return [0, 1, 2, 3, 4, 5, 6, 7].filter(
    (listClass) =>
      passes(listClass, archivedBit, isArchived) &&
      passes(listClass, snoozedBit, isSnoozed) &&
      passes(listClass, touchedBit, isTouched),
  );
}

/**
 * Incidents of any list class, in the words of the indexes of lists, where class and urgency come before the time: a
 * query that leaves one of them open reads all that the fields before it have.
 */
export function inListIndex(filter: UrgencyFilter = {}) {
  return { listClass: { $in: listClassesOf() }, urgency: { $in: urgenciesOf(filter) } };
}
