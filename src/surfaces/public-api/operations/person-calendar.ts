import {
  calendarStates,
  type PersonCalendar,
  personCalendarKind,
} from '../../../person-calendars/index.ts';
import { getResource } from '../../../resources/index.ts';
import { answered } from '../../../sentences/index.ts';
import { type ApiCaller, actingFor } from '../caller.ts';
import { type Handlers, okObject } from '../handlers.ts';
import { resourceOperations, viewOf } from '../resource-operations.ts';

const definition = {
  kind: personCalendarKind,
  name: 'PersonCalendar',
  async derivedMembers(caller: ApiCaller, calendars: readonly PersonCalendar[]) {
    const stateOf = await calendarStates(caller, calendars);
    return ({ id }: PersonCalendar) => {
      const { readAt, failingSince, problem, events, ignored, upcoming } = stateOf(id);
      return {
        readAt: readAt?.toISOString() ?? null,
        failingSince: failingSince?.toISOString() ?? null,
        ...answered('problem', problem),
        eventCount: events,
        ignoredCount: ignored,
        upcoming: upcoming.map(({ start, end }) => ({
          start: new Date(start).toISOString(),
          end: new Date(end).toISOString(),
        })),
      };
    };
  },
} as const;
const view = viewOf(definition);

export const personCalendarOperations = {
  ...resourceOperations({
    ...definition,
    list: 'PersonCalendars',
    items: 'personCalendars',
    ownerOf: (calendar) => calendar.userId ?? '',
  }),
  refreshPersonCalendar: async (caller, { params }) => {
    const { wire } = await getResource(caller, personCalendarKind, params.id);
    const acting = actingFor(caller, wire.userId ?? '');
    const read = await caller.dependencies.personCalendars.refresh(acting, params.id);
    return okObject(read, await view(acting, read));
  },
} satisfies Handlers;
