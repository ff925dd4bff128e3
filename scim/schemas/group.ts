import { attribute, text } from './define.ts';
import type { Schema } from './resource-types.ts';

export const groupSchema: Schema = {
  id: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  name: 'Group',
  description:
    'People who belong together. What a group means here, mappings of the organization say.',
  attributes: [
    text('displayName', 'The name of the group.', { required: true }),
    attribute('members', 'complex', 'The people in the group. Groups in groups are refused.', {
      multiValued: true,
      subAttributes: [
        text('value', 'Id of the user.', {
          required: true,
          mutability: 'immutable',
          caseExact: true,
        }),
        attribute('$ref', 'reference', 'Address of the user.', {
          mutability: 'readOnly',
          referenceTypes: ['User'],
        }),
        text('display', 'Name of the user.', { mutability: 'readOnly' }),
        text('type', 'Always User.', { mutability: 'immutable', canonicalValues: ['User'] }),
      ],
    }),
  ],
};
