import type { Ledger, Source } from '../../model/ledger.ts';
import { referenceAt, type Shape, viewed } from './viewed.ts';

/*
 * Answers of Jira Service Management's operations in the form of Opsgenie's API: both are one product with two APIs, by
 * https://developer.atlassian.com/cloud/jira/service-desk-ops/rest/v2/intro and the pages of its groups. Reading a
 * value of a view reads the value behind it, so that the ledger knows.
 */

const kinds: Readonly<
  Record<string, readonly [kind: string, shape: (source: Source) => Source][]>
> = {
  schedules: [
    ['schedules', (one) => viewed(one, { at: { ownerTeam: () => referenceAt(one, 'teamId') } })],
  ],
  'schedule-overrides': [['schedule-overrides', overrideOf]],
  escalations: [['escalations', escalationOf]],
  'team-routing-rules': [['team-routing-rules', routingRuleOf]],
  'forwarding-rules': [
    [
      'forwarding-rules',
      (one) =>
        viewed(one, {
          at: {
            fromUser: () => referenceAt(one, 'fromUserId'),
            toUser: () => referenceAt(one, 'toUserId'),
          },
        }),
    ],
  ],
  'integration-details': [['integration-details', integrationOf]],
  'alert-policies': [['alert-policies', same]],
  'alert-policy-details': [['alert-policy-details', alertPolicyOf]],
  'team-alert-policies': [['team-alert-policies', same]],
  'team-alert-policy-details': [['team-alert-policy-details', alertPolicyOf]],
  'notification-policies': [['notification-policies', same]],
  'notification-policy-details': [['notification-policy-details', notificationPolicyOf]],
  heartbeats: [
    [
      'heartbeats',
      (one) => viewed(one, { at: { ownerTeam: () => referenceAt(one, 'ownerTeamId') } }),
    ],
  ],
  services: [['services', (one) => viewed(one, { at: { ownerTeam: () => null } })]],
};

/** The ledger by the kinds that are read of Opsgenie. */
export function asOpsgenie(ledger: Ledger, people: readonly Source[]): Ledger {
  const known = new Map<string, readonly Source[]>();
  const allOf = (kind: string): readonly Source[] => {
    if (kind === 'user-details') return people;
    if (kind === 'team-details') return teamsOf(ledger);
    if (kind === 'integration-actions') return actionsOf(ledger);
    if (kind === 'maintenance-details') return maintenanceOf(ledger);
    return (kinds[kind] ?? []).flatMap(([from, shape]) => ledger.all(from).map(shape));
  };
  return {
    ...ledger,
    all(kind) {
      // Objects are told from each other by identity.
      const sources = known.get(kind) ?? allOf(kind);
      known.set(kind, sources);
      return sources;
    },
    isReadable: (kind) =>
      kind === 'team-details'
        ? ledger.isReadable('teams')
        : (kinds[kind] ?? []).every(([from]) => ledger.isReadable(from)),
  };
}

/** With their members, where these are known. */
function teamsOf(ledger: Ledger): Source[] {
  const byTeam = Map.groupBy(ledger.all('team-members'), ({ of }) => of[0]);
  return ledger.all('teams').map((source) => {
    const id = idOf(source);
    const members = () => (byTeam.get(id) ?? []).map(memberOf);
    const team = viewed(source, {
      text: { id: () => source.text('teamId'), name: () => source.text('teamName') },
      list: { members },
    });
    return { ...team, of: [id] };
  });
}

function memberOf(source: Source): Source {
  return viewed(source, {
    at: { user: () => referenceAt(source, 'accountId') },
    text: { role: () => 'user' },
  });
}

function same(source: Source): Source {
  return source;
}

function idOf(source: Source): string {
  return source.key.slice(source.key.lastIndexOf(':') + 1);
}

function overrideOf(source: Source): Source {
  const rotations = () =>
    source
      .texts('rotationIds')
      .map((id) => viewed(source, { text: { id: () => id, name: () => null } }));
  return viewed(source, {
    at: { user: () => source.at('responder') },
    list: { rotations },
  });
}

/** Lists of a team's escalations do not say whose they are. */
function escalationOf(source: Source): Source {
  const [team = ''] = source.of;
  const owner = viewed(source, {
    text: { id: () => team, name: () => null, username: () => null },
  });
  const ruleOf = (rule: Source) => viewed(rule, { at: { delay: () => delayOf(rule) } });
  const delayOf = (rule: Source) =>
    viewed(rule, {
      number: { timeAmount: () => rule.number('delay') },
      text: { timeUnit: () => 'minutes' },
    });
  return viewed(source, {
    at: { ownerTeam: () => owner },
    list: { rules: () => source.list('rules').map(ruleOf) },
  });
}

/** The pages show the flag as a text. */
function routingRuleOf(source: Source): Source {
  const isDefault = () => source.flag('isDefault') ?? source.text('isDefault') === 'true';
  return viewed(source, { flag: { isDefault } });
}

function integrationOf(source: Source): Source {
  const properties = () => source.at('typeSpecificProperties');
  const integration = viewed(source, {
    text: { emailUsername: () => properties()?.text('emailUsername') ?? null },
    flag: {
      suppressNotifications: () => properties()?.flag('suppressNotifications') ?? null,
      isAdvanced: () => source.flag('advanced'),
    },
    at: { ownerTeam: () => referenceAt(source, 'teamId') },
  });
  return {
    ...integration,
    say(level, text, member) {
      const at = member === 'emailUsername' ? properties() : null;
      (at ?? source).say(level, text, member);
    },
  };
}

function alertPolicyOf(source: Source): Source {
  const inverted = (member: string) => () => {
    const keeps = source.flag(member);
    return keeps === null ? null : !keeps;
  };
  return viewed(source, {
    // `description` is that of the policy itself; the one that it gives to alerts has another name.
    text: { description: () => null, priority: () => priorityOf(source), ...zoneIn(source) },
    flag: {
      ignoreOriginalTags: inverted('keepOriginalTags'),
    },
    at: { timeRestriction: () => restrictionOf(source) },
  });
}

function priorityOf(source: Source): string | null {
  return source.flag('updatePriority') === false ? null : source.text('priorityValue');
}

function notificationPolicyOf(source: Source): Source {
  const lasting = (action: Source) =>
    viewed(action, {
      at: {
        duration: () =>
          viewed(action, {
            number: { timeAmount: () => action.number('waitDuration') },
            text: { timeUnit: () => action.text('durationFormat') },
          }),
      },
    });
  const withDuration =
    (member: string, more: (action: Source) => Shape = () => ({})) =>
    () => {
      const action = source.at(member);
      return action && viewed(lasting(action), more(action));
    };
  return viewed(source, {
    text: zoneIn(source),
    at: {
      timeRestriction: () => restrictionOf(source),
      autoRestartAction: withDuration('autoRestartAction'),
      autoCloseAction: withDuration('autoCloseAction'),
      deduplicationAction: withDuration('deduplicationAction', (action) => ({
        text: { deduplicationActionType: () => hyphenated(action.text('deduplicationActionType')) },
        number: { count: () => countOf(action) },
      })),
      delayAction: withDuration('delayAction', (action) => ({
        text: { delayOption: () => delayOptionOf(action) },
        number: {
          untilHour: () => action.at('delayTime')?.number('hours') ?? null,
          untilMinute: () => action.at('delayTime')?.number('minutes') ?? null,
        },
      })),
    },
  });
}

/** The provider of Terraform has another name for it than the pages. */
function delayOptionOf(action: Source): string | null {
  const option = action.text('delayOption');
  return option === 'forMinutes' ? 'for-duration' : hyphenated(option);
}

/** Each type has its own number; the other one may be there, too, and says nothing then. */
function countOf(action: Source): number | null {
  const [byTime, byValue] = [action.number('frequency'), action.number('countValueLimit')];
  return action.text('deduplicationActionType') === 'valueBased'
    ? byValue || byTime
    : byTime || byValue;
}

/** `valueBased` as `value-based`. */
function hyphenated(name: string | null): string | null {
  return name?.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`) ?? null;
}

/** Without days; which number is which day no page says. */
function restrictionOf(source: Source): Source | null {
  const restriction = source.at('timeRestriction');
  if (!restriction || restriction.flag('enabled') === false) return null;
  const parts = restriction.list('timeRestrictions');
  const hasDays = parts.some((part) => part.number('startDay') !== null);
  const part = (one: Source) =>
    viewed(one, {
      number: {
        startMin: () => one.number('startMinute'),
        endMin: () => one.number('endMinute'),
      },
    });
  return viewed(restriction, {
    text: { type: () => (hasDays ? 'days by number' : 'time-of-day') },
    at: { restriction: () => null },
    list: { restrictions: () => parts.map(part) },
  });
}

/** As `Europe/Berlin` in `(GMT+01:00) Europe/Berlin CET`. */
function zoneIn(source: Source): Shape['text'] & object {
  const named = () => source.at('timeRestriction')?.text('appliedTimeZone') ?? null;
  return { timezone: () => /[A-Z]\w+(?:\/[\w+-]+)+|\bUTC\b/.exec(named() ?? '')?.[0] ?? null };
}

/** Whether the list of all has those of teams no page says. */
function maintenanceOf(ledger: Ledger): Source[] {
  const all = ledger.all('maintenances');
  const ids = new Set(all.map((one) => one.text('id')));
  const further = ledger.all('team-maintenances').filter((one) => {
    const isKnown = ids.has(one.text('id'));
    if (isKnown) one.say('lost', 'The same is in maintenances.');
    return !isKnown;
  });
  return [...all, ...further].map((source) =>
    viewed(source, {
      at: { time: () => viewed(source, { text: { type: () => 'schedule' } }) },
    }),
  );
}

/** One object per integration, with its actions grouped by kind. */
function actionsOf(ledger: Ledger): Source[] {
  const places = new Map(
    ledger
      .all('integration-actions')
      .map((one, place) => [[one.of[0], one.text('id')].join(' '), place] as const),
  );
  const incoming = ledger.all('integration-action-details').filter(isIncoming);
  return [...Map.groupBy(incoming, ({ of }) => of[0] ?? '')].flatMap(([id, own]): Source[] => {
    const [first] = own;
    if (!first) return [];
    const actions = own.map((one) => ({
      kind: one.text('type'),
      source: actionOf(one, places.get(one.of.join(' ')) ?? 0),
    }));
    return [
      {
        ...first,
        key: `${first.key.split(':')[0]}:integration-actions:${id}`,
        of: [id],
        members: () => [],
        list: (kind) => actions.flatMap((one) => (one.kind === kind ? one.source : [])),
        // One line for each of them.
        say: (level, text) => {
          for (const one of own) one.say(level, text);
        },
      },
    ];
  });
}

/** Others tell other tools of alerts. */
function isIncoming(action: Source): boolean {
  const isOff = action.flag('enabled') === false;
  const isIncoming = action.text('direction') !== 'outgoing';
  if (!isIncoming)
    action.say('behaviour', 'Tells another tool of alerts: set up an outbound integration here.');
  else if (isOff) action.say('lost', 'Switched off there, so it is left out.');
  return isIncoming && !isOff;
}

function actionOf(source: Source, order: number): Source {
  const mapped = () => source.at('fieldMappings');
  const texts = ['alias', 'message', 'description', 'entity', 'source', 'user', 'note', 'priority'];
  // Its name is of use where a rule is made of it.
  source.text('name');
  const action = viewed(source, {
    number: { order: () => order },
    text: Object.fromEntries(texts.map((name) => [name, () => mapped()?.text(name) ?? null])),
    at: { extraProperties: () => mapped()?.at('extraProperties') ?? null },
    list: { responders: () => mapped()?.list('responders') ?? [] },
  });
  return {
    ...action,
    texts: (member) => (member === 'tags' ? (mapped()?.texts(member) ?? []) : source.texts(member)),
    say(level, text, member) {
      const isMapped = member !== undefined && mapped()?.members().includes(member);
      if (isMapped) mapped()?.say(level, text, member);
      else source.say(level, text, member);
    },
  };
}
