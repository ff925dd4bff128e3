import type { Field } from '../../../model/fields.ts';
import type { Level } from '../../../model/ledger.ts';

export function to(from: string, becomes: string, note?: string): Field {
  return { from, to: becomes, ...(note !== undefined && { note }) };
}

export function noise(why: string, ...pointers: readonly string[]): Field[] {
  return pointers.map((from) => ({ from, noise: why }));
}

export function noPlace(
  from: string,
  level: Level,
  why: string,
  unless?: readonly (string | number | boolean)[],
): Field {
  return { from, noPlace: why, level, ...(unless && { unless }) };
}

/** Every object says by which addresses it is found. */
export function links(at = ''): Field[] {
  return noise('addresses in PagerDuty', `${at}/self`, `${at}/html_url`);
}

/** A reference that is followed: by its id, else by its name. */
export function reference(at: string, becomes: string, type?: Field): Field[] {
  return [
    to(`${at}/id`, becomes),
    to(`${at}/summary`, becomes, 'where there is no id'),
    ...(type ? [type] : noise('follows from where it stands', `${at}/type`)),
    ...links(at),
    ...noise('whoever is deleted is not among the users', `${at}/deleted_at`),
  ];
}

/** A reference that says nothing new. */
export function ignored(at: string, why: string): Field[] {
  return noise(why, `${at}/**`);
}

export function common(becomes: string): Field[] {
  return [
    to('/id', `${becomes}.labels`, 'and the key in the lock file'),
    to('/name', `${becomes}.display_name`),
    ...noise('the name again', '/summary'),
    ...noise('follows from the list', '/type'),
    ...links(),
  ];
}
