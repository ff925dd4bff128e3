import {
  type Integration,
  integrationKind,
  maintenanceWindowKind,
} from '../../integrations/index.ts';
import { say } from '../../sentences/index.ts';
import { shadowRunKind } from '../../shadow/index.ts';
import { silenceKind } from '../../silences/index.ts';
import { assignment, itemsOf } from '../../stage/index.ts';
import { suppressionRuleKind } from '../../suppression/index.ts';
import type { Candidate, MendingQuestion } from './candidate.ts';
import { fixed, found, mendingOfMember, withMember, withoutMembers } from './members.ts';
import { replaced } from './names.ts';

/** Changes to settings that keep an incident from opening, from being told of, or from being told of at once. */
export function ofIntake(question: MendingQuestion): Candidate[] {
  return [
    ...withoutSilence(question),
    ...withoutWindow(question),
    ...withoutSwitch(question),
    ...found(question, shadowRunKind).flatMap((run) =>
      withMember({ ...named(run), entityType: shadowRunKind.entityType }, 'state', 'Live'),
    ),
    ...found(question, integrationKind).flatMap(withoutDelay),
    ...found(question, suppressionRuleKind).flatMap((rule) =>
      withMember({ ...named(rule), entityType: suppressionRuleKind.entityType }, 'waitSeconds', 0),
    ),
  ];
}

function named<Wire extends { displayName: string }>({ id, wire }: { id: string; wire: Wire }) {
  return { id, wire, displayName: wire.displayName };
}

function withoutSilence(question: MendingQuestion): Candidate[] {
  return found(question, silenceKind).map(({ id, wire: { displayName: name } }) =>
    fixed({
      text: say('mendSilence', { name }),
      change: { action: 'delete', entityType: silenceKind.entityType, id, wire: null },
      member: null,
      code: null,
    }),
  );
}

function withoutWindow(question: MendingQuestion): Candidate[] {
  const { entityType } = maintenanceWindowKind;
  const integrations = new Map(
    itemsOf(question.snapshot, integrationKind).map(({ id, wire }) => [id, wire.displayName]),
  );
  return found(question, maintenanceWindowKind).map(({ id, wire }) =>
    fixed({
      text: say('mendWindow', {
        integration: integrations.get(wire.integrationId.toLowerCase()) ?? '',
      }),
      change: { action: 'delete', entityType, id, wire: null },
      member: null,
      code: null,
    }),
  );
}

function withoutSwitch(question: MendingQuestion): Candidate[] {
  return found(question, integrationKind).flatMap(({ id, wire }) =>
    (['isMuted', 'isInMaintenance'] as const)
      .filter((member) => wire[member])
      .map((member) =>
        fixed({
          text: say(member === 'isMuted' ? 'mendMuted' : 'mendMaintenance', {
            integration: wire.displayName,
          }),
          change: replaced(integrationKind, id, { ...wire, [member]: false }),
          member,
          code: assignment(member, false),
        }),
      ),
  );
}

/** Holds, snoozing, urgency and the policy of the integration; of a pause, the longest that is short enough. */
function withoutDelay(integration: Integration): Candidate[] {
  const of = { ...named(integration), entityType: integrationKind.entityType };
  const pause = integration.wire.holdSettings?.pauseMinutes ?? 0;
  const paused: Candidate = {
    minutesMax: pause - 1,
    mending: (minutes) =>
      minutes === 0
        ? mendingOfMember(of, 'holdSettings', null)
        : mendingOfMember(of, 'holdSettings.pauseMinutes', minutes),
  };
  return [
    ...(pause > 0 ? [paused] : withoutMembers(of, ['holdSettings'])),
    ...withoutMembers(of, ['snoozeSettings', 'urgencySettings', 'escalationPolicyId']),
  ];
}
