import type { IncidentDocument, Leader } from '../incidents/index.ts';
import { type ChannelReadiness, personIn } from '../notifications/index.ts';
import { administratorsOf, nextDutyAt, type PlannedTeam, rosterAt } from '../on-call/index.ts';
import type { OutboundIntegration } from '../outbound/index.ts';
import type { RuleSurroundings } from '../routing/index.ts';
import type { TeamsInShadow } from '../shadow/index.ts';
import type { UrgencySources } from '../urgency/index.ts';
import { chosenPoliciesOf, policySceneOf, type TeamPeople } from './policy-facts.ts';
import type { PolicyScene, Scene, TeamScene } from './scene.ts';
import { integrationOf, type SceneFacts, waitsFor } from './scene-facts.ts';
import type { Find } from './waits.ts';

/** The facts that decisions depend on beside the configuration: the time, and what happened to incidents. */
interface SceneMoment {
  now: Date;
  channels: ChannelReadiness;
  /** By organization. */
  inShadow: ReadonlyMap<string, TeamsInShadow>;
  /** The surroundings that rules may look at beside the incident, by the teams it has before they run. */
  surroundings(incident: IncidentDocument): Omit<RuleSurroundings, 'now'> | undefined;
  /** By incident, of those that are part of another one. */
  leaders: ReadonlyMap<string, Leader>;
  /** The open incidents for which others may wait, by organization. */
  open: ReadonlyMap<string, OpenOthers>;
  /** People to whom a message of this step went out. */
  reached(incidentId: string, step: string): readonly string[];
  /** The turn of a round robin; undefined if it has to be taken first. */
  turn(key: string): number | undefined;
}

/** Facts that only the course of one incident tells. */
export type Asked = Pick<SceneMoment, 'reached' | 'turn'>;

/** Gives the scene of an instant, without waiting for anything. */
export type SceneAt = (now: Date, asked: Asked) => Scene;

/** The open incidents of an organization for which others may wait. */
export interface OpenOthers {
  findFor(incident: IncidentDocument): Find;
  has(id: string): boolean;
}

/**
 * Everything that deciding needs, as of one moment. Pure: the same facts and moment give the same scene, in the server
 * and on the stage.
 */
export function sceneOf(facts: SceneFacts, moment: SceneMoment): Scene {
  const { now, channels, inShadow, leaders, open } = moment;
  const scenes = new Map<string, TeamScene>();
  const policies = new Map<string, PolicyScene>();
  const organization = ({ organizationId }: Pick<IncidentDocument, 'organizationId'>) =>
    facts.organizations.get(organizationId);
  return {
    now,
    channels,
    routings: (organizationId) => organization({ organizationId })?.routings ?? [],
    surroundings: (incident) => ({ ...(moment.surroundings(incident) ?? unknown), now }),
    urgency: (incident) => urgencyOf(facts, incident),
    turn: moment.turn,
    team: (given) => {
      const id = given.toLowerCase();
      const known = scenes.get(id);
      const planned = facts.teams.get(id);
      if (known || !planned) return known;
      const scene = teamSceneOf(planned, now.getTime());
      scenes.set(id, scene);
      return scene;
    },
    policy: (given) => {
      const id = given.toLowerCase();
      const scene =
        policies.get(id) ??
        policySceneOf(facts.policies, id, now.getTime(), (teamId) => peopleOf(facts, teamId));
      if (scene) policies.set(id, scene);
      return scene;
    },
    chosenPolicies: (incident) => chosenPoliciesOf(facts.policies, incident),
    isInShadow: ({ organizationId, teamIds }) => {
      // Nobody is in a team that is gone: the last who can be told are told.
      const areThere = teamIds.every((id) => facts.teams.get(id.toLowerCase()));
      return areThere && inShadow.get(organizationId)?.holds(teamIds, now) === true;
    },
    isAdopted: ({ organizationId, teamIds }) =>
      inShadow.get(organizationId)?.adopts(teamIds, now) === true,
    leader: ({ _id }) => leaders.get(_id),
    waitOf: (incident) => {
      const others = open.get(incident.organizationId);
      if (!others) return null;
      return waitsFor(facts, incident)?.waitOf(incident, others.findFor(incident), now) ?? null;
    },
    patienceOf: (incident) =>
      open.has(incident.organizationId)
        ? (waitsFor(facts, incident)?.patienceOf(incident, now) ?? null)
        : null,
    hasWaiting: (organizationId) => (organization({ organizationId })?.waits ?? null) !== null,
    isOver: ({ organizationId }, id) => open.get(organizationId)?.has(id) === false,
    recipient: (userId) => facts.people.get(userId)?.recipient,
    person: (userId) => personIn(facts.people, userId),
    lastResort: (organizationId) =>
      (organization({ organizationId })?.lastResort ?? []).filter(
        (userId) => facts.people.get(userId)?.recipient.isSuspended === false,
      ),
    reached: moment.reached,
    tools: ({ organizationId, teamIds }) =>
      (organization({ organizationId })?.tools ?? []).filter((tool) => isConnected(tool, teamIds)),
    tool: (organizationId, id) =>
      organization({ organizationId })?.tools.find((tool) => tool.id === id),
  };
}

/** Used for an incident that rules have given to other teams since its surroundings were read. */
const unknown: Omit<RuleSurroundings, 'now'> = {
  timeZoneOf: () => 'UTC',
  labelsOfTeam: () => [],
  labelsOfIntegration: () => [],
  nameOf: () => null,
};

function urgencyOf(facts: SceneFacts, incident: IncidentDocument): UrgencySources {
  const of = facts.organizations.get(incident.organizationId);
  const affected = (of?.effects(incident) ?? []).filter(({ at }) => at.includes(incident.severity));
  return {
    integration: integrationOf(facts, incident.integrationId)?.urgency ?? null,
    services: affected.flatMap(({ service }) => service.wire.urgencySettings ?? []),
    hours: (id) => of?.supportHours.get(id),
  };
}

function teamSceneOf(planned: PlannedTeam, now: number): TeamScene {
  const { team, plan, escalationPlan, defaultPolicy } = planned;
  let roster: TeamScene['roster'] | undefined;
  return {
    id: team.id,
    displayName: team.wire.displayName,
    timeZoneId: plan.timeZoneId,
    plan: escalationPlan,
    // Most looks at an incident tell nobody, and need no roster.
    get roster() {
      roster ??= rosterAt(plan, now);
      return roster;
    },
    nextDutyAt: () => nextDutyAt(plan, now),
    administrators: administratorsOf(planned),
    ...(defaultPolicy ? { defaultPolicyId: defaultPolicy.id } : {}),
  };
}

/** Members of a team who are not suspended; nobody where it is gone. */
function peopleOf({ teams }: SceneFacts, teamId: string): TeamPeople {
  const planned = teams.get(teamId);
  if (!planned) return { members: [], administrators: [] };
  return { members: [...planned.plan.members], administrators: administratorsOf(planned) };
}

/** Whether the tool belongs to one of these teams, or is connected with one (public-api.md 2.9). */
function isConnected({ teamId, wire }: OutboundIntegration, teamIds: readonly string[]): boolean {
  const { teamConnectionSettings } = wire;
  if (teamId !== null && teamIds.includes(teamId)) return true;
  if (!teamConnectionSettings) return false;
  if (teamConnectionSettings.teamConnectionMode === 'OrganizationTeams') return true;
  return (teamConnectionSettings.teamIds ?? []).some((id) => teamIds.includes(id.toLowerCase()));
}
