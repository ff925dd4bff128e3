export type { SchemaFormProps } from './fields.ts';
export { emptyValue, resolved, type Schema, schemaNamed } from './schema.ts';
export { SchemaForm } from './schema-form.tsx';
