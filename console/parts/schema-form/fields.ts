import type { ComponentType } from 'react';
import type { Schema } from '../../../openapi/types/request-schemas.ts';

export interface SchemaFormProps {
  /** The schema of a request body in the document: its name, or a part of it. */
  schema: string | Schema;
  value: Record<string, unknown>;
  onChange: (value: Record<string, unknown>) => void;
  /** By path, as `fieldErrors` of `api/problem.ts` makes them: `rules.0.conditions`. */
  errors?: Record<string, string>;
  /** Only these members, in this order; all when left out. */
  members?: readonly string[];
  /** Not these: the page has something better for them. */
  without?: readonly string[];
  /** Objects that may be null to the API, but are what the page is about: nobody can remove them. */
  fixed?: readonly string[];
  /** Where the value stands in the request, for the errors. */
  path?: string;
  isDisabled?: boolean;
  /** Side by side where there is room: small objects of a list. */
  isRow?: boolean;
}

export interface MemberFieldProps {
  /** Draws what is inside of it. */
  Form: ComponentType<SchemaFormProps>;
  name: string;
  schema: Schema;
  isRequired: boolean;
  value: unknown;
  /** The object that the member is one of. */
  beside: Readonly<Record<string, unknown>>;
  onChange: (value: unknown) => void;
  errors: Record<string, string>;
  path: string;
  isDisabled: boolean;
  isFixed?: boolean;
}
