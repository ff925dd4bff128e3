import type { Wire } from './api-connection.ts';
import { type CodePlace, type PlaceAt, withPlace } from './code-place.ts';

type Proof = Wire['Proof'];

type Result = Wire['ProofResult'];
type CounterExample = NonNullable<Result['counterExample']>;
type ProofObject = CounterExample['objects'][number];

/** A proof, and what is known of the code that it is about. */
export interface ProofReport {
  proof: Proof;
  placeOf(object: ProofObject): CodePlace | null;
}

/** The report of a proof of changes. Objects that do not exist yet are found by their names. */
export function reportOf(
  proof: Proof,
  addresses: ReadonlyMap<string, string>,
  placeAt: PlaceAt,
): ProofReport {
  const names = new Map(proof.newObjects.map(({ id, name }) => [id, name]));
  return {
    proof,
    placeOf({ entityType, id, member }) {
      const address = addresses.get(`${entityType} ${names.get(id) ?? id}`);
      return address === undefined ? null : placeAt(address, member);
    },
  };
}

/**
 * Where the counter-example of a guarantee is in code, in the order in which it was decided. Without one: where the
 * guarantee says what it is about, or what it excuses, and what is excused.
 */
export function placesOf(report: ProofReport, result: Result): CodePlace[] {
  const { counterExample, state, excusedBy } = result;
  if (counterExample) return counterExample.objects.flatMap((one) => report.placeOf(one) ?? []);
  if (excusedBy.length === 0 && state !== 'Vacuous') return [];
  const own = guaranteePlace(report, result, excusedBy.length > 0 ? 'excuses' : 'incidents');
  return [...(own ? [own] : []), ...excusedBy.flatMap((one) => report.placeOf(one) ?? [])];
}

/** Where a member of the guarantee itself is. */
export function guaranteePlace(
  { placeOf }: ProofReport,
  { guaranteeId, changeId }: Result,
  member: string | null,
): CodePlace | null {
  const id = guaranteeId ?? changeId;
  return id === null ? null : placeOf({ entityType: 'Guarantee', id, member });
}

export type PlacedMending = CounterExample['mendings'][number] & { place: CodePlace | null };

/** The mendings of the counter-example, and where the code is that each changes; null: not there yet, or not known. */
export function mendingsOf({ placeOf }: ProofReport, { counterExample }: Result): PlacedMending[] {
  return (counterExample?.mendings ?? []).map((mending) => {
    const { entityType, id, member } = mending;
    return { ...mending, place: id === null ? null : placeOf({ entityType, id, member }) };
  });
}

/** As the server answers it, with the place of each guarantee, object and mending in code, as far as it is known. */
export function withPlaces(report: ProofReport): Proof {
  const { proof, placeOf } = report;
  const results = proof.results.map((result) => {
    const excusedBy = result.excusedBy.map((one) => withPlace(one, placeOf(one)));
    const own = { ...withPlace(result, guaranteePlace(report, result, null)), excusedBy };
    const { counterExample } = result;
    if (!counterExample) return own;
    const objects = counterExample.objects.map((object) => withPlace(object, placeOf(object)));
    const mendings = mendingsOf(report, result).map(({ place, ...one }) => withPlace(one, place));
    return { ...own, counterExample: { ...counterExample, objects, mendings } };
  });
  return { ...proof, results };
}

/**
 * Nothing is proven while values that may decide are known only after apply: what was found without them is neither
 * certain to hold nor to break.
 */
export function withUndecided(
  proof: Proof,
  undecided: readonly { address: string; attribute: string }[],
): Proof {
  if (undecided.length === 0) return proof;
  const named = undecided.slice(0, namedMax).map((one) => `${one.address} ${one.attribute}`);
  const more = undecided.length > namedMax ? `, and ${undecided.length - namedMax} more` : '';
  const reason = `Known only after apply: ${named.join(', ')}${more}.`;
  return {
    ...proof,
    results: proof.results.map((result) => ({
      ...result,
      state: 'NotDecided',
      reason,
      reasonSentence: null,
      firstBreakAt: null,
      holes: [],
      holesTotal: 0,
      excused: [],
      excusedBy: [],
      counterExample: null,
    })),
  };
}

const namedMax = 10;
