import { Ajv, type ValidateFunction } from 'ajv';
import type { Json, OpenApiDocument, Schema } from './document.ts';

/** Answers what is wrong with a value, or null. */
export type Check = (schema: Schema, value: Json) => string | null;

/** Checks values against schemas of the document, with its references and `nullable`. */
export function createCheck(document: OpenApiDocument): Check {
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  ajv.addSchema({ $id: 'document.json', components: document.components });
  const compiled = new Map<string, ValidateFunction>();
  return (schema, value) => {
    const text = JSON.stringify(schema).replaceAll('"#/components/', '"document.json#/components/');
    let validate = compiled.get(text);
    if (!validate) {
      validate = ajv.compile(JSON.parse(text));
      compiled.set(text, validate);
    }
    return validate(value) ? null : ajv.errorsText(validate.errors, { dataVar: 'example' });
  };
}
