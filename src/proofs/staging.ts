import { nextWindow, type RecurringWindow } from '../calendar/index.ts';
import type { Severity } from '../incidents/index.ts';
import {
  type Integration,
  integrationKind,
  maintenanceWindowKind,
  mappingKind,
} from '../integrations/index.ts';
import { possibleSeverities } from '../mapping/index.ts';
import { isToolLane } from '../notifications/index.ts';
import { escalationsKind, namedBy, policyKind, scheduleKind } from '../on-call/index.ts';
import type { Sentence } from '../sentences/index.ts';
import { isSilentAt, type ShadowRun, shadowRunKind } from '../shadow/index.ts';
import { silenceKind } from '../silences/index.ts';
import {
  type Fault,
  itemsOf,
  openIncident,
  openStage,
  ruledOn,
  rulesWithoutObjects,
  runIncident,
  type Setup,
  type Snapshot,
  type Stage,
  type Trace,
  wasRuledAgain,
} from '../stage/index.ts';
import { suppressionRuleKind } from '../suppression/index.ts';
import type { GuaranteeFault } from './guarantee-kind.ts';
import type { Witness } from './incident-classes.ts';
import { lateSeconds } from './late.ts';
import { type ObjectOfPlay, wholeObject } from './objects-of-play.ts';
import type { Beginning, StagedSource } from './staged-source.ts';
import type { Chances, Excuse, Played } from './verdict.ts';

/** The result of an incident on the stage. */
export interface StagedPlay extends Played {
  /** Null: nothing opened. */
  trace: Trace | null;
  /** Why nothing opened. */
  reason: Sentence | null;
}

/** The same in every proof: only keys of messages are made of it. */
const incidentId = '000000000000000000000001';

/** An organization as it is set up, and how the incidents of each of its integrations are played. Pure. */
export function staging(snapshot: Snapshot): { setup: Setup; sources: StagedSource<StagedPlay>[] } {
  const stage = openStage(snapshot);
  const integrations: readonly Integration[] = itemsOf(snapshot, integrationKind);
  const setup: Setup = {
    organizationId: snapshot.organizationId,
    facts: stage.facts,
    silences: stage.silences,
    suppressionRules: itemsOf(snapshot, suppressionRuleKind),
    shadowRuns: itemsOf(snapshot, shadowRunKind),
    calendars: stage.calendars,
  };
  const windows = Map.groupBy(itemsOf(snapshot, maintenanceWindowKind), ({ wire }) =>
    wire.integrationId.toLowerCase(),
  );
  const mappings = new Map(itemsOf(snapshot, mappingKind).map(({ id, wire }) => [id, wire]));
  const keepers = (id: string) => ({ windows: windows.get(id) ?? [], runs: setup.shadowRuns });
  return {
    setup,
    sources: integrations.flatMap((one) => {
      const own = mappings.get(one.id);
      const severities = own ? possibleSeverities(own.attributesMapping) : null;
      return sourceOf(stage, one, severities, keepers(one.id)) ?? [];
    }),
  };
}

/** Objects, beside silences, that can keep people from being told of the incidents of an integration. */
interface Keepers {
  windows: readonly { id: string; wire: RecurringWindow }[];
  runs: readonly ShadowRun[];
}

function keptFrom(
  { windows, runs }: Keepers,
  at: number,
  {
    silenceId,
    isMuted,
    teamIds,
  }: { silenceId: string | null; isMuted: boolean; teamIds: readonly string[] | null },
): ObjectOfPlay[] {
  const isActive = ({ wire }: Keepers['windows'][number]) => {
    const now = nextWindow(wire, at);
    return now !== null && now.start <= at;
  };
  const silent = runs.filter(
    (run) =>
      isSilentAt(run, new Date(at)) &&
      run.wire.teamIds.some((id) => teamIds?.includes(id.toLowerCase())),
  );
  return [
    ...(silenceId ? [wholeObject(silenceKind, silenceId)] : []),
    ...(isMuted ? windows.filter(isActive) : []).map(({ id }) =>
      wholeObject(maintenanceWindowKind, id),
    ),
    ...silent.map(({ id }) => wholeObject(shadowRunKind, id)),
  ];
}

function followedBy({ facts }: Stage, integrationId: string, teamId: string): ObjectOfPlay[] {
  const chosen = facts.policies.chosen(integrationId)?.policyId;
  const policyId = chosen ?? facts.teams.get(teamId)?.defaultPolicy?.id;
  return [policyId ? wholeObject(policyKind, policyId) : wholeObject(escalationsKind, teamId)];
}

function schedulesOf({ facts }: Stage, policyId: string, step: number): ObjectOfPlay[] {
  const taken = facts.policies.policy(policyId)?.plan.steps[step - 1];
  if (!taken) return [];
  return namedBy({ steps: [taken] }).scheduleIds.map((id) =>
    wholeObject(scheduleKind, id.toLowerCase()),
  );
}

function sourceOf(
  stage: Stage,
  { id }: Integration,
  severities: readonly Severity[] | null,
  keepers: Keepers,
): StagedSource<StagedPlay> | null {
  const intake = stage.intake(id);
  // Nobody sends incidents that a call opens.
  if (!intake || stage.facts.integrations.get(id)?.isPhoneNumber) return null;
  return {
    ...intake,
    play: (witness, at, until, chances, fault) =>
      played(stage, intake, witness, { at, until, chances, fault, keepers }),
    severities,
    follows: followedBy(stage, id, intake.teamId.toLowerCase()),
    schedulesOf: (policyId, step) => schedulesOf(stage, policyId, step),
    neverFire: () => rulesWithoutObjects(stage, [intake.teamId.toLowerCase()]),
    begin: (witness, at) => begun(stage, intake, witness, at),
  };
}

type Intake = NonNullable<ReturnType<Stage['intake']>>;

interface Moment {
  at: number;
  until: number;
  chances: Chances;
  fault: GuaranteeFault | null;
  keepers: Keepers;
}

function played(
  stage: Stage,
  intake: Intake,
  witness: Witness,
  { at, until, chances, fault, keepers }: Moment,
): StagedPlay {
  const { integrationId } = intake;
  const opening = openIncident(stage, { integrationId, ...witness }, new Date(at), incidentId);
  const { incident } = opening;
  if (!incident) {
    const { reason, silenceId } = opening;
    const isMuted = silenceId === null;
    const keptBy = keptFrom(keepers, at, { silenceId, isMuted, teamIds: null });
    const excuse = reason.code === 'silenceOpensNothing' ? 'Silence' : windowExcuse(intake, at);
    return { looks: [], told: [], excuse, turns: [], isCut: false, trace: null, reason, keptBy };
  }
  const turns = new AskedTurns(chances.turns);
  const trace = runIncident({
    stage,
    incident,
    at: new Date(at),
    until: new Date(until),
    faults: faultsOf(fault),
    lateOf: (due) => chances.late.get(due) ?? 0,
    turns,
  });
  const excuse = incident.silencedBy
    ? 'Silence'
    : incident.isMuted
      ? windowExcuse(intake, at)
      : null;
  return {
    looks: trace.lookedAt,
    told: toldNominally(trace),
    excuse,
    turns: [...turns.asked],
    isCut: trace.isCut,
    trace,
    reason: null,
    keptBy: keptFrom(keepers, at, {
      silenceId: incident.silencedBy?.id ?? null,
      isMuted: incident.isMuted,
      teamIds: incident.isShadow ? incident.teamIds.map((id) => id.toLowerCase()) : null,
    }),
  };
}

/** Members of an incident that only rules read, or nobody. The integration's data is in the key in place of its id. */
const unseen: ReadonlySet<string> = new Set([
  ...['_id', 'title', 'attributes', 'integrationId', 'correlationId', 'sortTitle', 'fired'],
  // Teams and people that are in the incident, too.
  'readers',
  ...['openKeys', 'groupKey', 'groupingKey', 'subIncidents', 'events'],
]);

function begun(
  stage: Stage,
  intake: Intake,
  witness: Witness,
  at: number,
): Beginning<StagedPlay> | null {
  const { organizationId, facts } = stage;
  const organization = facts.organizations.get(organizationId);
  const { integrationId } = intake;
  const alert = { integrationId, ...witness };
  const { incident, reason } = openIncident(stage, alert, new Date(at), incidentId);
  const excuse = windowExcuse(intake, at);
  if (!incident) {
    const isSilenced = reason.code === 'silenceOpensNothing';
    const key = `nothing opens ${isSilenced ? 'Silence' : excuse}`;
    return { key, teamIds: [], policyIds: [], wasRuledAgain: () => false };
  }
  const ruled = ruledOn(stage, incident, new Date(at));
  const { snoozed, silencedBy, hold, alerting, teamIds, serviceIds = [] } = ruled;
  const waits = snoozed || silencedBy || hold || alerting?.delayed?.length || organization?.waits;
  if (waits) return null;
  const chosen = [integrationId, ...serviceIds].flatMap(
    (id) => facts.policies.chosen(id.toLowerCase())?.policyId ?? [],
  );
  const policyIds = [...chosen, ...(alerting?.policies ?? []).map(({ policyId }) => policyId)];
  const events = ruled.events.map(({ id: _, by, message: _message, ...event }) => ({
    ...event,
    by: by?.kind,
  }));
  const around = {
    excuse: ruled.isMuted ? excuse : null,
    happened: events,
    problems: ruled.subIncidents?.length,
    integration: facts.integrations.get(integrationId),
    chosen,
    affects: organization?.effects(ruled).map(({ service, at }) => [service.id, at]),
  };
  return {
    key: JSON.stringify([withoutTime(ruled, at), withoutTime(around, at)]),
    teamIds: teamIds.map((id) => id.toLowerCase()),
    policyIds: policyIds.map((id) => id.toLowerCase()),
    wasRuledAgain: ({ trace }) => trace !== null && wasRuledAgain(stage, incident, ruled, trace),
  };
}

/** A value with how long after an instant its dates are, and without what is not seen. */
function withoutTime(value: unknown, at: number): unknown {
  if (value instanceof Date) return value.getTime() - at;
  if (Array.isArray(value)) return value.map((item) => withoutTime(item, at));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !unseen.has(name))
      .map(([name, item]) => [name, withoutTime(item, at)]),
  );
}

/** Maintenance, or being muted, is excused by a window that has an end; by a switch it is not. */
function windowExcuse({ windows, isMuted, isInMaintenance }: Intake, at: number): Excuse | null {
  if (isMuted || isInMaintenance) return null;
  const ends = windows.some((window) => {
    const now = nextWindow(window, at);
    return now !== null && now.start <= at && Number.isFinite(now.end);
  });
  return ends ? 'MaintenanceWindow' : null;
}

function faultsOf(fault: GuaranteeFault | null): Fault[] {
  switch (fault?.fault) {
    case 'CarrierDown':
    case 'CarrierRefuses':
      return [{ fault: fault.fault, carrier: fault.carrier ?? null }];
    case 'ChannelDown':
      return fault.channel ? [{ fault: 'ChannelDown', channel: fault.channel }] : [];
    // That somebody notices nothing changes nothing: nobody acknowledges.
    default:
      return [];
  }
}

/** Whom messages were handed out for, and when each was due: that looks are late is of no account for a deadline. */
function toldNominally({ messages }: Trace): Played['told'] {
  return messages.flatMap(({ ownerId: userId, lane, sentAt, dueAt }) => {
    if (sentAt === null || isToolLane(lane)) return [];
    const late = sentAt.getTime() - dueAt.getTime();
    const isOnTime = late >= 0 && late <= 2 * lateSeconds * 1000;
    return { userId, channel: lane, at: (isOnTime ? dueAt : sentAt).getTime() };
  });
}

/** Turns, and which of them were asked for. */
class AskedTurns extends Map<string, number> {
  readonly asked = new Set<string>();

  override get(key: string): number | undefined {
    this.asked.add(key);
    return super.get(key);
  }
}
