import { type UserSummary, usersById } from '../../../identity/index.ts';
import { integrationKind } from '../../../integrations/index.ts';
import { policyKind } from '../../../on-call/index.ts';
import { type JudgedDifference, shadowReport } from '../../../reports/index.ts';
import {
  demandTeamEdit,
  displayNames,
  getResource,
  listResources,
} from '../../../resources/index.ts';
import { routingKind } from '../../../routing/index.ts';
import { answered } from '../../../sentences/index.ts';
import {
  type Cause,
  type Decider,
  isSilentAt,
  logStates,
  type ShadowRun,
  type Side,
  shadowRunKind,
} from '../../../shadow/index.ts';
import { teamKind } from '../../../teams/index.ts';
import type { ApiCaller } from '../caller.ts';
import { type Answer, type Handlers, ok } from '../handlers.ts';
import { resourceOperations } from '../resource-operations.ts';

type Report = Answer<'getShadowReport'>;
type View = Report['differences'][number];

/** As the document has them. */
const differencesMax = 200;
const tellingsMax = 200;
const causesMax = 100;
const rulesMax = 200;
const decidersMax = 50;

export const shadowRunOperations = {
  ...resourceOperations({
    kind: shadowRunKind,
    name: 'ShadowRun',
    list: 'ShadowRuns',
    items: 'shadowRuns',
    async derivedMembers(caller: ApiCaller, runs: readonly ShadowRun[]) {
      const now = caller.clock.now();
      const stateOf = await logStates(caller, runs);
      return (run) => {
        const { readAt, readUntil, failingSince, problem } = stateOf(run.id);
        return {
          isSilent: isSilentAt(run, now),
          readAt: readAt?.toISOString() ?? null,
          readUntil: readUntil?.toISOString() ?? null,
          failingSince: failingSince?.toISOString() ?? null,
          ...answered('problem', problem),
        };
      };
    },
  }),
  getShadowReport: async (caller, { params, query }) => {
    const run = await getResource(caller, shadowRunKind, params.id);
    // Incidents and people of all its teams are in it.
    demandTeamEdit(caller, null);
    const { From: from, Until: until } = query;
    const { differences, causes, ...report } = await shadowReport(caller, run, {
      from: from === undefined ? undefined : new Date(from),
      until: until === undefined ? undefined : new Date(until),
    });
    const shown = differences.slice(0, differencesMax);
    const people = shown.flatMap(({ ours, theirs, userId }) => [
      userId,
      ...[ours, theirs].flatMap((side) => side?.told.map((one) => one.userId) ?? []),
    ]);
    const users = await usersById(caller, [...new Set(people.filter((id) => id !== null))]);
    const nameOf = await namesOfDeciders(
      caller,
      shown.flatMap(({ ours }) => ours?.decidedBy ?? []),
    );
    const kinds = Map.groupBy(differences, kindOf);
    return ok<Report>({
      ...report,
      from: report.from.toISOString(),
      until: report.until.toISOString(),
      counts: [...kinds].map(([kind, all]) => ({ kind, count: all.length })),
      causes: await causesView(caller, causes.slice(0, causesMax)),
      differences: shown.map((one) => differenceView(one, users, nameOf)),
      hasMore: differences.length > shown.length,
    });
  },
} satisfies Handlers;

/** Causes as people call them: rules that are gone are left out. */
async function causesView(
  caller: ApiCaller,
  causes: readonly { cause: Cause; count: number }[],
): Promise<Report['causes']> {
  if (causes.length === 0) return [];
  const ids = causes.flatMap(({ cause }) => cause.integrationId ?? []);
  const integrations = await displayNames(caller, integrationKind, [...new Set(ids)]);
  const { items: routings } = await listResources(caller, routingKind);
  const rules = new Map(
    routings.flatMap(({ id, wire }) =>
      wire.rules.map((rule) => [`${id}:${rule.id}`, rule.displayName ?? wire.displayName]),
    ),
  );
  return causes.map(({ cause, count }) => {
    const id = cause.integrationId;
    const displayName = id === null ? undefined : integrations.get(id);
    return {
      integration: id === null || displayName === undefined ? null : { id, displayName },
      rules: cause.rules.flatMap((key) => rules.get(key) ?? []).slice(0, rulesMax),
      count,
    };
  });
}

/** The names of the objects that decided; a deleted one has no name. */
async function namesOfDeciders(
  caller: ApiCaller,
  deciders: readonly Decider[],
): Promise<(one: Decider) => string | undefined> {
  const idsOf = (type: Decider['entityType']) => [
    ...new Set(deciders.flatMap(({ entityType, id }) => (entityType === type ? [id] : []))),
  ];
  const known = {
    InboundIntegration: await displayNames(caller, integrationKind, idsOf('InboundIntegration')),
    Routing: await displayNames(caller, routingKind, idsOf('Routing')),
    EscalationPolicy: await displayNames(caller, policyKind, idsOf('EscalationPolicy')),
    // Tiers have the id of their team, and its name.
    TeamEscalations: await displayNames(caller, teamKind, idsOf('TeamEscalations')),
  };
  return ({ entityType, id }) => known[entityType].get(id);
}

function kindOf({ kind, explained }: JudgedDifference): View['kind'] {
  return explained === null ? kind : 'Explained';
}

function differenceView(
  difference: JudgedDifference,
  users: ReadonlyMap<string, UserSummary>,
  nameOf: (one: Decider) => string | undefined,
): View {
  const { explained, ours, theirs, title, openedAt, userId, oursAt, theirsAt } = difference;
  return {
    kind: kindOf(difference),
    explained,
    incidentId: ours?.id ?? null,
    title,
    openedAt: openedAt.toISOString(),
    user: userView(userId, users),
    oursAt: oursAt?.toISOString() ?? null,
    theirsAt: theirsAt?.toISOString() ?? null,
    decidedBy: (ours?.decidedBy ?? [])
      .flatMap((one) => {
        const displayName = nameOf(one);
        return displayName === undefined ? [] : [{ ...one, displayName }];
      })
      .slice(0, decidersMax),
    ours: tellingsView(ours, users),
    theirs: tellingsView(theirs, users),
  };
}

function tellingsView(side: Side | null, users: ReadonlyMap<string, UserSummary>): View['ours'] {
  return (side?.told ?? [])
    .toSorted((one, other) => Number(one.at) - Number(other.at))
    .slice(0, tellingsMax)
    .map(({ at, userId, channel }) => ({
      at: at.toISOString(),
      user: userView(userId, users),
      channel,
    }));
}

function userView(id: string | null, users: ReadonlyMap<string, UserSummary>): View['user'] {
  const user = id === null ? undefined : users.get(id);
  return user ? { ...user, avatarUrl: null } : null;
}
