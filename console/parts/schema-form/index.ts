export { choiceOf } from './choices.ts';
export { type FieldChoice, FieldChoices } from './field-choices.tsx';
export type { SchemaFormProps } from './fields.ts';
export { descriptionOf, helpOf, wordings } from './help.ts';
export { labelOf } from './labels.ts';
export { emptyValue, resolved, type Schema, schemaNamed } from './schema.ts';
export { SchemaForm } from './schema-form.tsx';
export { withoutSecrets } from './without-secrets.ts';
