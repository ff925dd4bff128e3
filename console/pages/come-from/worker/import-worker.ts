import type { Answer, Asked, AskName, Replied } from '../protocol.ts';
import type { Session } from './session.ts';

/*
 * Imports run beside the page, which stays usable meanwhile. The policy that this script is served with lets it connect
 * to nobody, so a file that somebody gives it cannot leave the browser.
 */

const session = loadSession();
// Until somebody asks, nobody has to know of it.
session.catch(() => undefined);

addEventListener('message', ({ data }: MessageEvent<Asked>) => void reply(data));

async function reply(asked: Asked): Promise<void> {
  const { id } = asked;
  try {
    tell({ id, answer: await answerOf(await session, asked) });
  } catch (error) {
    tell({ id, problem: error instanceof Error ? error.message : String(error) });
  }
}

async function answerOf(of: Session, asked: Asked): Promise<Answer[AskName]> {
  switch (asked.name) {
    case 'read':
      return of.read(asked.ask);
    case 'import':
      return of.import(asked.ask);
    case 'timeline':
      return of.timeline(asked.ask);
    case 'zip':
      return of.zip(asked.ask);
  }
}

function tell(replied: Replied): void {
  postMessage(replied);
}

async function loadSession(): Promise<Session> {
  if (!('Temporal' in globalThis))
    try {
      await import('temporal-polyfill/global');
    } catch (cause) {
      throw new Error('This browser has no Temporal, and what stands in for it did not load.', {
        cause,
      });
    }
  const { createSession } = await import('./session.ts');
  return createSession();
}
