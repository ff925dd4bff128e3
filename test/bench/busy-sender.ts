/**
 * One sender that posts so many bodies at once, again and again: a thread, so that its work does not hold up who
 * measures.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

export interface SenderData {
  url: string;
  headers: Record<string, string>;
  body: Uint8Array;
  /** Every `#n#` of the body becomes a number that no other body has. */
  numbered: boolean;
  atOnce: number;
}

/** How many requests got this answer: a status, or the name of an error. */
export type Answers = Record<string, number>;

const { url, headers, body, numbered, atOnce } = workerData as SenderData;
const parts = numbered ? Buffer.from(body).toString().split('#n#') : null;
let sent = 0;

// Begins no round after so many milliseconds, but one at least.
parentPort?.on('message', async (milliseconds: number) => {
  const answers: Answers = {};
  const until = performance.now() + milliseconds;
  do {
    if (atOnce === 0) await pause(100);
    const before = answers['429'] ?? 0;
    const round = await Promise.all(Array.from({ length: atOnce }, post));
    for (const answer of round) answers[answer] = (answers[answer] ?? 0) + 1;
    // As whoever is told to wait, though not for as long.
    if ((answers['429'] ?? 0) > before) await pause(1_000);
  } while (performance.now() < until);
  parentPort?.postMessage(answers);
});
parentPort?.postMessage('ready');

async function post(): Promise<string> {
  sent += 1;
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers,
      body: parts?.join(String(sent)) ?? new Uint8Array(body),
      signal: AbortSignal.timeout(30_000),
    });
    await answer.arrayBuffer();
    return String(answer.status);
  } catch (error) {
    return error instanceof Error ? error.name : String(error);
  }
}
