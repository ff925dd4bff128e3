import { listIncidents } from '../../incident-lists/index.ts';
import { getIncident, type IncidentDocument, isAcknowledged } from '../../incidents/index.ts';
import { AppError, type Ctx, isUuid } from '../../kernel/index.ts';
import { onDutyNow, takeShift } from '../../on-call/index.ts';
import type { OutboundIntegration } from '../../outbound/index.ts';
import { listResources, type Resource } from '../../resources/index.ts';
import { type Sentence, say, zonedMoment } from '../../sentences/index.ts';
import { type TeamWire, teamKind } from '../../teams/index.ts';
import { changeIncident } from './act.ts';
import { nameOf } from './connect-account.ts';
import { openIncident } from './open-incident.ts';
import { type Command, namedFirst, readCommand, readOverride } from './read-command.ts';
import { saidBy } from './said-by.ts';

const teamsMax = 10;
const shownMax = 10;
const searchedMax = 100;
type Team = Resource<TeamWire>;

/** A command that somebody has written in a chat. */
export interface WrittenCommand {
  /** How the command is called there: `/tocsin`; empty where words are enough. */
  command: string;
  text: string;
  /** Id of the request, for chats that repeat what was not answered in time: it opens one incident. */
  requestId: string | null;
}

/** Who has written it, by their connected account. */
interface Acting {
  ctx: Ctx;
  userId: string;
  integration: OutboundIntegration;
}

/**
 * Does what the line says for the person, with their rights, and returns what to tell them. Null where the line begins
 * with none of the words.
 */
export async function answerCommand(
  acting: Acting,
  written: WrittenCommand,
): Promise<Sentence[] | null> {
  const read = readCommand(written.text);
  if (!read) return null;
  try {
    return await done(acting, read, written);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [say('nothingChangedBecause', { why: saidBy(error) })];
  }
}

async function done(acting: Acting, read: Command, written: WrittenCommand): Promise<Sentence[]> {
  const { ctx, userId } = acting;
  const { command } = written;
  switch (read.kind) {
    case 'help':
      return helpOn(command);
    case 'onCall':
      return onCallIn(ctx, read.rest);
    case 'incidents':
      return openIn(ctx, read.rest);
    case 'change':
      return [await changed(ctx, read.action, read.reference)];
    case 'page':
      return [await paged(acting, read.rest, written)];
    case 'override':
      return [await overridden(ctx, userId, read.rest, command)];
  }
}

function helpOn(command: string): Sentence[] {
  const lines = [
    'commandHelpOnCall',
    'commandHelpIncidents',
    'commandHelpChange',
    'commandHelpPage',
    'commandHelpOverride',
    'commandHelpConnect',
  ] as const;
  return lines.map((code) => say(code, { command }));
}

async function teamsOf(ctx: Ctx): Promise<Team[]> {
  const { items } = await listResources(ctx, teamKind);
  return items.toSorted((a, b) => a.wire.displayName.localeCompare(b.wire.displayName));
}

const nameOfTeam = ({ wire }: Team) => wire.displayName;

function noSuchTeam(teams: readonly Team[]): Sentence {
  const names = teams.slice(0, teamsMax).map(nameOfTeam);
  if (names.length === 0) return say('commandNoTeams');
  return say('commandNoTeam', { teams: names, more: teams.length - names.length });
}

/** The people on call in one team, or in all teams that the person may see. */
async function onCallIn(ctx: Ctx, rest: string): Promise<Sentence[]> {
  const teams = await teamsOf(ctx);
  const named = rest === '' ? null : exactly(teams, nameOfTeam, rest);
  if (rest !== '' && !named) return [noSuchTeam(teams)];
  const shown = named ? [named] : teams.slice(0, teamsMax);
  if (shown.length === 0) return [say('commandNoTeams')];
  const lines: Sentence[] = [];
  for (const team of shown) lines.push(...(await onCallOf(ctx, team)));
  const left = teams.length - shown.length;
  return left > 0 && !named ? [...lines, say('commandMore', { count: left })] : lines;
}

async function onCallOf(ctx: Ctx, { id, wire }: Team): Promise<Sentence[]> {
  const duty = await onDutyNow(ctx, id);
  const team = wire.displayName;
  const tiers = (duty?.tiers ?? []).filter(({ people }) => people.length > 0);
  if (tiers.length === 0) return [say('nobodyOnCallFor', { team })];
  return tiers.map(({ tier, people }) => {
    const names = people.map(({ user }) => ({ userId: user.id, displayName: nameOf(user) }));
    return say('tierTold', { tier, team, names });
  });
}

async function openIncidentsOf(ctx: Ctx, limit: number, teamIds?: string[]) {
  return listIncidents(
    ctx,
    { statuses: ['Open'], snoozed: 'with', teamIds },
    { offset: 0, limit, sortBy: 'Created', ascending: false, withCounts: false },
  );
}

async function openIn(ctx: Ctx, rest: string): Promise<Sentence[]> {
  const teams = rest === '' ? [] : await teamsOf(ctx);
  const named = rest === '' ? null : exactly(teams, nameOfTeam, rest);
  if (rest !== '' && !named) return [noSuchTeam(teams)];
  const { incidents, hasMore } = await openIncidentsOf(
    ctx,
    shownMax,
    named ? [named.id] : undefined,
  );
  if (incidents.length === 0) return [say('commandNoIncidents')];
  const lines = incidents.map(({ severity, title, ...incident }) =>
    say('commandIncident', { reference: referenceOf(incident._id), severity, title }),
  );
  return hasMore ? [...lines, say('commandMoreOpen')] : lines;
}

/** The end of an id, which is what somebody can type. */
export function referenceOf(id: string): string {
  return id.replaceAll('-', '').slice(-6);
}

async function incidentOf(
  ctx: Ctx,
  reference: string,
): Promise<IncidentDocument['_id'] | Sentence> {
  if (isUuid(reference)) return reference.toLowerCase();
  const end = reference.replace(/^#/, '').toLowerCase();
  if (!/^[0-9a-f]{4,32}$/.test(end)) return say('commandWhichIncident');
  const { incidents } = await openIncidentsOf(ctx, searchedMax);
  const found = incidents.filter((one) => one._id.replaceAll('-', '').endsWith(end));
  const [only] = found;
  if (!only) return say('commandNoIncident', { reference });
  return found.length > 1 ? say('commandSeveralIncidents', { reference }) : only._id;
}

async function changed(
  ctx: Ctx,
  action: 'acknowledge' | 'resolve',
  reference: string,
): Promise<Sentence> {
  const id = await incidentOf(ctx, reference);
  if (typeof id !== 'string') return id;
  const incident = await getIncident(ctx, id);
  if (action === 'acknowledge' && incident.status === 'Open' && isAcknowledged(incident))
    return say('nothingChangedAsAcknowledged');
  return (await changeIncident(ctx, action, id)).said;
}

async function paged(
  { ctx, integration }: Acting,
  rest: string,
  { command, requestId }: WrittenCommand,
): Promise<Sentence> {
  if (rest === '') return say('commandPageHow', { command });
  const teams = await teamsOf(ctx);
  const named = namedFirst(teams, nameOfTeam, rest);
  if (!named) return noSuchTeam(teams);
  if (named.rest === '') return say('commandPageHow', { command });
  const incident = await openIncident(ctx, integration, {
    title: named.rest,
    severity: 'Critical',
    teamId: named.item.id,
    requestId,
  });
  return say('commandPaged', {
    team: nameOfTeam(named.item),
    title: incident.title,
    reference: referenceOf(incident._id),
  });
}

/** The person takes over from whoever is on call, from now on. */
async function overridden(
  ctx: Ctx,
  userId: string,
  rest: string,
  command: string,
): Promise<Sentence> {
  const teams = await teamsOf(ctx);
  const named = namedFirst(teams, nameOfTeam, rest);
  if (rest === '') return say('commandOverrideHow', { command });
  if (!named) return noSuchTeam(teams);
  const wish = readOverride(named.rest);
  if (!wish) return say('commandOverrideHow', { command });
  const duty = await onDutyNow(ctx, named.item.id);
  const { people = [] } = duty?.tiers.find(({ tier }) => tier === wish.tier) ?? {};
  const team = nameOfTeam(named.item);
  const others = people.map(({ user }) => user).filter(({ id }) => id !== userId.toLowerCase());
  if (people.length === 0) return say('commandOverrideNobody', { tier: wish.tier, team });
  if (others.length === 0) return say('commandOverrideSelf', { team });
  const from = wish.from === null ? onlyOf(others) : exactly(others, nameOf, wish.from);
  if (!from) return say('commandOverrideWho', { people: others.map(nameOf) });
  const start = ctx.clock.now();
  const end = new Date(start.getTime() + wish.minutes * 60_000);
  await takeShift(ctx, {
    teamId: named.item.id,
    userId: from.id,
    tier: wish.tier,
    start: start.toISOString(),
    end: end.toISOString(),
  });
  return say('commandOverridden', {
    team,
    name: nameOf(from),
    tier: wish.tier,
    end: zonedMoment(end.getTime(), duty?.timeZoneId ?? 'UTC'),
  });
}

function onlyOf<Item>([first, ...others]: readonly Item[]): Item | null {
  return first !== undefined && others.length === 0 ? first : null;
}

/** The one whose name the whole text is. */
function exactly<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  text: string,
): Item | null {
  const named = namedFirst(items, nameOf, text);
  return named?.rest === '' ? named.item : null;
}
