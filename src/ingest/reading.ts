import { type IntegrationType, readPath, withPath } from '../integrations/index.ts';
import type { AttributesMapping, ProgramCache } from '../mapping/index.ts';
import { withoutBodySecrets } from './body-secrets.ts';
import { bodyToPayload, type RawBody, type WrappedPayload } from './body-to-payload.ts';
import { type AlertEvaluation, evaluatePayload, type FindPrevious } from './evaluate.ts';
import { type Handshake, handshakeOf } from './handshake.ts';

/** A body to be read and evaluated elsewhere than where requests are answered: nothing but data. */
export interface ReadingTask {
  raw: RawBody;
  type: IntegrationType;
  mapping: AttributesMapping;
  /** Names this version of the mapping. */
  mappingKey: string;
  displayName: string;
  splitsAlerts: boolean;
  /** Of a request: its tool may have put them into the body. Stored bodies have none any more. */
  secrets: { signatureSecret: string | null } | null;
  /** Only the secret is wanted, by which the sender is verified. */
  isForSecret: boolean;
}

/** What intake has to know of a body whose JSON is not at hand. */
export interface Reading {
  /** What is stored instead of the request, where that holds secrets. */
  raw: RawBody | null;
  /** As in `WrappedPayload`. */
  problem: string | null;
  handshake: Handshake | null;
  evaluations: AlertEvaluation[];
  /** The payload with nothing but the secret, for tasks that ask for it; else empty. */
  payload: WrappedPayload['payload'];
}

/** Does the same as intake does with small bodies, in the same order. */
export async function readWhole(
  task: ReadingTask,
  programs: ProgramCache,
  findPrevious: FindPrevious,
): Promise<Reading> {
  const { type, displayName, splitsAlerts } = task;
  const sent = await bodyToPayload(task.raw);
  if (task.isForSecret) return onlySecret(type, sent);
  const clean = task.secrets
    ? withoutBodySecrets({ type, ...task.secrets }, task.raw, sent)
    : { raw: task.raw, wrapped: sent };
  const program = programs.get(task.mappingKey, () => task.mapping);
  const view = { type, program, displayName, splitsAlerts };
  return {
    raw: clean.raw === task.raw ? null : clean.raw,
    problem: clean.wrapped.problem,
    handshake: handshakeOf(type, clean.wrapped.payload),
    evaluations: await evaluatePayload(view, clean.wrapped, findPrevious, clean.raw.body.length),
    payload: {},
  };
}

function onlySecret({ verificationField: field }: IntegrationType, sent: WrappedPayload): Reading {
  const value = field === null ? undefined : readPath(sent.payload, field);
  return {
    raw: null,
    problem: null,
    handshake: null,
    evaluations: [],
    payload: field !== null && typeof value === 'string' ? withPath({}, field, value) : {},
  };
}
