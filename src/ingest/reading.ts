import { bodyToPayload, type RawBody, type WrappedPayload } from '../bodies/index.ts';
import { type IntegrationType, type Protocol, readPath, withPath } from '../catalogue/index.ts';
import type { AttributesMapping, ProgramCache } from '../mapping/index.ts';
import type { Sentence } from '../sentences/index.ts';
import { withoutBodySecrets } from './body-secrets.ts';
import { payloadInCall } from './dry-run-payload.ts';
import { type AlertEvaluation, evaluatePayload, type FindPrevious, setAside } from './evaluate.ts';
import { type Handshake, handshakeOf } from './handshake.ts';
import type { Delivery, ProtocolRequest, Translate } from './protocol-request.ts';
import { packTraces } from './trace.ts';
import { tryPayloads } from './try-payloads.ts';

/** A task for a thread other than the one that answers requests: nothing but data. */
export type ReadingTask = PayloadTask | ViewsTask | TrialsTask;

/** A payload to be read and evaluated. */
export interface PayloadTask {
  kind: 'payload';
  source: PayloadSource;
  type: IntegrationType;
  mapping: AttributesMapping;
  /** Names this version of the mapping. */
  mappingKey: string;
  displayName: string;
  splitsAlerts: boolean;
  /** As in `EvaluationRules`. */
  measures: boolean;
  /** Secrets of a request: its tool may have put them into the body. Stored bodies have none any more. */
  secrets: { signatureSecret: string | null } | null;
  /**
   * `verifying`: only the secret is wanted, by which the sender is verified. `intake` stores the traces, so they travel
   * as they are stored. `trying`: for a person who looks at them.
   */
  purpose: 'verifying' | 'intake' | 'trying';
}

export type PayloadSource =
  | { kind: 'webhook'; raw: RawBody }
  | { kind: 'protocol'; protocol: Protocol; request: ProtocolRequest }
  /** The body of an API call that has a wrapped payload in it. */
  | { kind: 'dry-run'; body: Uint8Array };

/** Stored bodies to be shown. */
export interface ViewsTask {
  kind: 'views';
  raws: RawBody[];
}

/** Stored payloads to be evaluated by one mapping and by another; nothing is kept of it. */
export interface TrialsTask {
  kind: 'trials';
  /** Newest first. */
  payloads: { raw: RawBody; setAside: Sentence | null }[];
  type: IntegrationType;
  before: { mapping: AttributesMapping; mappingKey: string };
  after: { mapping: AttributesMapping; mappingKey: string };
  displayName: string;
  splitsAlerts: boolean;
}

export type ReadingResult = Reading | Views | Trials;

/** The facts that intake needs about a body whose JSON is not at hand. */
export interface Reading {
  kind: 'payload';
  /** The body that is stored instead of the request, where that holds secrets. */
  raw: RawBody | null;
  /** As in `WrappedPayload`. */
  problem: Sentence | null;
  handshake: Handshake | null;
  evaluations: AlertEvaluation[];
  /**
   * For intake, the text of their traces, which are empty then: thousands of lines would keep the thread that answers
   * requests.
   */
  packedTraces: string | null;
  /** The payload with nothing but the secret, for tasks that ask for it; else empty. */
  payload: WrappedPayload['payload'];
  /** For a request in another product's protocol: the delivery, with the part that is stored. */
  delivery: Delivery | null;
}

/** The JSON text of each wrapped payload. */
export interface Views {
  kind: 'views';
  texts: string[];
}

/** In the order of the payloads; fewer where `stoppedBy` says why. */
export interface Trials {
  kind: 'trials';
  trials: Trial[];
  stoppedBy: 'time' | 'alerts' | null;
}

export interface Trial {
  before: TriedAlert[];
  after: TriedAlert[];
  /** Names of the attributes whose values differ. */
  changedAttributes: string[];
}

/** Without what takes room: many of them go from one thread to another. */
export type TriedAlert = Omit<AlertEvaluation, 'attributes' | 'trace'>;

export interface ReadingTools {
  programs: ProgramCache;
  findPrevious: FindPrevious;
  translate: Translate;
}

/** Does the same as is done with small bodies where requests are answered, in the same order. */
export async function readWhole(task: ReadingTask, tools: ReadingTools): Promise<ReadingResult> {
  switch (task.kind) {
    case 'views':
      return readViews(task);
    case 'trials':
      return tryPayloads(task, tools);
    case 'payload':
      return readPayload(task, tools);
  }
}

async function readPayload(task: PayloadTask, tools: ReadingTools): Promise<Reading> {
  const { source, type } = task;
  if (source.kind === 'dry-run') {
    const { body } = source;
    const wrapped = { payload: payloadInCall(body), problem: null };
    return { ...nothing, ...(await evaluate(task, tools, wrapped, body.length)) };
  }
  const delivery =
    source.kind === 'protocol' ? tools.translate(source.protocol, source.request) : null;
  const raw = source.kind === 'webhook' ? source.raw : (delivery?.raw ?? null);
  if (raw === null) return nothing;
  if (delivery?.setAside !== undefined)
    return { ...nothing, delivery, evaluations: setAside(delivery.setAside) };
  const sent = await bodyToPayload(raw);
  if (task.purpose === 'verifying') return { ...nothing, payload: onlySecret(type, sent) };
  const clean = task.secrets
    ? withoutBodySecrets({ type, ...task.secrets }, raw, sent)
    : { raw, wrapped: sent };
  return {
    ...nothing,
    raw: clean.raw === raw ? null : clean.raw,
    problem: clean.wrapped.problem,
    handshake: handshakeOf(type, clean.wrapped.payload),
    ...(await evaluate(task, tools, clean.wrapped, clean.raw.body.length)),
    delivery,
  };
}

const nothing: Reading = {
  kind: 'payload',
  raw: null,
  problem: null,
  handshake: null,
  evaluations: [],
  packedTraces: null,
  payload: {},
  delivery: null,
};

async function evaluate(
  { type, displayName, splitsAlerts, mappingKey, mapping, measures, purpose }: PayloadTask,
  { programs, findPrevious }: ReadingTools,
  wrapped: WrappedPayload,
  characters: number,
): Promise<Pick<Reading, 'evaluations' | 'packedTraces'>> {
  const program = programs.get(mappingKey, () => mapping);
  const rules = { type, program, displayName, splitsAlerts, measures };
  const evaluations = await evaluatePayload(rules, wrapped, findPrevious, characters);
  if (purpose !== 'intake') return { evaluations, packedTraces: null };
  return {
    evaluations: evaluations.map((evaluation) => ({ ...evaluation, trace: [] })),
    packedTraces: packTraces(evaluations.map(({ trace }) => trace)),
  };
}

function onlySecret(
  { verificationField: field }: IntegrationType,
  sent: WrappedPayload,
): WrappedPayload['payload'] {
  const value = field === null ? undefined : readPath(sent.payload, field);
  return field !== null && typeof value === 'string' ? withPath({}, field, value) : {};
}

async function readViews({ raws }: ViewsTask): Promise<Views> {
  const texts: string[] = [];
  for (const raw of raws) texts.push(JSON.stringify((await bodyToPayload(raw)).payload));
  return { kind: 'views', texts };
}
