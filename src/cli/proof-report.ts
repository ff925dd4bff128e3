import type { Wire } from './api-connection.ts';

type Proof = Wire['Proof'];

type ProofObject = Pick<
  NonNullable<Wire['ProofResult']['counterExample']>['objects'][number],
  'entityType' | 'id' | 'member'
>;

/** Where an object is in code. */
export interface CodePlace {
  address: string;
  /** The part that decided, as Terraform calls it: `escalation_tiers[1].schedules`; null: the object as a whole. */
  attribute: string | null;
  /** Null: the files are not known, or it was not found in them. */
  file: string | null;
  line: number | null;
}

/** A proof, and what is known of the code that it is about. */
export interface ProofReport {
  proof: Proof;
  placeOf(object: ProofObject): CodePlace | null;
}

/** The report of a proof of changes. Objects that do not exist yet are found by their names. */
export function reportOf(
  proof: Proof,
  addresses: ReadonlyMap<string, string>,
  placeAt: (address: string, member: string | null) => CodePlace,
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

/** Where the counter-example of a guarantee is in code, in the order in which it was decided. */
export function placesOf(
  { placeOf }: ProofReport,
  { counterExample }: Wire['ProofResult'],
): CodePlace[] {
  return (counterExample?.objects ?? []).flatMap((object) => placeOf(object) ?? []);
}

/** `main.tf:12 tocsin_escalation_policy.core steps[0]` */
export function placeText({ address, attribute, file, line }: CodePlace): string {
  const what = attribute === null ? address : `${address} ${attribute}`;
  return file === null ? what : `${file}:${line} ${what}`;
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
