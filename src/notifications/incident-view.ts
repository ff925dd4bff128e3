import { type UserSummary, userKind, usersById } from '../identity/index.ts';
import {
  type AwaitedIncident,
  allowedIntents,
  heldInWords,
  type IncidentAttribute,
  type IncidentDocument,
  type IncidentEvent,
  type IncidentHold,
  isForgotten,
  type SubIncident,
} from '../incidents/index.ts';
import { integrationKind } from '../integrations/index.ts';
import { type Ctx, isUuid } from '../kernel/index.ts';
import { escalationsKind, overrideKind, whoIsOnCall } from '../on-call/index.ts';
import { displayNames, LatelyRead } from '../resources/index.ts';
import { answered, say } from '../sentences/index.ts';
import { serviceKind } from '../services/index.ts';
import { teamKind, teamMembershipKind } from '../teams/index.ts';

/** Names of what incidents refer to, looked up once for a whole page. */
interface Names {
  teams: Map<string, string>;
  integrations: Map<string, string>;
  services: Map<string, string>;
  users: Map<string, UserView>;
  /** The users on call in tier 1 now, by team. */
  onCall: Map<string, UserView[]>;
}

interface UserView extends UserSummary {
  avatarUrl: null;
}

/** Incidents as the Public API shows them (public-api.md 7.1): events newest first, references by name. */
export async function toIncidentViews(ctx: Ctx, incidents: readonly IncidentDocument[]) {
  const names = await namesFor(ctx, incidents);
  return incidents.map((incident) => toView(ctx, incident, names));
}

export async function toIncidentView(ctx: Ctx, incident: IncidentDocument) {
  const names = await namesFor(ctx, [incident]);
  return toView(ctx, incident, names);
}

/**
 * Views one after the other, of incidents that refer to the same: in a flood their names are looked up once a second.
 */
export class IncidentViews {
  readonly #names = new LatelyRead<Names>([
    teamKind,
    teamMembershipKind,
    userKind,
    escalationsKind,
    overrideKind,
    integrationKind,
    serviceKind,
  ]);

  async of(ctx: Ctx, incident: IncidentDocument): Promise<ReturnType<typeof toView>> {
    const { organizationId, integrationId, teamIds, serviceIds, sourceUserId } = incident;
    const key = JSON.stringify([
      organizationId,
      integrationId,
      [...teamIds, ...assignedTeams(incident)],
      serviceIds,
      sourceUserId,
      incident.events.flatMap(assignedUsers),
      // People go on and off duty.
      Math.floor(ctx.clock.now().getTime() / 1000),
    ]);
    return toView(ctx, incident, await this.#names.of(ctx, key, () => namesFor(ctx, [incident])));
  }
}

function toView(ctx: Ctx, incident: IncidentDocument, names: Names) {
  const { integrationId } = incident;
  return {
    id: incident._id,
    title: incident.title,
    integration:
      integrationId === null
        ? null
        : {
            id: integrationId,
            displayName: names.integrations.get(integrationId) ?? 'Deleted integration',
          },
    createdAt: incident.createdAt.toISOString(),
    lastUpdatedAt: incident.lastUpdatedAt.toISOString(),
    attributes: incident.attributes.map(attributeView),
    events: incident.events.toReversed().map((event) => eventView(event, incident, names)),
    eventsTotalCount: incident.eventsTotalCount,
    services: references(incident.serviceIds ?? [], names.services),
    sourceUser: incident.sourceUserId ? (names.users.get(incident.sourceUserId) ?? null) : null,
    unattended: incident.unattended,
    isArchived: incident.isArchived,
    onCallUsers: onCallUsers(incident, names),
    teams: references(incident.teamIds, names.teams),
    snoozed: incident.snoozed
      ? { snoozedUntil: incident.snoozed.until?.toISOString() ?? null }
      : null,
    hold: incident.hold ? holdView(incident.hold) : null,
    muted: muteView(incident),
    endedWhileHeld: incident.transient !== undefined,
    isShadow: incident.isShadow === true,
    mergedInto: incident.mergedInto ? leaderView(incident.mergedInto) : null,
    subIncidents: (incident.subIncidents ?? []).map((sub) => subIncidentView(sub, incident, names)),
    allowedIntents: allowedIntents(incident),
    canDelete: incident.isArchived && canEditAny(ctx, incident.teamIds),
    excludeFromUptimeCalculation: incident.excludeFromUptimeCalculation ?? false,
    statusPageStartOverride: incident.statusPageStartOverride ?? null,
    statusPageEndOverride: incident.statusPageEndOverride ?? null,
  };
}

/** Why nobody is told of an incident yet. */
export function holdView(hold: IncidentHold) {
  const { reason, rule = null, since, until, need, seen = [], because } = hold;
  const { suppressionRule = null } = hold;
  return {
    reason,
    rule,
    suppressionRule,
    since: since.toISOString(),
    until: until.toISOString(),
    need: need ? { payloads: need.payloads, withinMinutes: need.withinMinutes } : null,
    seen: seen.length,
    because: because ? awaitedView(because) : null,
    endsUntold: isForgotten(hold),
    ...answered('text', heldInWords(hold)),
  };
}

/** The reason for which an open incident is muted. */
function muteView({ status, isMuted, silencedBy }: IncidentDocument) {
  if (!isMuted || status !== 'Open') return null;
  if (!silencedBy) return { silence: null, ...answered('text', say('mutedForGood')) };
  const { id, displayName } = silencedBy;
  const text = say('mutedUntilSilenceEnds', { silence: displayName });
  return { silence: { id, displayName }, ...answered('text', text) };
}

function awaitedView(awaited: AwaitedIncident) {
  const { incidentId, service = null, dependsOn = null, endedAt } = awaited;
  return { incidentId, service, dependsOn, endedAt: endedAt?.toISOString() ?? null };
}

function leaderView({ id, title, at }: NonNullable<IncidentDocument['mergedInto']>) {
  return { id, title, since: at.toISOString() };
}

function attributeView({ name, value, ...flags }: IncidentAttribute) {
  const { isImage = false, hideInPreviews = false, isGroupingKey = false } = flags;
  return { name, value, isImage, hideInPreviews, isGroupingKey };
}

function subIncidentView(sub: SubIncident, incident: IncidentDocument, names: Names) {
  return {
    id: sub.id,
    title: sub.title,
    events: sub.events.toReversed().map((event) => eventView(event, incident, names)),
    attributes: sub.attributes.map(attributeView),
    lastUpdatedAt: sub.lastUpdatedAt.toISOString(),
    createdAt: sub.createdAt.toISOString(),
  };
}

function eventView(event: IncidentEvent, incident: IncidentDocument, names: Names) {
  const { by } = event;
  const users = assignedUsers(event);
  const teams = (event.options?.teams as { ids: string[] } | undefined)?.ids;
  return {
    id: event.id,
    severity: event.severity,
    status: event.status,
    modification: {
      timestamp: event.at.toISOString(),
      intent: event.intent,
      user:
        by?.kind === 'user'
          ? { id: by.id, displayName: by.displayName, avatarUrl: null, email: by.email }
          : null,
      externalUser:
        by?.kind === 'external'
          ? { id: by.id, displayName: by.displayName, avatarUrl: null, provider: by.provider }
          : null,
      rule:
        by?.kind === 'rule'
          ? { id: by.id, routingId: by.routingId, displayName: by.displayName }
          : null,
      // The product itself has no id.
      apiKey:
        by?.kind === 'key' && isUuid(by.id) ? { id: by.id, displayName: by.displayName } : null,
    },
    userAssignments: users.map((userId) => ({
      userId,
      displayName: names.users.get(userId.toLowerCase())?.displayName ?? null,
    })),
    onCallUsers: [],
    ...answered('message', event.message ?? null),
    messageIsPublic: event.messageIsPublic ?? null,
    unattended: event.status === 'Open' && incident.unattended,
    teams: references(teams ?? incident.teamIds.slice(0, 1), names.teams),
    attributeChanges: event.changes ?? [],
  };
}

async function namesFor(ctx: Ctx, incidents: readonly IncidentDocument[]): Promise<Names> {
  const collect = (
    pick: (incident: IncidentDocument) => readonly (string | null | undefined)[],
  ) => [...new Set(incidents.flatMap(pick).filter((id) => typeof id === 'string'))];
  const [teams, integrations, services, users, onCall] = await Promise.all([
    displayNames(
      ctx,
      teamKind,
      collect((incident) => [...incident.teamIds, ...assignedTeams(incident)]),
    ),
    displayNames(
      ctx,
      integrationKind,
      collect((incident) => [incident.integrationId]),
    ),
    displayNames(
      ctx,
      serviceKind,
      collect((incident) => incident.serviceIds ?? []),
    ),
    userReferences(
      ctx,
      collect((incident) => [
        incident.sourceUserId,
        ...incident.events.flatMap(assignedUsers),
        ...(incident.subIncidents ?? []).flatMap(({ events }) => events.flatMap(assignedUsers)),
      ]),
    ),
    onCallByTeam(
      ctx,
      collect((incident) => incident.teamIds),
    ),
  ]);
  return { teams, integrations, services, users, onCall };
}

function assignedUsers(event: IncidentEvent): readonly string[] {
  return (event.options?.users as { ids: string[] } | undefined)?.ids ?? [];
}

function assignedTeams(incident: IncidentDocument): string[] {
  return incident.events.flatMap(
    (event) => (event.options?.teams as { ids: string[] } | undefined)?.ids ?? [],
  );
}

async function onCallByTeam(ctx: Ctx, teamIds: string[]): Promise<Names['onCall']> {
  const byTeam: Names['onCall'] = new Map();
  if (teamIds.length === 0) return byTeam;
  const members = await whoIsOnCall(ctx, { teamIds }, ctx.clock.now());
  for (const { user, team, availabilities } of members) {
    if (!availabilities.some(({ tier, isOnline }) => tier === 1 && isOnline)) continue;
    const { displayName, email } = user.wire;
    const view = { id: user.id, displayName: displayName ?? null, avatarUrl: null, email };
    byTeam.set(team.id, [...(byTeam.get(team.id) ?? []), view]);
  }
  return byTeam;
}

/** Each person once, in the order of the incident's teams. */
function onCallUsers(incident: IncidentDocument, names: Names): UserView[] {
  const users = new Map<string, UserView>();
  for (const teamId of incident.teamIds)
    for (const user of names.onCall.get(teamId) ?? []) users.set(user.id, user);
  return [...users.values()];
}

async function userReferences(ctx: Ctx, ids: string[]): Promise<Names['users']> {
  const users = await usersById(ctx, ids);
  return new Map([...users].map(([id, user]) => [id, { ...user, avatarUrl: null }]));
}

/** Ids whose object is deleted are left out. */
function references(ids: readonly string[], names: Map<string, string>) {
  return ids.flatMap((id) => {
    const displayName = names.get(id);
    return displayName === undefined ? [] : [{ id, displayName }];
  });
}

function canEditAny(ctx: Ctx, teamIds: readonly string[]): boolean {
  return ctx.teams.edit === 'all' || teamIds.some((id) => ctx.teams.edit.includes(id));
}

/** The incident as text, for chats, tickets and language models. */
export function incidentMarkdown(view: ReturnType<typeof toView>): string {
  const [latest] = view.events;
  const lines = [
    `# ${view.title}`,
    '',
    `- Status: ${latest?.status ?? 'Open'}`,
    `- Severity: ${latest?.severity ?? 'Warning'}`,
    `- Teams: ${view.teams.map((team) => team.displayName).join(', ') || 'none'}`,
    `- Integration: ${view.integration?.displayName ?? 'none'}`,
    `- Created: ${view.createdAt}`,
    `- Last update: ${view.lastUpdatedAt}`,
    `- Id: ${view.id}`,
  ];
  if (view.attributes.length > 0) {
    lines.push('', '## Attributes', '', '| Name | Value |', '| --- | --- |');
    for (const attribute of view.attributes)
      lines.push(`| ${cell(attribute.name)} | ${cell(attribute.value)} |`);
  }
  lines.push('', '## History', '');
  for (const event of view.events) {
    const { user, externalUser, rule, apiKey } = event.modification;
    const who =
      user?.displayName ??
      externalUser?.displayName ??
      (rule && `the rule ${rule.displayName}`) ??
      (apiKey && `the key ${apiKey.displayName}`);
    lines.push(
      `- ${event.modification.timestamp} ${event.modification.intent}${who ? ` by ${who}` : ''}${event.message ? `: ${event.message.replaceAll(/\s+/g, ' ')}` : ''}`,
    );
  }
  return `${lines.join('\n')}\n`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').slice(0, 1000);
}
