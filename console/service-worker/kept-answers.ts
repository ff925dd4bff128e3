const name = 'answers';
const answersMax = 80;
/** Tells pages that an answer is an earlier one, and of when. */
const storedAtHeader = 'x-tocsin-stored-at';
const mePath = '/api/console/v1/me';

/** Counts how often answers were forgotten: what was asked before must not be kept afterwards. */
let era = 0;

/** The page that somebody leaves may still ask until the next one is there. */
let keepsNothing = false;

export function presentEra(): number {
  return era;
}

/** The last answer of this address, marked with its time. */
export async function keptAnswer(url: string): Promise<Response | undefined> {
  // Not by opening it: that would make one.
  return caches.match(url, { cacheName: name });
}

/** Answers are those of one person: another one who signs in finds none. `asked`: the era in which it was asked for. */
export async function keepAnswer(url: string, answer: Response, asked: number): Promise<void> {
  const body = await answer.blob();
  if (asked !== era || keepsNothing) return;
  if (new URL(url).pathname === mePath && (await isSomebodyElse(url, await body.text())))
    await forgetAnswers();
  const kept = era;
  const headers = new Headers(answer.headers);
  headers.set(storedAtHeader, new Date().toISOString());
  const cache = await caches.open(name);
  // Behind the others: the oldest go first.
  await cache.delete(url);
  await cache.put(url, new Response(body, { status: answer.status, headers }));
  const all = await cache.keys();
  for (const old of all.slice(0, Math.max(0, all.length - answersMax))) await cache.delete(old);
  // Somebody left meanwhile: what was opened after that is there again.
  if (kept !== era) await caches.delete(name);
}

/** Somebody leaves: all is forgotten, and nothing is kept until a page is opened again. */
export function keepNothing(): Promise<void> {
  keepsNothing = true;
  return forgetAnswers();
}

export function keepAgain(): void {
  keepsNothing = false;
}

export async function forgetAnswers(): Promise<void> {
  era += 1;
  await caches.delete(name);
}

async function isSomebodyElse(url: string, text: string): Promise<boolean> {
  const before = await keptAnswer(url);
  return before !== undefined && personIn(await before.text()) !== personIn(text);
}

function personIn(text: string): string {
  const { person, organization } = JSON.parse(text) as Record<string, { id: string } | undefined>;
  return `${person?.id} ${organization?.id}`;
}
