import type { components } from '../../contract/index.ts';
import {
  type GuaranteeWire,
  horizonDaysDefault,
  lateSeconds,
  type Proof,
  type ProofRequest,
  type ProvenGuarantee,
  type SeenProof,
  type ShownCounterExample,
  type ShownResult,
} from '../../proofs/index.ts';
import { answered } from '../../sentences/index.ts';
import type { ConfigurationChange } from '../../stage/index.ts';

type Schemas = components['schemas'];

/** The request of a body, with defaults for what it leaves out. */
export function proofRequest(
  { guaranteeIds = null, guarantees, horizonDays = null }: Schemas['ProofInput'],
  changes: readonly ConfigurationChange[],
): ProofRequest {
  return { guaranteeIds, horizonDays, changes, guarantees: (guarantees ?? []).map(wholeGuarantee) };
}

function wholeGuarantee({
  evenIf = null,
  excuses = null,
  alarm = null,
  horizonDays = horizonDaysDefault,
  ...same
}: Schemas['GuaranteeInput']): GuaranteeWire {
  return { ...same, evenIf, excuses, alarm, horizonDays };
}

/** A proof, as it is answered. */
export function proofAnswer({ from, results, nameOf, newIds }: Proof): Schemas['Proof'] {
  return {
    from: from.toISOString(),
    late: lateSeconds,
    results: results.map((one) => proofView(one, one, nameOf)),
    newObjects: [...newIds].map(([name, id]) => ({ name, id })),
  };
}

/** A proof that is kept, as it is answered. */
export function proofRunView(run: SeenProof): Schemas['ProofRun'] {
  const { from, results, nameOf, newIds } = run;
  const found = { from, results, nameOf, newIds: new Map(newIds.map((one) => [one.name, one.id])) };
  return { ...proofAnswer(found), ...runMembers(run) };
}

export function proofRunSummary(run: SeenProof): Schemas['ProofRunSummary'] {
  const results = run.results.map(({ id, displayName, state }) => ({
    guaranteeId: id,
    ...{ displayName, state },
  }));
  return { ...runMembers(run), results };
}

function runMembers(run: SeenProof): Schemas['ProofRunMembers'] {
  const { id, state, reason, createdAt, userId, startedBy, ahead, aheadStartedBy } = run;
  const { changes, changed, isCut } = run;
  return {
    ...{ id, state, userId, startedBy, ahead, aheadStartedBy, changes, isCut },
    ...answered('reason', reason),
    createdAt: createdAt.toISOString(),
    changed: changed.map(({ id: entityId, ...one }) => ({ ...one, entityId })),
  };
}

/** The result for one guarantee, as it is answered. */
export function proofView(
  {
    id: guaranteeId,
    changeId,
    displayName,
    told,
  }: Pick<ProvenGuarantee, 'id' | 'changeId' | 'displayName' | 'told'>,
  result: ShownResult,
  nameOf: (userId: string) => string,
  timesMax = 50,
): Schemas['ProofResult'] {
  const { state, reason, until, incidentClasses, timeClasses, firstBreakAt } = result;
  const { holes, holesTotal, excused, excusedBy, counterExample } = result;
  return {
    ...{ guaranteeId, changeId, displayName, told, state },
    ...answered('reason', reason),
    until: instantOf(until),
    incidentClasses,
    timeClasses,
    firstBreakAt: firstBreakAt === null ? null : instantOf(firstBreakAt),
    holes: holes.slice(0, timesMax).map(timeView),
    holesTotal,
    excused: excused.slice(0, timesMax).map(timeView),
    excusedBy: [...excusedBy],
    counterExample: counterExample && exampleView(counterExample, nameOf),
  };
}

function exampleView(
  { at, fault, messages, steps, duty, mendings, ...same }: ShownCounterExample,
  nameOf: (userId: string) => string,
): NonNullable<Schemas['ProofResult']['counterExample']> {
  return {
    ...same,
    at: instantOf(at),
    faults: fault === null ? [] : [fault],
    messages: messages.map(({ at: sentAt, channel, recipientId, because, reason }) => ({
      at: instantOf(sentAt),
      channel,
      recipientId,
      recipient: nameOf(recipientId),
      ...answered('because', because),
      ...answered('dropReason', reason),
    })),
    duty: duty.map(({ displayName, tier, userIds, ...time }) => ({
      ...{ displayName, tier, ...timeView(time) },
      people: userIds.map(nameOf),
    })),
    mendings: mendings.map(({ text, ...mending }) => ({ ...answered('text', text), ...mending })),
    steps: steps.map(({ at: takenAt, text }) => ({
      at: instantOf(takenAt),
      ...answered('text', text),
    })),
  };
}

function timeView({ start, end }: { start: number; end: number }) {
  return { start: instantOf(start), end: instantOf(end) };
}

function instantOf(at: number): string {
  return new Date(at).toISOString();
}
