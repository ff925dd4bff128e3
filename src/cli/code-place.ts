/** Where an object is in code. */
export interface CodePlace {
  address: string;
  /** The part that decided, as Terraform calls it: `escalation_tiers[1].schedules`; null: the object as a whole. */
  attribute: string | null;
  /** Null: the files are not known, or it was not found in them. */
  file: string | null;
  line: number | null;
}

/** Says where an object, or a member of it as the API calls it, is in code. */
export type PlaceAt = (address: string, member: string | null) => CodePlace;

/** `main.tf:12 tocsin_escalation_policy.core steps[0]` */
export function placeText({ address, attribute, file, line }: CodePlace): string {
  const what = attribute === null ? address : `${address} ${attribute}`;
  return file === null ? what : `${file}:${line} ${what}`;
}

/** As the server answers it, with its place as far as it is known. */
export function withPlace<Part extends object>(part: Part, place: CodePlace | null): Part {
  return place === null ? part : { ...part, place };
}
