import { attribute, text } from './define.ts';
import type { Schema } from './resource-types.ts';

export const enterpriseUserSchema: Schema = {
  id: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
  name: 'EnterpriseUser',
  description: 'What employers know of a person.',
  attributes: [
    text('employeeNumber', 'Number of the person in the company.'),
    text('costCenter', 'Name of the cost center.'),
    text('organization', 'Name of the organization.'),
    text('division', 'Name of the division.'),
    text('department', 'Name of the department.'),
    attribute('manager', 'complex', 'Whom the person reports to.', {
      subAttributes: [text('value', 'Id of the manager.', { caseExact: true })],
    }),
  ],
};
