import type { IncidentDocument, Leader } from '../incidents/index.ts';
import type { ChannelReadiness, Recipient } from '../notifications/index.ts';
import type { PolicyPlan, StepRoster, TierPlan, TierRoster } from '../on-call/index.ts';
import type { OutboundIntegration } from '../outbound/index.ts';
import type { Routing, RuleSurroundings } from '../routing/index.ts';
import type { NamedPerson, Sentence } from '../sentences/index.ts';
import type { Patience } from '../suppression/index.ts';
import type { UrgencySources } from '../urgency/index.ts';
import type { Wait } from './waits.ts';

/** Everything that alerting has to know of a team. */
export interface TeamScene {
  id: string;
  displayName: string;
  timeZoneId: string;
  /** After how long it goes further. */
  plan: TierPlan;
  /** Who is on duty now, by tier. */
  roster: readonly TierRoster[];
  /** When somebody will be on duty; null when nobody will be for a week. */
  nextDutyAt(): number | null;
  /** Members who administer it and are not suspended. */
  administrators: readonly string[];
  /** The policy that it follows instead of tiers, unless something else is chosen. */
  defaultPolicyId?: string;
}

/** An escalation policy as alerting has to know it. */
export interface PolicyScene {
  id: string;
  displayName: string;
  /** The team that owns it. */
  teamId: string;
  plan: PolicyPlan;
  /** Whom a step tells now, from 1; `draw` gives a number below a count for what is picked at random. */
  roster(step: number, draw: (count: number) => number): StepRoster;
  /** When somebody comes on duty in its schedules; null when nobody does for a week. */
  nextDutyAt(): number | null;
}

/** A policy that an integration or a service names. */
export interface NamedPolicy {
  policyId: string;
  because: Sentence;
}

/** Everything that is known of the world when it is decided who is told. Reading it changes nothing. */
export interface Scene {
  now: Date;
  team(id: string): TeamScene | undefined;
  policy(id: string): PolicyScene | undefined;
  /** The policy that the integration of the incident names, else those of its services; none that is gone. */
  chosenPolicies(incident: IncidentDocument): readonly NamedPolicy[];
  /** Another product tells the people of all these teams now. */
  isInShadow(incident: IncidentDocument): boolean;
  /** It opened in shadow, and people are told of it from now on. */
  isAdopted(incident: IncidentDocument): boolean;
  /** The leader of an incident that is part of another one. */
  leader(incident: IncidentDocument): Leader | undefined;
  /** The incident that this one waits for before people are told of it. */
  waitOf(incident: IncidentDocument): Wait | null;
  /** For how long it waits for another one to open. */
  patienceOf(incident: IncidentDocument): Patience | null;
  /** Whether incidents of the organization may wait for others. */
  hasWaiting(organizationId: string): boolean;
  /** Whether the other one is open no more, or never was one for which incidents wait. */
  isOver(incident: IncidentDocument, awaitedId: string): boolean;
  recipient(userId: string): Recipient | undefined;
  /** Somebody for the history of the incident. */
  person(userId: string): NamedPerson;
  /** Administrators and Owners of the organization who are not suspended. */
  lastResort(organizationId: string): readonly string[];
  /** People to whom a message of this step went out. Known only for incidents that wait for it. */
  reached(incidentId: string, step: string): readonly string[];
  /** The tools that are connected with one of the incident's teams. */
  tools(incident: IncidentDocument): readonly OutboundIntegration[];
  tool(organizationId: string, id: string): OutboundIntegration | undefined;
  /** All of the organization. */
  routings(organizationId: string): readonly Routing[];
  /** Everything besides the incident that rules may look at. */
  surroundings(incident: IncidentDocument): RuleSurroundings;
  /** The settings that say how urgent the incident is. */
  urgency(incident: IncidentDocument): UrgencySources;
  channels: ChannelReadiness;
  /** The turn this incident takes in a round robin; undefined when it has to be taken first. */
  turn(key: string): number | undefined;
}
