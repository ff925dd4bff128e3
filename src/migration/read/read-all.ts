import type { Kind, Product } from '../products/product.ts';
import { type Client, ReadError } from './client.ts';
import { readFiles } from './read-files.ts';
import { idOf, memberAt, readList } from './read-list.ts';

export type KindResult =
  | { state: 'whole'; answers: readonly KindAnswer[] }
  /** Without a status it is a source that does not have the kind, and not a refusal. */
  | { state: 'notReadable'; status: number | null; why: string; right: string | null }
  | { state: 'failed'; why: string };

/** The answer for one object, or for the account. */
export interface KindAnswer {
  /** Ids of the objects that it hangs on, the outermost first. */
  of: readonly string[];
  objects: readonly unknown[];
}

/** By kind, in the order of the product's table: each of its kinds is there. */
export type Results = ReadonlyMap<string, KindResult>;

const notReadable = new Set([402, 403, 404, 410]);
const day = 24 * 3600 * 1000;
/** Comparisons look back; plans are made for less than a year ahead. */
const window = {
  ...{ before: 30 * day, after: 330 * day },
  /** As far as products work out who is on call. */
  shown: 90 * day,
};

/**
 * Reads every kind, and what came in on so many days; tells of each as it begins. Throws `ReadError` when nothing more
 * can be read.
 */
export async function readAll(
  product: Product,
  client: Client,
  tell: (kind: string, asked: number) => void = () => undefined,
  pastDays = 0,
): Promise<Results> {
  const results = new Map<string, KindResult>();
  const kinds = [...product.kinds, ...(pastDays > 0 ? (product.events ?? []) : [])];
  const days = daysAround(client.time.now().getTime(), pastDays);
  for (const kind of kinds) results.set(kind.name, await readKind(kind));
  return results;

  async function readKind(kind: Kind): Promise<KindResult> {
    const parent = kind.of === undefined ? null : results.get(kind.of);
    if (parent && parent.state !== 'whole')
      return { ...parent, why: `${kind.of} could not be read, on which these hang` };
    const answers: KindAnswer[] = [];
    try {
      if (kind.files && parent) return await filesOf(kind.name, kind.files, parent.answers);
      for (const of of parent ? parentsOf(kind, parent.answers) : [[]]) {
        tell(kind.name, answers.length);
        const answer = await readOne(kind, of);
        if (answer.state !== 'whole') return answers.length > 0 ? goneMeanwhile(answer) : answer;
        answers.push(...answer.answers);
      }
      return { state: 'whole', answers };
    } catch (error) {
      if (!(error instanceof ReadError) || error.endsRun) throw error;
      return { state: 'failed', why: error.message };
    }
  }

  async function filesOf(
    name: string,
    members: readonly string[],
    parents: readonly KindAnswer[],
  ): Promise<KindResult> {
    const answers: KindAnswer[] = [];
    for (const { of, objects } of parents)
      for (const object of objects) {
        tell(name, answers.length);
        const files = await readFiles(client.fetch, object, members);
        answers.push({ of: [...of, idOf(object)], objects: files });
      }
    return { state: 'whole', answers };
  }

  async function readOne(kind: Kind, of: readonly string[]): Promise<KindResult> {
    const path = pathOf(kind, of, days);
    const answer =
      kind.list === undefined
        ? await readSingle(kind, path)
        : await readList(client, product, { kind, path }, teamIds());
    if (answer.outcome === 'read')
      return { state: 'whole', answers: [{ of, objects: answer.objects }] };
    const { status, said } = answer;
    if (kind.noneBy?.includes(status)) return { state: 'whole', answers: [{ of, objects: [] }] };
    const why = `${kind.operation ?? path.split('?')[0]} answers ${status}${said}`;
    if (!notReadable.has(status)) return { state: 'failed', why };
    return { state: 'notReadable', status, why, right: kind.right };
  }

  async function readSingle(kind: Kind, path: string) {
    const answer = await client.read(path, kind.headers);
    if (answer.outcome === 'refused') return answer;
    const object = memberAt(answer.body, kind.one ?? '');
    if (object === undefined)
      throw new ReadError(`The answer has no \`${kind.one}\`: the API has changed.`);
    return { outcome: 'read' as const, objects: [object] };
  }

  function teamIds(): string[] {
    const teams = results.get('teams');
    return teams?.state === 'whole' ? idsIn(teams.answers, idMember('teams')).flat() : [];
  }

  function parentsOf({ of, by }: Kind, answers: readonly KindAnswer[]): string[][] {
    if (by === undefined) return idsIn(answers, idMember(of));
    const named = answers.flatMap(({ objects }) => objects.map((object) => memberAt(object, by)));
    return [...new Set(named)].flatMap((id) => (typeof id === 'string' ? [[id]] : []));
  }

  function idMember(kind: string | undefined): string | undefined {
    return kinds.find(({ name }) => name === kind)?.id;
  }
}

/** Others of the kind were read: what was listed and is not there has gone since, and another run does not meet it. */
function goneMeanwhile(result: KindResult): KindResult {
  const isGone = result.state === 'notReadable' && (result.status === 404 || result.status === 410);
  return isGone ? { state: 'failed', why: result.why } : result;
}

function idsIn(answers: readonly KindAnswer[], member?: string): string[][] {
  return answers.flatMap(({ of, objects }) =>
    objects.map((object) => [...of, idOf(object, member)]),
  );
}

function pathOf({ path }: Kind, of: readonly string[], days: Record<string, string>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(days[name] ?? of[Number(name) - 1] ?? ''),
  );
}

/** The dates that paths of lists name. */
function daysAround(now: number, pastDays: number): Record<string, string> {
  const past = dayOf(now - pastDays * day);
  return {
    since: dayOf(now - window.before),
    until: dayOf(now + window.after),
    today: dayOf(now),
    soon: dayOf(now + window.shown),
    past,
    tomorrow: dayOf(now + day),
    pastMilliseconds: String(Date.parse(past)),
  };
}

function dayOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}
