import { integrationKind } from '../integrations/index.ts';
import { administratorsOf } from '../on-call/index.ts';
import type { Snapshot, Stage, StoredResource } from '../stage/index.ts';
import type { Interaction, OpenedIncident } from './input.ts';
import { type Touched, waits } from './touched.ts';

/** The id of the integration that opens incidents; the empty text stands for people and calls. */
export type Source = string;

/** Objects that people gave incidents to, by the source of the incidents. */
export type Links = ReadonlyMap<Source, ReadonlySet<string>>;

/** To whom people gave incidents, and what they opened incidents about. */
export function linksOf(happened: readonly (Interaction | OpenedIncident)[]): Links {
  const links = new Map<Source, Set<string>>();
  for (const one of happened) {
    const isOpened = one.kind === 'opened';
    const source = (isOpened ? one.incident : one).integrationId ?? '';
    const known = links.get(source) ?? new Set();
    const { teamIds, userIds, serviceIds } = isOpened ? one.incident : {};
    const named = isOpened ? [teamIds, userIds, serviceIds] : one.operations;
    for (const id of idsIn(named)) known.add(id);
    links.set(source, known);
  }
  return links;
}

/** Kinds whose objects remember something from one incident to the next: who was told lately, and whose turn it is. */
const remembering: ReadonlySet<string> = new Set([
  ...['User', 'Team', 'EscalationPolicy', 'OnCallSchedule'],
]);

/**
 * The sources whose incidents cannot differ between the two worlds, so that one of them is enough: nothing that their
 * decisions could read is touched, nor has it to do with people or teams that incidents of other sources may tell
 * otherwise. Follows every reference, whether or not a decision would: at worst an incident is played for nothing.
 */
export function unaffectedSources(
  snapshots: readonly [Snapshot, Snapshot],
  stages: readonly [Stage, Stage],
  touched: Touched,
  links: Links,
  /** Who was perhaps on call, by teams and schedules. */
  then: Links,
): ReadonlySet<Source> {
  // Where incidents wait for others, any may change any.
  if (touched.everything || stages.some(waits)) return new Set();
  const graph = new References(snapshots, then);
  const sources = new Set([
    ...snapshots.flatMap(({ resources }) => [
      ...(resources.get(integrationKind.entityType)?.keys() ?? []),
    ]),
    ...links.keys(),
  ]);
  const resort = stages.flatMap(lastResortOf);
  if (resort.some((id) => touched.people.has(id))) return new Set();
  const reached = [...sources].map((source): [Source, ReadonlySet<string>] => {
    const ids = graph.from([source, ...(links.get(source) ?? [])]);
    const isSure = [...ids].every(
      (id) => !graph.isTeam(id) || isSureToBeTold(id, snapshots, stages),
    );
    return [source, isSure ? ids : ids.union(new Set(resort))];
  });
  const changed = new Set([
    ...[...touched.teams, ...touched.people, ...touched.integrations].map((id) => id.toLowerCase()),
    ...touched.routings.map(({ id }) => id),
  ]);
  for (let left = reached; ; ) {
    const affected = left.filter(([, ids]) => !changed.isDisjointFrom(ids));
    if (affected.length === 0) return new Set(left.map(([source]) => source));
    for (const [, ids] of affected) for (const id of ids) if (graph.remembers(id)) changed.add(id);
    left = left.filter((one) => !affected.includes(one));
  }
}

/** Who is told where a team has nobody who can be told. */
function lastResortOf({ facts, organizationId }: Stage): readonly string[] {
  return facts.organizations.get(organizationId)?.lastResort ?? [];
}

/** The team has administrators whom a message reaches, so nobody outside of it is told in their place. */
function isSureToBeTold(
  teamId: string,
  snapshots: readonly Snapshot[],
  stages: readonly Stage[],
): boolean {
  if (snapshots.some(({ facts }) => facts.channels.Email.missing !== null)) return false;
  return stages.every(({ facts: { teams } }) => {
    const planned = teams.get(teamId);
    return planned ? administratorsOf(planned).length > 0 : false;
  });
}

/** Which objects lead to which, in either of two worlds. */
class References {
  readonly #kinds = new Map<string, string>();
  readonly #next = new Map<string, Set<string>>();
  /** Objects that all teams of the organization use. */
  readonly #shared = new Set<string>();

  constructor(snapshots: readonly Snapshot[], then: Links) {
    // Settings of a team have its id.
    for (const { resources } of snapshots)
      for (const [entityType, items] of resources)
        for (const id of items.keys())
          if (!remembering.has(this.#kinds.get(id) ?? '')) this.#kinds.set(id, entityType);
    const all = snapshots.flatMap(({ resources }) =>
      [...resources.values()].flatMap((items) => [...items.values()]),
    );
    for (const resource of new Set(all)) this.#note(resource);
    for (const [id, people] of then) for (const userId of people) this.#lead(id, userId);
  }

  /** Whether it remembers something from one incident to the next. */
  remembers(id: string): boolean {
    return remembering.has(this.#kinds.get(id) ?? '');
  }

  isTeam(id: string): boolean {
    return this.#kinds.get(id) === 'Team';
  }

  /** Everything that can be come to from there. */
  from(begin: readonly string[]): ReadonlySet<string> {
    const found = new Set(begin.map((id) => id.toLowerCase()));
    const left = [...found, ...this.#shared];
    for (let id = left.pop(); id !== undefined; id = left.pop()) {
      found.add(id);
      for (const next of this.#next.get(id) ?? [])
        if (!found.has(next)) {
          found.add(next);
          left.push(next);
        }
    }
    return found;
  }

  #note(resource: StoredResource): void {
    const { id, teamId, wire, internal } = resource;
    for (const named of idsIn([wire, internal, teamId])) this.#lead(id, named);
    const owner = teamId ?? textOf(wire, 'teamId');
    if (owner) this.#lead(owner, id);
    const connection = 'teamConnectionSettings' in wire ? wire.teamConnectionSettings : null;
    for (const team of idsIn(connection)) this.#lead(team, id);
    if (textOf(connection, 'teamConnectionMode') === 'OrganizationTeams') this.#shared.add(id);
  }

  #lead(from: string, to: string): void {
    const [one, other] = [from.toLowerCase(), to.toLowerCase()];
    if (one === other || !this.#kinds.has(other)) return;
    this.#next.set(one, (this.#next.get(one) ?? new Set()).add(other));
  }
}

function textOf(value: unknown, name: string): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const member: unknown = Reflect.get(value, name);
  return typeof member === 'string' ? member : null;
}

/** Every text within that is as long as an id. */
function* idsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') {
    if (value.length === idLength) yield value;
  } else if (typeof value === 'object' && value !== null && !(value instanceof Date))
    for (const member of Object.values(value)) yield* idsIn(member);
}

const idLength = 36;
