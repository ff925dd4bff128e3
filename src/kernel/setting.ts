/** One setting of the server, as the environment holds it. */
export interface Setting<Value> {
  /** Name of the variable. */
  env: string;
  /** Used where the variable is not set; undefined: the setting may be missing. */
  default: string | undefined;
  /** Its value is neither shown nor logged. */
  secret?: true;
  /** For the table of settings in the README. */
  meaning: string;
  /** Throws an error whose text goes on after the name of the variable. */
  parse(text: string): Value;
}

/** An address without query and fragment, and without slashes at its end. */
export function httpUrl(value: string): string {
  const url = URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash)
    throw new Error('must be an http or https URL without query or fragment');
  return value.replace(/\/+$/, '');
}
