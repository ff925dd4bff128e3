import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

interface Observer {
  subscribe(listener: () => void): () => void;
  getCurrentResult(): { data: unknown };
}
interface Library {
  QueryObserver: new (client: object, options: object) => Observer;
}

// Without their types: those of the browser and of this program do not go together.
const load = (name: string) => import(name);
const consoleFile = (path: string) => load(new URL(`../../console/${path}`, import.meta.url).href);
const { QueryObserver }: Library = await load('@tanstack/react-query');
const { queryClient }: { queryClient: { clear(): void } } =
  await consoleFile('api/query-client.ts');
const {
  refreshDuty,
  refreshOlderThan,
  showIncident,
  showTold,
}: {
  refreshDuty(): void;
  refreshOlderThan(moment: number): void;
  showIncident(id: string): void;
  showTold(id?: string): void;
} = await consoleFile('live/refresh.ts');

type Answer = (titles: string[]) => void;

/** A list that is asked for as a page does it; each request waits for the test to answer. */
function listed(path: string, init: object = {}) {
  const requests: Answer[] = [];
  const observer = new QueryObserver(queryClient, {
    queryKey: ['get', path, init],
    queryFn: () => new Promise<string[]>((answer) => requests.push(answer)),
  });
  const leave = observer.subscribe(() => undefined);
  const settle = () => vi.advanceTimersByTimeAsync(2_000);
  return { requests, settle, leave, shown: () => observer.getCurrentResult().data };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { visibilityState: 'visible' });
});
afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('what changes while a page is being loaded', () => {
  it.each([
    ['a list of incidents', '/incident/search/list', () => showIncident('1')],
    ['who is on call', '/on-call', refreshDuty],
  ])('is asked for once more: %s', async (_, path, change) => {
    const { requests, settle, leave, shown } = listed(path);
    change();
    await settle();
    // Not a second time beside the first: on a slow network no answer would ever arrive.
    expect(requests).toHaveLength(1);
    requests[0]?.(['old']);
    await settle();
    expect({ shown: shown(), requests: requests.length }).toEqual({ shown: ['old'], requests: 2 });
    requests[1]?.(['new']);
    await settle();
    expect({ shown: shown(), requests: requests.length }).toEqual({ shown: ['new'], requests: 2 });
    leave();
  });

  it('costs nothing where nothing changed since the page began', async () => {
    const { requests, settle, leave, shown } = listed('/incident/search/list');
    refreshOlderThan(Date.now() - 10_000);
    requests[0]?.(['new']);
    await settle();
    expect({ shown: shown(), requests: requests.length }).toEqual({ shown: ['new'], requests: 1 });
    leave();
  });
});

describe('what became of messages', () => {
  const told = '/incident/search/{id}/notifications';
  const of = (id: string) => ({ params: { path: { id } } });

  it.each([
    ['about one incident', '1', [2, 1]],
    ['about very many', undefined, [2, 2]],
  ])('is asked for again: %s', async (_, id, expected) => {
    const pages = [listed(told, of('1')), listed(told, of('2'))];
    const list = listed('/incident/search/list');
    for (const { requests } of [...pages, list]) requests[0]?.(['old']);
    await list.settle();
    showTold(id);
    await list.settle();
    expect(pages.map(({ requests }) => requests.length)).toEqual(expected);
    expect(list.requests).toHaveLength(1);
    for (const { leave } of [...pages, list]) leave();
  });
});
