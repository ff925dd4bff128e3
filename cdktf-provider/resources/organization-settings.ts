import { resource } from './overlay.ts';

export const organizationSettings = resource({
  type: 'tocsin_organization_settings',
  category: 'Access',
  description:
    'What holds for a whole organization: how long its audit log is kept, whether what code manages is read-only in the console, the weekly reports, and the language of people who chose none. Its id is the id of the organization. When the resource is destroyed the organization keeps the settings.',
  operations: {
    create: 'replaceOrganizationSettings',
    read: 'getOrganizationSettings',
    update: 'replaceOrganizationSettings',
  },
  parameters: { id: 'organization_id' },
  importAttributes: ['id', 'organization_id'],
  ignore: {
    billableUsers: 'moves with the members of teams, which is no drift',
  },
  attributes: {
    organizationId: { replaces: true, required: true, description: 'Id of the organization.' },
    billableUserId: { serverChooses: true },
    // Left out, the server keeps what is there, which a configuration could not say.
    codeOnly: { required: true },
    disableWeeklyIncidentEngagementReport: { required: true },
    skipQuietEngagementReports: { required: true },
    language: { required: true },
  },
  dataSources: [],
});
