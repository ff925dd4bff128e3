import {
  type ReceivedRequest,
  type ScriptedAnswer,
  startScriptedHttp,
} from '../fakes/scripted-http.ts';

/** What an account has: each value answers for the paths that its pattern matches. */
export type Account = readonly (readonly [RegExp, unknown])[];

export interface Fake {
  url: string;
  received: readonly ReceivedRequest[];
  /** What requests get whose path and parameters match, in place of the usual answer; the latest that is set counts. */
  faults: [RegExp, ScriptedAnswer | ((request: ReceivedRequest) => ScriptedAnswer | null)][];
  stop(): Promise<void>;
}

export const json = (status: number, body: unknown, headers: Record<string, string> = {}) => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

/** A product at the network. `placeOf` gives what the patterns of faults are held against. */
export async function startFaulty(
  answer: (request: ReceivedRequest) => ScriptedAnswer,
  placeOf = ({ path }: ReceivedRequest) => path,
): Promise<Fake> {
  const faults: Fake['faults'] = [];
  const server = await startScriptedHttp((request) => {
    for (const [pattern, fault] of faults.toReversed()) {
      if (!pattern.test(placeOf(request))) continue;
      const given = typeof fault === 'function' ? fault(request) : fault;
      if (given !== null) return given;
    }
    return answer(request);
  });
  return { url: server.url, received: server.received, faults, stop: () => server.stop() };
}

/** One with its account behind its key, and its envelope around each answer. */
export function startFake(
  account: Account,
  authorization: string,
  envelope: (value: unknown, url: URL) => unknown,
): Promise<Fake> {
  return startFaulty(({ path, headers }) => {
    const url = new URL(path, 'http://fake.example.com');
    if (headers.authorization !== authorization)
      return json(401, { message: 'Could not authenticate' });
    const value = account.find(([pattern]) => pattern.test(url.pathname + url.search))?.[1];
    return value === undefined
      ? json(404, { message: 'No such object' })
      : json(200, envelope(value, url));
  });
}
