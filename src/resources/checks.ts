import {
  isTimeZone,
  type Recurrence,
  type RecurringWindow,
  recurrenceMistake,
} from '../calendar/index.ts';
import { AppError, addressList, type Ctx, invalidField } from '../kernel/index.ts';
import { say } from '../sentences/index.ts';
import type { ResourceKind } from './kind.ts';
import { resourceExists } from './read-resources.ts';

/** 400 unless the organization has the object that `field` refers to. */
export async function demandReference<Wire, Internal>(
  ctx: Ctx,
  kind: ResourceKind<Wire, Internal>,
  field: string,
  id: string,
): Promise<void> {
  if (!(await resourceExists(ctx, kind, id)))
    throw invalidField(field, say('noSuchObject', { what: kind.entityType, id }));
}

/** 400 for a time zone that this server's zone database does not have. */
export function demandTimeZone(field: string, timeZoneId: unknown): void {
  if (typeof timeZoneId === 'string' && !isTimeZone(timeZoneId))
    throw invalidField(field, say('timeZoneUnknown', { timeZone: timeZoneId }));
}

/** 400 for a date and time that fits the form but not the calendar, such as month 13. */
export function demandDateTime(field: string, value: unknown): void {
  if (typeof value === 'string' && Number.isNaN(Date.parse(value)))
    throw invalidField(field, say('notInCalendar', { value }));
}

/**
 * 400 for times that are none of the calendar, and for an end before its start; `at` is the path of the object that has
 * them.
 */
export function demandInterval(
  { start, end }: Pick<RecurringWindow, 'start' | 'end'>,
  at = '',
): void {
  demandDateTime(`${at}start`, start);
  demandDateTime(`${at}end`, end);
  if (start && end && Date.parse(end) < Date.parse(start))
    throw invalidField(`${at}end`, say('endBeforeStart'));
}

/** 400 for times as `demandInterval` refuses them, and for recurrences that name no time. */
export function demandWindow(window: RecurringWindow, at = ''): void {
  demandInterval(window, at);
  for (const [place, recurrence] of (window.recurrences ?? []).entries())
    demandRecurrence(`${at}recurrences[${place}]`, recurrence);
}

/** 400 for a recurrence that names no time. */
export function demandRecurrence(field: string, recurrence: Recurrence): void {
  demandTimeZone(`${field}.timeZoneId`, recurrence.timeZoneId);
  const mistake = recurrenceMistake(recurrence);
  if (mistake === 'startUnknown') throw invalidField(`${field}.startsAt`, say('noSuchTime'));
  if (mistake !== null) throw invalidField(`${field}.rule`, say(mistakes[mistake]));
}

const mistakes = {
  notARule: 'ruleOfCalendarMalformed',
  partUnknown: 'ruleOfCalendarPartUnknown',
  partTwice: 'ruleOfCalendarPartTwice',
  partUnfit: 'ruleOfCalendarPartUnfit',
  namesNothing: 'ruleOfCalendarNamesNothing',
} as const;

/** A window of which tools are told when it begins and ends. */
export interface ToldWindow {
  noticeOutboundIntegrationIds?: readonly string[] | null | undefined;
}

/** The value of `lookup.notices`, which finds windows that tools are told of. */
export function noticesOf(windows: readonly ToldWindow[]): 'set' | null {
  return windows.some((one) => one.noticeOutboundIntegrationIds?.length) ? 'set' : null;
}

/** 400 for a list of addresses and CIDR ranges that is not valid or is empty: null means no filter. */
export function demandAddressList(field: string, value: unknown): void {
  if (typeof value !== 'string') return;
  if (value.replaceAll(',', '').trim() === '') throw invalidField(field, say('addressListEmpty'));
  try {
    addressList(value);
  } catch (error) {
    const reason = error instanceof AppError ? error.said.detail : undefined;
    throw reason ? invalidField(field, reason) : error;
  }
}

/** 400 for a secret of blanks only: no sender could ever match it. */
export function demandSecret(field: string, value: unknown): void {
  if (typeof value === 'string' && value.trim() === '')
    throw invalidField(field, say('secretInvisible'));
}

/** 400 for a URL with a user name or password in it: readers and the audit log show URLs. */
export function demandNoCredentials(field: string, url: unknown, instead: readonly string[]): void {
  if (typeof url !== 'string') return;
  const { username = '', password = '' } = URL.parse(url) ?? {};
  if (username !== '' || password !== '')
    throw invalidField(field, say('credentialsInUrl', { instead }));
}
