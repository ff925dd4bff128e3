import type { Wire } from './api-connection.ts';

type Proof = Wire['Proof'];

/** Where an object is in code. */
export interface CodePlace {
  address: string;
  /** Null: the files are not known, or it was not found in them. */
  file: string | null;
  line: number | null;
}

/** A proof, and what is known of the code that it is about. */
export interface ProofReport {
  proof: Proof;
  placeOf(entityType: string, id: string): CodePlace | null;
}

/** Of a proof of changes: objects that are not there yet are found by their names. */
export function reportOf(
  proof: Proof,
  addresses: ReadonlyMap<string, string>,
  placeAt: (address: string) => { file: string; line: number } | null,
): ProofReport {
  const names = new Map(proof.newObjects.map(({ id, name }) => [id, name]));
  return {
    proof,
    placeOf(entityType, id) {
      const address = addresses.get(`${entityType} ${names.get(id) ?? id}`);
      if (address === undefined) return null;
      return { address, ...(placeAt(address) ?? { file: null, line: null }) };
    },
  };
}

/** Where the counter-example of a guarantee is in code, in the order in which it was decided. */
export function placesOf(
  { placeOf }: ProofReport,
  { counterExample }: Wire['ProofResult'],
): CodePlace[] {
  return (counterExample?.objects ?? []).flatMap(
    ({ entityType, id }) => placeOf(entityType, id) ?? [],
  );
}

/** `main.tf:12 tocsin_team.core` */
export function placeText({ address, file, line }: CodePlace): string {
  return file === null ? address : `${file}:${line} ${address}`;
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
      counterExample: null,
    })),
  };
}

const namedMax = 10;
