import type { RawBody, WrappedPayload } from '../bodies/index.ts';
import type { Protocol } from '../catalogue/index.ts';
import type { IntakeView } from '../integrations/index.ts';
import type { AppError, Log } from '../kernel/index.ts';
import type { AttributesMapping } from '../mapping/index.ts';
import { refusal, type Sentence, say } from '../sentences/index.ts';
import { mayHoldSecrets } from './body-secrets.ts';
import {
  type AlertEvaluation,
  type EvaluationRules,
  type FindPrevious,
  failed,
} from './evaluate.ts';
import type { Handshake } from './handshake.ts';
import type { Delivery, ProtocolRequest } from './protocol-request.ts';
import type { PayloadSource, PayloadTask, Reading, Trials, TrialsTask } from './reading.ts';
import { ReadingStopped } from './reading-thread.ts';
import type { ReadingThreads } from './reading-threads.ts';
import { notReadNow, unavailable } from './unavailable.ts';

/** A large body as far as intake has to know it: its JSON stays in the thread that read it. */
export interface ReadBody {
  raw: RawBody;
  wrapped: WrappedPayload;
  evaluations: AlertEvaluation[];
  /** The traces of the evaluations, as they are stored; absent where the evaluations have them. */
  packedTraces?: string;
  handshake?: Handshake;
}

/** The settings of an integration that an evaluation in the thread needs: the mapping, as a program cannot travel. */
export type ReadingRules = Omit<EvaluationRules, 'program' | 'type'> & {
  type: IntakeView['type'];
  mapping: AttributesMapping;
  mappingKey: string;
};

/** A request in another product's protocol; without a delivery, the error that its sender gets once it is stored. */
export type ReadRequest = { read: ReadBody } & (
  | { delivery: Delivery; unread?: undefined }
  | { delivery?: undefined; unread: AppError }
);

/** Reads the bodies that are too large to be read where requests are answered. */
export interface LargeBodies {
  /** As it came in: without the secrets that its tool put into it. */
  readSent(view: IntakeView, raw: RawBody): Promise<ReadBody>;
  /**
   * The same in another product's protocol. Throws the error that the sender is to get. Where it took too much what is
   * stored is `sent`, the request as it came.
   */
  readRequest(
    view: IntakeView,
    protocol: Protocol,
    request: ProtocolRequest,
    sent: RawBody,
  ): Promise<ReadRequest>;
  /** As it is stored. */
  readStored(view: IntakeView, raw: RawBody): Promise<ReadBody>;
  /** The payload with nothing but the secret by which its sender is verified. */
  secretOf(view: IntakeView, raw: RawBody): Promise<WrappedPayload['payload']>;
  /** The reading of a payload that is only tried out. The thread reads one body of an `account` at a time. */
  tryOut(
    account: string,
    rules: ReadingRules,
    source: PayloadSource,
    secrets: NonNullable<PayloadTask['secrets']>,
    find: FindPrevious,
  ): Promise<{ evaluations: AlertEvaluation[]; problem: Sentence | null }>;
  /** The results of stored payloads by two mappings; none of them where that takes too much. */
  tryPayloads(account: string, task: TrialsTask, find: FindPrevious): Promise<Trials>;
  /** The account's next body is not read before what this gives is called. */
  holdBack(account: string): () => void;
  /** The JSON text of each payload; null when that takes too much. */
  show(account: string, raws: RawBody[]): Promise<string[] | null>;
}

/** The parts that read large bodies: threads, and the store for mappings that look at the previous incident. */
interface Reader {
  threads: ReadingThreads;
  log: Log;
  findPrevious(view: IntakeView): FindPrevious;
}

export function createLargeBodies(
  threads: ReadingThreads,
  log: Log,
  findPrevious: (view: IntakeView) => FindPrevious,
): LargeBodies {
  const reader: Reader = { threads, log, findPrevious };
  return {
    readSent: (view, raw) => readWebhook(reader, view, raw, secretsOf(view)),
    readStored: (view, raw) => readWebhook(reader, view, raw, null),

    async readRequest(view, protocol, request, sent) {
      const source = { kind: 'protocol', protocol, request } as const;
      const task = { secrets: secretsOf(view), purpose: 'intake' } as const;
      const reading = await readOf(reader, view, source, task);
      if (reading instanceof ReadingStopped)
        return { unread: refusalOf(reading), read: notRead(false, sent, reading.why) };
      const { delivery } = reading;
      if (!delivery) throw new Error('The thread gave no delivery.');
      return { delivery, read: toReadBody(travelled(delivery.raw), reading) };
    },

    async secretOf(view, raw) {
      const task = { secrets: null, purpose: 'verifying' } as const;
      const reading = await readOf(reader, view, { kind: 'webhook', raw }, task);
      if (reading instanceof ReadingStopped) throw refusalOf(reading);
      return reading.payload;
    },

    async tryOut(account, rules, source, { signatureSecret }, find) {
      const task = toTask(rules, source, { secrets: { signatureSecret }, purpose: 'trying' });
      const reading = await unlessStopped(threads.read(account, task, find));
      return reading instanceof ReadingStopped
        ? { evaluations: failed(reading.why), problem: null }
        : reading;
    },

    async tryPayloads(account, task, find) {
      const trials = await unlessStopped(threads.tryPayloads(account, task, find));
      return trials instanceof ReadingStopped
        ? { kind: 'trials', trials: [], stoppedBy: 'time' }
        : trials;
    },

    holdBack: (account) => threads.holdBack(account),

    async show(account, raws) {
      const shown = await unlessStopped(threads.show(account, raws));
      return shown instanceof ReadingStopped ? null : shown;
    },
  };
}

/** That it took too much is an answer, too. */
function unlessStopped<Answer>(reading: Promise<Answer>): Promise<Answer | ReadingStopped> {
  return reading.catch((error: unknown) => {
    if (error instanceof ReadingStopped) return error;
    throw error;
  });
}

/** Throws 503 where it cannot be read now. */
async function readOf(
  { threads, log, findPrevious }: Reader,
  view: IntakeView,
  source: PayloadSource,
  rest: Pick<PayloadTask, 'secrets' | 'purpose'>,
): Promise<Reading | ReadingStopped> {
  const { integrationId } = view;
  const find = findPrevious(view);
  const findOrRefuse: FindPrevious = (key) =>
    find(key).catch((cause: unknown) => {
      throw unavailable(cause);
    });
  const task = toTask(view, source, rest);
  const reading = await unlessStopped(threads.read(integrationId, task, findOrRefuse));
  if (!(reading instanceof ReadingStopped)) return reading;
  log.error({ integrationId, reason: reading.message }, 'a large payload could not be read');
  // Nothing is stored of it: the sender has it, and the next try finds a thread.
  if (reading.by === 'unavailable') throw notReadNow(reading.why);
  return reading;
}

async function readWebhook(
  reader: Reader,
  view: IntakeView,
  raw: RawBody,
  secrets: PayloadTask['secrets'],
): Promise<ReadBody> {
  const task = { secrets, purpose: 'intake' } as const;
  const reading = await readOf(reader, view, { kind: 'webhook', raw }, task);
  return reading instanceof ReadingStopped
    ? notRead(secrets !== null && mayHoldSecrets(view.type), raw, reading.why)
    : toReadBody(raw, reading);
}

function secretsOf({ signatureSecret }: IntakeView): NonNullable<PayloadTask['secrets']> {
  return { signatureSecret };
}

/** 413 is a word about the body; what is the server's fault is worth another try. */
function refusalOf({ by, why }: ReadingStopped): AppError {
  if (by === 'body') return refusal('payload-too-large', say('sendFewerAlerts', { why }));
  return notReadNow(why);
}

function toTask(
  { type, mapping, mappingKey, displayName, splitsAlerts, measures = false }: ReadingRules,
  source: PayloadSource,
  rest: Pick<PayloadTask, 'secrets' | 'purpose'>,
): PayloadTask {
  const rules = { type, mapping, mappingKey, displayName, splitsAlerts, measures };
  return { kind: 'payload', source, ...rules, ...rest };
}

function toReadBody(sent: RawBody, reading: Reading): ReadBody {
  const { raw, problem, handshake, evaluations, packedTraces } = reading;
  return {
    raw: raw === null ? sent : travelled(raw),
    wrapped: { payload: {}, problem },
    evaluations,
    ...(packedTraces !== null && { packedTraces }),
    ...(handshake && { handshake }),
  };
}

/** Between threads, a Buffer becomes plain bytes. */
function travelled(raw: RawBody): RawBody {
  const { buffer, byteOffset, byteLength } = raw.body;
  return { ...raw, body: Buffer.from(buffer, byteOffset, byteLength) };
}

/** Kept as it came in, unless it holds secrets that only reading it could have found. */
function notRead(holdsSecrets: boolean, raw: RawBody, reason: Sentence): ReadBody {
  const problem = holdsSecrets ? say('bodyNotKept') : null;
  return {
    raw: holdsSecrets ? { ...raw, body: Buffer.alloc(0) } : raw,
    wrapped: { payload: {}, problem },
    evaluations: failed(reason),
  };
}
