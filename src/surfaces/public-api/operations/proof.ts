import type { components } from '../../../contract/index.ts';
import {
  type GuaranteeWire,
  horizonDaysDefault,
  lateSeconds,
  objectsOfPlay,
  type ProvenGuarantee,
  proveGuarantees,
} from '../../../proofs/index.ts';
import { answered, type Sentence } from '../../../sentences/index.ts';
import { readChangeSet } from '../change-set.ts';
import { type Handlers, ok } from '../handlers.ts';

type Schemas = components['schemas'];

/** As many as the document lets an answer have. */
const timesMax = 50;
const messagesMax = 500;
const stepsMax = 200;
const objectsMax = 500;

export const proofOperations = {
  proveConfiguration: async (caller, { body }) => {
    const guarantees = (body.guarantees ?? []).map(
      ({
        evenIf = null,
        excuses = null,
        horizonDays = horizonDaysDefault,
        ...same
      }): GuaranteeWire => ({
        ...same,
        evenIf,
        excuses,
        horizonDays,
      }),
    );
    const proof = await proveGuarantees(caller, caller.dependencies.channels, {
      guaranteeIds: body.guaranteeIds ?? null,
      guarantees,
      horizonDays: body.horizonDays ?? null,
      changes: await readChangeSet(caller, body.changes ?? []),
    });
    return ok({
      from: proof.from.toISOString(),
      late: lateSeconds,
      results: proof.results.map((one) => resultView(one, proof.nameOf)),
      newObjects: [...proof.newIds].map(([name, id]) => ({ name, id })),
    });
  },
} satisfies Handlers;

function resultView(
  result: ProvenGuarantee,
  nameOf: (userId: string) => string,
): Schemas['ProofResult'] {
  const { id, displayName, state, reason, until, incidentClasses, timeClasses } = result;
  const { firstBreakAt, holes, excused, counterExample } = result;
  return {
    guaranteeId: id,
    displayName,
    state,
    ...answered('reason', reason),
    until: instantOf(until),
    incidentClasses,
    timeClasses,
    firstBreakAt: firstBreakAt === null ? null : instantOf(firstBreakAt),
    holes: holes.slice(0, timesMax).map(timeView),
    holesTotal: holes.length,
    excused: excused.slice(0, timesMax).map(timeView),
    counterExample: counterExample && exampleView(counterExample, nameOf),
  };
}

type CounterExample = NonNullable<ProvenGuarantee['counterExample']>;

function exampleView(
  example: CounterExample,
  nameOf: (userId: string) => string,
): NonNullable<Schemas['ProofResult']['counterExample']> {
  const { at, fault, source, witness, played, isContradicted, peopleTold: people } = example;
  const { trace, reason } = played;
  const messages = (trace?.messages ?? []).filter(({ lane }) => lane !== 'Outbound');
  return {
    at: instantOf(at),
    faults: fault === null ? [] : [fault],
    isContradicted,
    integrationId: source.integrationId,
    integration: source.displayName,
    timeZoneId: source.timeZoneId,
    severity: witness.severity,
    title: witness.title,
    attributes: witness.attributes.map(({ name, value }) => ({ name, value })),
    peopleTold: people,
    messages: messages.slice(0, messagesMax).map((one) => ({
      at: (one.sentAt ?? one.dueAt).toISOString(),
      channel: one.lane,
      recipientId: one.ownerId,
      recipient: nameOf(one.ownerId),
      ...answered('because', one.because),
      ...answered('dropReason', one.reason),
    })),
    steps: stepsOf(at, played.trace, reason).slice(0, stepsMax),
    objects: objectsOfPlay(example).slice(0, objectsMax),
  };
}

/** Why nothing opened, or what the history says of it. */
function stepsOf(at: number, trace: CounterExample['played']['trace'], reason: Sentence | null) {
  if (reason) return [{ at: instantOf(at), ...answered('text', reason) }];
  return (trace?.events ?? []).flatMap((event) =>
    typeof event.message === 'object' && event.message !== null
      ? { at: event.at.toISOString(), ...answered('text', event.message) }
      : [],
  );
}

function timeView({ start, end }: { start: number; end: number }) {
  return { start: instantOf(start), end: instantOf(end) };
}

function instantOf(at: number): string {
  return new Date(at).toISOString();
}
