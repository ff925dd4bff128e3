import { personName, userKind } from '../../identity/index.ts';
import {
  overrideKind,
  policyKind,
  scheduleKind,
  temporaryScheduleKind,
} from '../../on-call/index.ts';
import { say, zonedMoment } from '../../sentences/index.ts';
import { itemsOf } from '../../stage/index.ts';
import { type Candidate, eachMax, type MendingQuestion } from './candidate.ts';
import { scheduleIdsOf } from './duty.ts';
import { fixed, found, withMember, withoutMembers } from './members.ts';
import { teamZone } from './names.ts';

/** Overrides and days by hand of the time not there, and layers that are in force for longer. */
export function ofSchedules(question: MendingQuestion): Candidate[] {
  const ids = new Set(found(question, policyKind).flatMap(({ wire }) => scheduleIdsOf(wire)));
  const schedules = itemsOf(question.snapshot, scheduleKind).filter(({ id }) => ids.has(id));
  return [
    ...withoutOverrides(question, ids),
    ...withoutDaysByHand(question, ids),
    ...schedules.flatMap(({ id, wire }) => {
      const of = { entityType: scheduleKind.entityType, id, wire, displayName: wire.displayName };
      return [
        ...(wire.onLeave === 'gap' ? withMember(of, 'onLeave', 'passOn') : []),
        ...wire.layers.slice(0, eachMax).flatMap((_, index) =>
          withoutMembers(
            of,
            layerMembers.map((member) => `layers[${index}].${member}`),
          ),
        ),
      ];
    }),
  ];
}

const layerMembers = ['endsAt', 'startsAt', 'onHolidays', 'hours', 'recurrence'];

function withoutOverrides(
  question: MendingQuestion,
  scheduleIds: ReadonlySet<string>,
): Candidate[] {
  const { snapshot, hole, objects } = question;
  const { entityType } = overrideKind;
  const people = new Map(
    itemsOf(snapshot, userKind).map((user) => [user.id, personName(user.wire)]),
  );
  const teamIds = new Set(objects.filter((one) => one.entityType === 'Team').map(({ id }) => id));
  const [zone = 'UTC'] = [...teamIds].map((id) => teamZone(question, id));
  return itemsOf(snapshot, overrideKind)
    .filter(({ wire: { scheduleId, teamId, start, end } }) => {
      const isOfSchedule = scheduleId && scheduleIds.has(scheduleId.toLowerCase());
      const isOfTeam = !scheduleId && (!teamId || teamIds.has(teamId.toLowerCase()));
      const isThen =
        (!start || Date.parse(start) < hole.end) && (!end || Date.parse(end) > hole.start);
      return (isOfSchedule || isOfTeam) && isThen;
    })
    .slice(0, eachMax)
    .map(({ id, wire: { userId, start } }) => {
      const person = people.get(userId.toLowerCase()) ?? '';
      return fixed({
        text: start
          ? say('mendOverride', { person, start: zonedMoment(Date.parse(start), zone) })
          : say('mendOverrideAlways', { person }),
        change: { action: 'delete', entityType, id, wire: null },
        member: null,
        code: null,
      });
    });
}

function withoutDaysByHand(
  { snapshot, hole }: MendingQuestion,
  scheduleIds: ReadonlySet<string>,
): Candidate[] {
  const { entityType } = temporaryScheduleKind;
  const schedules = new Map(itemsOf(snapshot, scheduleKind).map(({ id, wire }) => [id, wire]));
  return itemsOf(snapshot, temporaryScheduleKind)
    .filter(
      ({ wire: { scheduleId, start, end } }) =>
        scheduleIds.has(scheduleId.toLowerCase()) &&
        Date.parse(start) < hole.end &&
        Date.parse(end) > hole.start,
    )
    .slice(0, eachMax)
    .map(({ id, wire }) => {
      const of = schedules.get(wire.scheduleId.toLowerCase());
      const start = zonedMoment(Date.parse(wire.start), of?.timeZoneId ?? 'UTC');
      return fixed({
        text: say('mendTemporary', { schedule: of?.displayName ?? '', start }),
        change: { action: 'delete', entityType, id, wire: null },
        member: null,
        code: null,
      });
    });
}
