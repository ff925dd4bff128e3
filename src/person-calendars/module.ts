import type { Module } from '../kernel/index.ts';
import { leavesWithOrganization } from '../resources/index.ts';
import { personCalendarKind } from './calendar-kind.ts';
import { calendarReadingModel } from './model.ts';

export const personCalendars = {
  name: 'person-calendars',
  kinds: [personCalendarKind],
  models: [calendarReadingModel],
  removeWith: leavesWithOrganization(calendarReadingModel),
} satisfies Module;
