import type { DefinedError } from 'ajv';

/** The mistakes that a schema finds, for the author of the file: `path: reason`, with what is allowed instead. */
export function explain(errors: readonly DefinedError[]): string[] {
  return [...new Set(errors.flatMap((error) => mistakeOf(error) ?? []))];
}

/** Null when another error explains it better. */
function mistakeOf(error: DefinedError): string | null {
  const at = placeOf(error.instancePath);
  switch (error.keyword) {
    case 'if':
      return null;
    case 'additionalProperties': {
      const known = Object.keys(error.parentSchema?.properties ?? {});
      return `${within(at, error.params.additionalProperty)}: is not known; known are ${known.join(', ')}`;
    }
    case 'required':
      // One error for each alternative; the error of `oneOf` covers them.
      return error.schemaPath.includes('/oneOf/')
        ? null
        : `${within(at, error.params.missingProperty)}: is missing${allowedAt(error)}`;
    case 'oneOf': {
      const choices = (error.schema as { required: string[] }[]).flatMap(
        ({ required }) => required,
      );
      return `${at}: must have exactly one of ${choices.join(', ')}`;
    }
    case 'dependencies':
      return `${within(at, error.params.property)}: only goes with ${error.params.deps}`;
    case 'enum':
      return `${at}: must be one of ${error.params.allowedValues.join(', ')}`;
    case 'const':
      return `${at}: must be ${error.params.allowedValue} here`;
    case 'pattern':
      if (error.params.pattern === notEmpty) return `${at}: must not be empty`;
      return `${at}: must match ${error.params.pattern}`;
    case 'type':
      return `${at}: must be ${types[String(error.params.type)] ?? error.params.type}`;
    case 'minItems':
      return `${at}: must not be empty`;
    case 'false schema':
      return `${at}: does not go with the other keys`;
    default:
      return `${at}: ${error.message ?? 'does not fit'}`;
  }
}

/** The schema writes "not empty" as this pattern, because `minLength` would need a library at run time. */
const notEmpty = '^[\\s\\S]';

const types: Readonly<Record<string, string>> = {
  boolean: 'true or false',
  string: 'a text',
  array: 'a list',
  object: 'an object',
  integer: 'a whole number',
};

/** The values that a missing key may have, where the schema says it in a word. */
function allowedAt({ parentSchema, params }: Extract<DefinedError, { keyword: 'required' }>) {
  const wanted: { enum?: string[]; type?: string } | undefined =
    parentSchema?.properties?.[params.missingProperty];
  if (wanted?.enum) return `; it is one of ${wanted.enum.join(', ')}`;
  return wanted?.type ? `; it is ${types[wanted.type] ?? wanted.type}` : '';
}

/** `/mapping/attributes/0/name` as an author writes it: `mapping.attributes[0].name`. */
function placeOf(pointer: string): string {
  const place = pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`))
    .join('')
    .slice(1);
  return place === '' ? 'the file' : place;
}

function within(at: string, key: string): string {
  return at === 'the file' ? key : `${at}.${key}`;
}
