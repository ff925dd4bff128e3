import { type ChannelName, channelNames, registry } from '../channels/index.ts';
import { type User, userKind } from '../identity/index.ts';
import type { Severity } from '../incidents/index.ts';
import { integrationKind } from '../integrations/index.ts';
import { channelSettings } from '../notifications/index.ts';
import { escalationsKind, policyKind } from '../on-call/index.ts';
import type { ResourceKind } from '../resources/index.ts';
import { type Sentence, say, zonedMoment } from '../sentences/index.ts';
import { silenceKind } from '../silences/index.ts';
import { type ConfigurationChange, itemsOf, type Snapshot } from '../stage/index.ts';
import { teamKind, teamMembershipKind } from '../teams/index.ts';
import type { GuaranteeWire } from './guarantee-kind.ts';
import { assignment, resource } from './mending-code.ts';
import type { ObjectOfPlay } from './objects-of-play.ts';
import type { Time } from './time-classes.ts';

/** One thing that could be set up otherwise. */
export interface Mending {
  text: Sentence;
  change: ConfigurationChange;
  /** As Terraform has it; null where it is nothing that one writes. */
  code: string | null;
}

/** One thing to try, with the most minutes that it may leave as they are. */
export interface Candidate {
  minutesMax: number;
  mending(minutes: number): Mending;
}

/** An incident that breaks a guarantee. */
export interface MendingQuestion {
  snapshot: Snapshot;
  told: GuaranteeWire['told'];
  severity: Severity;
  /** Whose integration opens it. */
  teamId: string;
  /** What decided about it. */
  objects: readonly ObjectOfPlay[];
  /** The time around it in which the guarantee breaks. */
  hole: Time;
}

/** Of many people or steps, the first ones. */
const eachMax = 4;

/**
 * What is tried, each by itself, from what ends the trouble where it begins to what tells others instead: no silence,
 * no switch, a contact that is confirmed, a channel of a person, less waiting in tiers and steps, one more person on
 * call, and one more step. Pure.
 */
export function candidatesFor(question: MendingQuestion): Candidate[] {
  return [
    ...withoutSilence(question),
    ...withoutSwitch(question),
    ...withConfirmedContacts(question),
    ...withChannels(question),
    ...withSoonerTiers(question),
    ...withSoonerSteps(question),
    ...withDuty(question),
    ...withFurtherStep(question),
  ];
}

function found<Wire, Internal>(
  { snapshot, objects }: MendingQuestion,
  kind: ResourceKind<Wire, Internal>,
  entityType = kind.entityType,
) {
  const ids = new Set(objects.filter((one) => one.entityType === entityType).map(({ id }) => id));
  return itemsOf(snapshot, kind).filter(({ id }) => ids.has(id));
}

function fixed(mending: Mending): Candidate {
  return { minutesMax: 0, mending: () => mending };
}

function withoutSilence(question: MendingQuestion): Candidate[] {
  return found(question, silenceKind).map(({ id, wire: { displayName: name } }) =>
    fixed({
      text: say('mendSilence', { name }),
      change: { action: 'delete', entityType: silenceKind.entityType, id, wire: null },
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
          code: assignment(member, false),
        }),
      ),
  );
}

function withConfirmedContacts(question: MendingQuestion): Candidate[] {
  return found(question, userKind)
    .filter(
      ({ wire, internal }) => wire.phoneNumber !== null && internal.phoneNumberConfirmed === null,
    )
    .slice(0, eachMax)
    .map((user) =>
      // Written by anybody else, a number counts as confirmed.
      fixed({
        text: say('mendConfirmed', { person: nameOf(user) }),
        change: replaced(userKind, user.id, user.wire),
        code: null,
      }),
    );
}

function withChannels(question: MendingQuestion): Candidate[] {
  const { snapshot, told, severity } = question;
  const wanted = told.channels?.length ? told.channels : channelNames;
  const usable = wanted.filter((channel) => snapshot.facts.channels[channel].missing === null);
  return found(question, userKind)
    .slice(0, eachMax)
    .flatMap((user) => usable.flatMap((channel) => withChannel(user, channel, severity)));
}

/** Nothing where the person is told by it at once. */
function withChannel(user: User, channel: ChannelName, severity: Severity): Candidate[] {
  const settings = user.wire.incidentNotificationSettings ?? null;
  const { members } = registry[channel];
  const { isOn, severities, delayMinutes } = channelSettings(settings, channel);
  const isTold = isOn && severities.includes(severity);
  if (isTold && delayMinutes === 0) return [];
  const entityType = 'UserIncidentNotificationSettings';
  return [
    {
      minutesMax: isTold ? delayMinutes - 1 : 60,
      mending(minutes) {
        const changed = {
          ...(isOn ? {} : { [members.isOn]: true }),
          ...(severities.includes(severity)
            ? {}
            : { [members.severities]: [...severities, severity] }),
          ...(delayMinutes === minutes ? {} : { [members.delayMinutes]: minutes }),
        };
        const wire = { ...(settings ?? defaultSettings()), ...changed };
        return {
          text:
            minutes === 0
              ? say('mendChannelAtOnce', { person: nameOf(user), channel })
              : say('mendChannel', { person: nameOf(user), channel, minutes }),
          change: { action: 'replace', entityType, id: user.id, wire },
          code: Object.entries(changed)
            .map(([member, value]) => assignment(member, value))
            .join('\n'),
        };
      },
    },
  ];
}

/** What holds for people who have set nothing, written out. */
function defaultSettings(): Record<string, unknown> {
  return Object.fromEntries(
    channelNames.flatMap((channel) => {
      const { members } = registry[channel];
      const { isOn, delayMinutes, severities, disabledIntents } = channelSettings(null, channel);
      return [
        [members.isOn, isOn],
        [members.delayMinutes, delayMinutes],
        [members.severities, severities],
        [members.disabledIntents, disabledIntents],
      ];
    }),
  );
}

function withSoonerTiers(question: MendingQuestion): Candidate[] {
  const { told } = question;
  return found(question, escalationsKind).flatMap(({ id, wire }) => {
    const tiers = wire.escalationTiers;
    const team = teamName(question, id);
    return tiers.slice(0, -1).flatMap((tier, index): Candidate[] => {
      const isOn = tier.autoEscalationEnabled === true;
      const present = tier.autoEscalationAfterMinutes ?? 0;
      if (isOn && present === 0) return [];
      return [
        {
          minutesMax: isOn ? present - 1 : told.withinMinutes,
          mending(minutes) {
            const changed = {
              ...(isOn ? {} : { autoEscalationEnabled: true }),
              autoEscalationAfterMinutes: minutes,
            };
            const escalationTiers = tiers.with(index, { ...tier, ...changed });
            return {
              text: say('mendTier', { tier: index + 1, team, minutes }),
              change: replaced(escalationsKind, id, { ...wire, escalationTiers }),
              code: Object.entries(changed)
                .map(([member, value]) => assignment(`escalationTiers[${index}].${member}`, value))
                .join('\n'),
            };
          },
        },
      ];
    });
  });
}

function withSoonerSteps(question: MendingQuestion): Candidate[] {
  return found(question, policyKind).flatMap(({ id, wire }) =>
    wire.steps.flatMap((step, index): Candidate[] => {
      const present = step.afterMinutes ?? 0;
      if (present === 0) return [];
      return [
        {
          minutesMax: present - 1,
          mending: (minutes) => ({
            text: say('mendStep', { step: index + 1, policy: wire.displayName, minutes }),
            change: replaced(policyKind, id, {
              ...wire,
              steps: wire.steps.with(index, { ...step, afterMinutes: minutes }),
            }),
            code: assignment(`steps[${index}].afterMinutes`, minutes),
          }),
        },
      ];
    }),
  );
}

/** Longer ahead, somebody plans it rather than standing in. */
const dutyMilliseconds = 14 * 86_400_000;

/** People of the team, on call as well in its first tier, or in the schedules of its policy, as long as it breaks. */
function withDuty(question: MendingQuestion): Candidate[] {
  const { hole, snapshot } = question;
  const start = new Date(Math.floor(hole.start / 60_000) * 60_000);
  const last = Math.min(hole.end, hole.start + dutyMilliseconds);
  const end = new Date(Math.ceil(last / 60_000) * 60_000);
  const team = (teamId: string) => itemsOf(snapshot, teamKind).find(({ id }) => id === teamId);
  const ofTiers = found(question, escalationsKind).map(({ id }) => ({
    teamId: id,
    place: { teamId: id, escalationTier: 1 },
  }));
  const ofSchedules = found(question, policyKind).flatMap(({ wire }) =>
    scheduleIdsOf(wire).map((scheduleId) => ({
      teamId: wire.teamId.toLowerCase(),
      place: { scheduleId },
    })),
  );
  return [...ofTiers, ...ofSchedules].flatMap(({ teamId, place }) => {
    const zone = team(teamId)?.wire.timeZoneId ?? 'UTC';
    return membersOf(question, teamId).map((user) => {
      const duty = {
        ...{ userId: user.id, type: 'online', ...place },
        ...{ start: wholeMinute(start), end: wholeMinute(end) },
      };
      return fixed({
        text: say('mendDuty', {
          person: nameOf(user),
          team: teamName(question, teamId),
          start: zonedMoment(start.getTime(), zone),
          end: zonedMoment(end.getTime(), zone),
        }),
        change: { action: 'create', entityType: 'OnCallOverride', id: 'new:mending', wire: duty },
        code: resource('tocsin_on_call_override', 'stands_in', duty),
      });
    });
  });
}

/** Without the milliseconds, which are none. */
function wholeMinute(instant: Date): string {
  return instant.toISOString().replace('.000Z', 'Z');
}

function scheduleIdsOf({
  steps,
}: {
  steps: readonly { targets?: readonly { scheduleId?: string | null }[] | null }[];
}): string[] {
  const ids = steps.flatMap(({ targets }) =>
    (targets ?? []).flatMap(({ scheduleId }) => scheduleId?.toLowerCase() ?? []),
  );
  return [...new Set(ids)].slice(0, eachMax);
}

/** One that comes with the last one of the policy and tells administrators of its team, or else all members. */
function withFurtherStep(question: MendingQuestion): Candidate[] {
  const { told } = question;
  return found(question, policyKind).flatMap(({ id, wire }) =>
    (['administrators', 'members'] as const).map((pick): Candidate => {
      const teamId = wire.teamId.toLowerCase();
      const team = teamName(question, teamId);
      return {
        minutesMax: told.withinMinutes,
        mending(minutes) {
          const step = { afterMinutes: minutes, targets: [{ teamId, pick }] };
          return {
            text: say(pick === 'members' ? 'mendWithMembers' : 'mendWithAdministrators', {
              ...{ policy: wire.displayName, team, minutes },
            }),
            change: replaced(policyKind, id, { ...wire, steps: [...wire.steps, step] }),
            code: assignment(`steps[${wire.steps.length}]`, step),
          };
        },
      };
    }),
  );
}

function membersOf(question: MendingQuestion, teamId: string): User[] {
  const { snapshot } = question;
  const ids = new Set(
    itemsOf(snapshot, teamMembershipKind)
      .filter(({ wire }) => wire.teamId.toLowerCase() === teamId)
      .flatMap(({ wire }) => wire.userId?.toLowerCase() ?? []),
  );
  return itemsOf(snapshot, userKind)
    .filter(({ id }) => ids.has(id))
    .slice(0, eachMax);
}

function replaced(
  { entityType }: { entityType: string },
  id: string,
  wire: object,
): ConfigurationChange {
  return { action: 'replace', entityType, id, wire: { ...wire } };
}

function teamName({ snapshot }: MendingQuestion, teamId: string): string {
  return itemsOf(snapshot, teamKind).find(({ id }) => id === teamId)?.wire.displayName ?? '';
}

function nameOf({ wire }: User): string {
  return wire.displayName ?? wire.email;
}
