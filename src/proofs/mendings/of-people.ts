import { type ChannelName, channelNames, registry } from '../../channels/index.ts';
import { type NotificationRules, notificationRulesKind } from '../../contacts/index.ts';
import { personName, type User, userKind } from '../../identity/index.ts';
import type { Severity } from '../../incidents/index.ts';
import { channelSettings } from '../../notifications/index.ts';
import { say } from '../../sentences/index.ts';
import { assignment } from '../../stage/index.ts';
import { type Candidate, eachMax, type MendingQuestion } from './candidate.ts';
import { fixed, found, mendingOfMember, withMember, withoutMembers } from './members.ts';
import { replaced } from './names.ts';

/** How those are reached who were to be told. */
export function ofPeople(question: MendingQuestion): Candidate[] {
  return [
    ...withConfirmedContacts(question),
    ...withNumbers(question),
    ...withChannels(question),
    ...withRules(question),
  ];
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
        text: say('mendConfirmed', { person: personName(user.wire) }),
        change: replaced(userKind, user.id, user.wire),
        member: 'phoneNumber',
        code: null,
      }),
    );
}

/** A number with a country code that nobody has: the change only needs some number. */
const anyNumber = '+9990000001';

function withNumbers(question: MendingQuestion): Candidate[] {
  return found(question, userKind)
    .filter(({ wire }) => wire.phoneNumber === null)
    .slice(0, eachMax)
    .map((user) =>
      fixed({
        text: say('mendNumber', { person: personName(user.wire) }),
        change: replaced(userKind, user.id, { ...user.wire, phoneNumber: anyNumber }),
        member: 'phoneNumber',
        code: null,
      }),
    );
}

function usableIn({ snapshot, told }: MendingQuestion): ChannelName[] {
  const wanted = told.channels?.length ? told.channels : channelNames;
  return wanted.filter((channel) => snapshot.facts.channels[channel].missing === null);
}

function withChannels(question: MendingQuestion): Candidate[] {
  const { severity } = question;
  const usable = usableIn(question);
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
              ? say('mendChannelAtOnce', { person: personName(user.wire), channel })
              : say('mendChannel', { person: personName(user.wire), channel, minutes }),
          change: { action: 'replace', entityType, id: user.id, wire },
          member: Object.keys(changed)[0] ?? null,
          code: Object.entries(changed)
            .map(([member, value]) => assignment(member, value))
            .join('\n'),
        };
      },
    },
  ];
}

/** The settings of people who have set nothing, written out. */
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

/** Rules of people that send too late, by other channels or nothing, and their quiet hours. */
function withRules(question: MendingQuestion): Candidate[] {
  const usable = usableIn(question);
  const people = new Map(found(question, userKind).map((user) => [user.id, user]));
  return found(question, notificationRulesKind)
    .slice(0, eachMax)
    .flatMap((rules) => {
      const user = people.get(rules.id);
      if (!user) return [];
      const { wire, id } = rules;
      const { entityType } = notificationRulesKind;
      const of = { entityType, id, wire, displayName: personName(user.wire) };
      const hours = wire.quietHours;
      return [
        ...(hours?.alsoCritical ? withMember(of, 'quietHours.alsoCritical', false) : []),
        ...withoutMembers(of, ['quietHours']),
        ...usable.flatMap((channel) => withStep(of, channel)),
      ];
    });
}

interface RulesOfPerson extends Pick<NotificationRules, 'id' | 'wire'> {
  entityType: string;
  displayName: string;
}

/** The first step of the channel sooner, in each rule; one more where a rule has none. */
function withStep(of: RulesOfPerson, channel: ChannelName): Candidate[] {
  const { rules, otherwise } = of.wire;
  const lists = [
    ...rules.map(({ steps }, index) => ({ path: `rules[${index}].steps`, steps })),
    ...(otherwise ? [{ path: 'otherwise', steps: otherwise }] : []),
  ];
  return lists.flatMap(({ path, steps }): Candidate[] => {
    const place = steps.findIndex((step) => step.channel === channel);
    const present = steps[place];
    if (present?.afterMinutes === 0) return [];
    const step = { channel, contactId: null, repeats: null, repeatsEveryMinutes: null };
    return [
      {
        minutesMax: present ? present.afterMinutes - 1 : 60,
        mending: (minutes) =>
          present
            ? mendingOfMember(of, `${path}[${place}].afterMinutes`, minutes)
            : mendingOfMember(of, path, [...steps, { ...step, afterMinutes: minutes }]),
      },
    ];
  });
}
