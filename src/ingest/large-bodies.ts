import type { IntakeView } from '../integrations/index.ts';
import type { Log } from '../kernel/index.ts';
import { mayHoldSecrets } from './body-secrets.ts';
import type { RawBody, WrappedPayload } from './body-to-payload.ts';
import { type AlertEvaluation, type FindPrevious, failed } from './evaluate.ts';
import type { Handshake } from './handshake.ts';
import { smallBodyBytesMax } from './limits.ts';
import type { Reading, ReadingTask } from './reading.ts';
import { ReadingStopped, type ReadingThread } from './reading-thread.ts';
import { unavailable } from './unavailable.ts';

/** A large body as far as intake has to know it: its JSON stays in the thread that read it. */
export interface ReadBody {
  raw: RawBody;
  wrapped: WrappedPayload;
  evaluations: AlertEvaluation[];
  handshake?: Handshake;
}

/** Reads the bodies that are too large to be read where requests are answered. */
export interface LargeBodies {
  /** As it came in: without the secrets that its tool put into it. */
  readSent(view: IntakeView, raw: RawBody): Promise<ReadBody>;
  /** As it is stored. */
  readStored(view: IntakeView, raw: RawBody): Promise<ReadBody>;
  /** The payload with nothing but the secret by which its sender is verified. */
  secretOf(view: IntakeView, raw: RawBody): Promise<WrappedPayload['payload']>;
}

export function isLarge({ body }: Pick<RawBody, 'body'>): boolean {
  return body.length > smallBodyBytesMax;
}

export function createLargeBodies(
  thread: ReadingThread,
  log: Log,
  findPrevious: (view: IntakeView) => FindPrevious,
): LargeBodies {
  const findOrRefuse = (view: IntakeView): FindPrevious => {
    const find = findPrevious(view);
    return (key) =>
      find(key).catch((cause: unknown) => {
        throw unavailable(cause);
      });
  };
  async function read(view: IntakeView, raw: RawBody, secrets: ReadingTask['secrets']) {
    try {
      const task = toTask(view, raw, { secrets, isForSecret: false });
      return toReadBody(raw, await thread.read(view.integrationId, task, findOrRefuse(view)));
    } catch (error) {
      if (!(error instanceof ReadingStopped)) throw error;
      const { integrationId } = view;
      log.error({ integrationId, reason: error.message }, 'a large payload could not be read');
      return notRead(secrets && mayHoldSecrets(view.type), raw, error.message);
    }
  }
  return {
    readSent: (view, raw) => read(view, raw, { signatureSecret: view.signatureSecret }),
    readStored: (view, raw) => read(view, raw, null),
    async secretOf(view, raw) {
      try {
        const task = toTask(view, raw, { secrets: null, isForSecret: true });
        return (await thread.read(view.integrationId, task, findOrRefuse(view))).payload;
      } catch (error) {
        if (!(error instanceof ReadingStopped)) throw error;
        // Without its secret the sender is nobody known.
        return {};
      }
    },
  };
}

function toTask(
  { type, mapping, mappingKey, displayName, splitsAlerts }: IntakeView,
  raw: RawBody,
  rest: Pick<ReadingTask, 'secrets' | 'isForSecret'>,
): ReadingTask {
  // A copy of just these bytes: a Buffer may be a small part of a memory that would travel as a whole.
  const body = new Uint8Array(raw.body);
  return { raw: { ...raw, body }, type, mapping, mappingKey, displayName, splitsAlerts, ...rest };
}

function toReadBody(sent: RawBody, { raw, problem, handshake, evaluations }: Reading): ReadBody {
  return {
    raw: raw === null ? sent : { ...raw, body: Buffer.from(raw.body) },
    wrapped: { payload: {}, problem },
    evaluations,
    ...(handshake && { handshake }),
  };
}

/** Kept as it came in, unless it holds secrets that only reading it could have found. */
function notRead(holdsSecrets: boolean | null, raw: RawBody, reason: string): ReadBody {
  const problem = holdsSecrets
    ? 'The body is not kept: it may hold a secret of its tool, which could not be taken out.'
    : null;
  return {
    raw: holdsSecrets ? { ...raw, body: Buffer.alloc(0) } : raw,
    wrapped: { payload: {}, problem },
    evaluations: failed(reason),
  };
}
