import type { AttributeDefinition } from '../attributes.ts';
import { attribute, text } from './define.ts';
import { enterpriseUserSchema } from './enterprise-user.ts';
import { groupSchema } from './group.ts';
import { userSchema } from './user.ts';

export interface Schema {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly attributes: readonly AttributeDefinition[];
}

export interface ResourceType {
  readonly name: 'User' | 'Group';
  readonly endpoint: '/Users' | '/Groups';
  readonly description: string;
  readonly schema: Schema;
  readonly extensions: readonly Schema[];
  /** The attribute that the Directory keeps apart: it can have very many values. */
  readonly relation: 'groups' | 'members';
}

export const userType: ResourceType = {
  name: 'User',
  endpoint: '/Users',
  description: userSchema.description,
  schema: userSchema,
  extensions: [enterpriseUserSchema],
  relation: 'groups',
};

export const groupType: ResourceType = {
  name: 'Group',
  endpoint: '/Groups',
  description: groupSchema.description,
  schema: groupSchema,
  extensions: [],
  relation: 'members',
};

export const resourceTypes: readonly ResourceType[] = [userType, groupType];

export const schemas: readonly Schema[] = resourceTypes.flatMap(({ schema, extensions }) => [
  schema,
  ...extensions,
]);

const readOnly = { mutability: 'readOnly', caseExact: true } as const;

/** Attributes of every resource (RFC 7643 section 3.1), which no schema lists. */
export const commonAttributes: readonly AttributeDefinition[] = [
  attribute('schemas', 'reference', 'The schemas of the resource.', {
    multiValued: true,
    returned: 'always',
    mutability: 'readOnly',
  }),
  text('id', 'Id of the resource.', { ...readOnly, returned: 'always', uniqueness: 'server' }),
  text('externalId', 'Id that the client gave to the resource.', { caseExact: true }),
  attribute('meta', 'complex', 'About the resource.', {
    mutability: 'readOnly',
    subAttributes: [
      text('resourceType', 'Kind of the resource.', readOnly),
      attribute('created', 'dateTime', 'When it was made.', { mutability: 'readOnly' }),
      attribute('lastModified', 'dateTime', 'When it changed last.', { mutability: 'readOnly' }),
      attribute('location', 'reference', 'Address of the resource.', { mutability: 'readOnly' }),
      text('version', 'The version, as in the header ETag.', readOnly),
    ],
  }),
];
