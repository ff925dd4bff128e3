import { isObject } from '../../kernel/index.ts';
import type { Graphql, Kind, Paging, Product } from '../products/product.ts';
import { type Answer, type Client, ReadError } from './client.ts';
import { askGraphql } from './graphql.ts';

type Refused = Extract<Answer, { outcome: 'refused' }>;
export type ListAnswer = { outcome: 'read'; objects: unknown[] } | Refused;

/** A request, with all parameters filled in. */
export interface Asked {
  kind: Kind;
  path: string;
}

/**
 * All pages of a list, or the refusal of the first one. Throws `ReadError` on whatever leaves it incomplete: an error
 * on a later page, a total that is not reached, objects that move from page to page meanwhile.
 */
export async function readList(
  client: Client,
  product: Product,
  { kind, path }: Asked,
  teamIds: readonly string[],
): Promise<ListAnswer> {
  const { paging } = product;
  const pages = new Pages(client, product, kind, path);
  const first = await pages.read();
  if (first !== null) return first;
  const { total, objects } = pages;
  const isTooLong = total !== null && paging.objectsMax !== undefined && total > paging.objectsMax;
  if (!isTooLong) return { outcome: 'read', objects: await pages.rest() };
  const inTeams = await readByTeam(client, product, { kind, path }, teamIds);
  const all = new Map([...objects, ...inTeams].map((object) => [idOf(object), object]));
  if (all.size !== total)
    throw new ReadError(
      `There are ${total}, the product lists the first ${paging.objectsMax}, and team by team ` +
        `${all.size} can be found: give the others a team, and run this again.`,
    );
  return { outcome: 'read', objects: [...all.values()] };
}

/** The id of an object; throws where it has none that is a text or a number. */
export function idOf(object: unknown, path = 'id'): string {
  const id = knownId(object, path);
  if (id !== null) return id;
  throw new ReadError('An object has no id, so what hangs on it cannot be asked for.');
}

function knownId(object: unknown, path = 'id'): string | null {
  const id = memberAt(object, path);
  if (typeof id === 'number') return String(id);
  return typeof id === 'string' && id !== '' ? id : null;
}

/** The member at a path such as `data.heartbeats`; the value itself at an empty one. */
export function memberAt(body: unknown, path: string): unknown {
  if (path === '') return body;
  return path
    .split('.')
    .reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), body);
}

async function readByTeam(
  client: Client,
  product: Product,
  { kind, path }: Asked,
  teamIds: readonly string[],
): Promise<unknown[]> {
  if (kind.byTeam === undefined)
    throw new ReadError(
      `The product lists the first ${product.paging.objectsMax} only, and there are more.`,
    );
  const found: unknown[] = [];
  for (const id of teamIds) {
    const ofTeam = `${path}&${kind.byTeam}=${encodeURIComponent(id)}`;
    const pages = new Pages(client, product, kind, ofTeam);
    const refused = await pages.read();
    if (refused !== null) throw new ReadError(`Team ${id} is refused with ${refused.status}.`);
    found.push(...(await pages.rest()));
  }
  return found;
}

/** One walk over the pages of a list. */
class Pages {
  readonly objects: unknown[] = [];
  total: number | null = null;
  private readonly ids = new Set<string>();
  private readonly asked = new Set<string>();
  private readonly address: string;
  private readonly client: Client;
  private readonly paging: Paging;
  private readonly graphql: Graphql | undefined;
  private readonly kind: Kind;
  private search: URLSearchParams | null;

  constructor(client: Client, { paging, graphql }: Product, kind: Kind, path: string) {
    this.client = client;
    this.paging = paging;
    this.graphql = graphql;
    this.kind = kind;
    const [address = '', search = ''] = path.split('?');
    this.address = address;
    this.search = new URLSearchParams(search);
  }

  /** Reads the next page; gives its refusal, or null. */
  async read(): Promise<Refused | null> {
    const asked = this.search ?? new URLSearchParams();
    const search = asked.toString();
    if (this.asked.has(search)) throw new ReadError('A page names itself as the next one.');
    this.asked.add(search);
    const answer = await this.ask(asked);
    if (answer.outcome === 'refused') return answer;
    const places = [this.kind.list ?? ''].flat();
    const objects = places.map((place) => memberAt(answer.body, place)).find(Array.isArray);
    if (!objects)
      throw new ReadError(`The answer has no list \`${places[0]}\`: the API has changed.`);
    for (const object of objects) this.take(object);
    this.total ??= this.paging.totalOf(answer.body);
    this.search = this.paging.next(answer.body, asked, answer.headers);
    return null;
  }

  private ask(asked: URLSearchParams): Promise<Answer> {
    const { graphql, kind, address, client } = this;
    if (graphql && kind.operation)
      return askGraphql(client, graphql, {
        ...{ path: address, operation: kind.operation },
        variables: Object.fromEntries(asked),
      });
    const search = asked.toString();
    return client.read(search === '' ? address : `${address}?${search}`, kind.headers);
  }

  async rest(): Promise<unknown[]> {
    while (this.search !== null) {
      const refused = await this.read();
      if (refused !== null)
        throw new ReadError(
          `The list breaks off after ${this.objects.length}: ${refused.status}${refused.said}.`,
        );
    }
    if (this.total !== null && this.total !== this.objects.length)
      throw new ReadError(
        `There are ${this.total}, and the pages have ${this.objects.length}: run this again while ` +
          'nobody changes them.',
      );
    return this.objects;
  }

  private take(object: unknown): void {
    const id = knownId(object);
    if (id !== null) {
      if (this.ids.has(id))
        throw new ReadError(`${id} is there twice: run this again while nobody changes them.`);
      this.ids.add(id);
    }
    this.objects.push(object);
  }
}
