/** Turns the text of a `type.yaml` into a record, or reports all its mistakes. */
import type { DefinedError } from 'ajv';
import { load } from 'js-yaml';
import { explain } from './explain-mistake.ts';
import validate from './type-validator.generated.ts';
import type { CallRouting, IntegrationType, MessagePattern, Paste, Split } from './types.ts';

/** A `type.yaml` that fits `templates/type.schema.json`. */
type TypeFile = Pick<
  IntegrationType,
  | 'id'
  | 'displayName'
  | 'aliases'
  | 'category'
  | 'documentation'
  | 'sendsResolve'
  | 'multiAlert'
  | 'authentication'
  | 'unconfirmed'
  | 'mapping'
> &
  Partial<
    Pick<
      IntegrationType,
      | 'source'
      | 'protocol'
      | 'settings'
      | 'acceptsEmpty'
      | 'handshake'
      | 'verification'
      | 'verificationHeader'
      | 'verificationField'
      | 'preParser'
      | 'germanName'
      | 'searchWords'
      | 'setup'
      | 'untested'
    >
  > & {
    callRouting?: Omit<CallRouting, 'refusal'> & Partial<Pick<CallRouting, 'refusal'>>;
    split?: Omit<Split, 'always'> & Partial<Pick<Split, 'always'>>;
    followUp?: PatternText;
    keepsSeverity?: PatternText & { unless?: string };
  };

interface PatternText {
  field: string;
  matches: string;
}

/**
 * The record in `yaml`, the text of `templates/<folder>/type.yaml`; or every mistake as `path: reason`.
 */
export function parseType(
  folder: string,
  yaml: string,
  paste: Paste | null,
): { type: IntegrationType } | { mistakes: string[] } {
  let file: unknown;
  try {
    file = load(yaml);
  } catch (error) {
    return { mistakes: [`is not YAML: ${error instanceof Error ? error.message : String(error)}`] };
  }
  if (!fits(file)) return { mistakes: explain(fits.errors ?? []) };
  if (file.id !== folder) return { mistakes: [`id: is ${file.id} but the folder is ${folder}`] };
  try {
    return { type: toType(file, paste) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { mistakes: [`matches: ${error.message}`] };
  }
}

interface Validator {
  (file: unknown): file is TypeFile;
  errors?: DefinedError[] | null;
}

/** The generated function has no types; it checks the schema, and `TypeFile` describes the same shape. */
const fits = validate as Validator;

function toType(file: TypeFile, paste: Paste | null): IntegrationType {
  const { split, followUp, keepsSeverity } = file;
  return {
    ...file,
    source: file.source ?? 'webhook',
    protocol: file.protocol ?? null,
    settings: file.settings ?? null,
    callRouting: file.callRouting ? { refusal: null, ...file.callRouting } : null,
    acceptsEmpty: file.acceptsEmpty ?? false,
    handshake: file.handshake ?? null,
    verification: file.verification ?? null,
    verificationHeader: file.verificationHeader ?? null,
    verificationField: file.verificationField ?? null,
    preParser: file.preParser ?? null,
    split: split ? { always: false, ...split } : null,
    followUp: followUp ? toPattern(followUp) : null,
    keepsSeverity: keepsSeverity
      ? { ...toPattern(keepsSeverity), unless: keepsSeverity.unless ?? null }
      : null,
    germanName: file.germanName ?? null,
    searchWords: file.searchWords ?? [],
    setup: file.setup ?? null,
    untested: file.untested ?? null,
    paste,
    snippets: [],
  };
}

function toPattern({ field, matches }: PatternText): MessagePattern {
  return { field, pattern: new RegExp(matches, 'i') };
}
