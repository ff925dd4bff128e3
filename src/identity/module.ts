import type { Module } from '../kernel/index.ts';
import { leavesWithOrganization } from '../resources/index.ts';
import { apiKeyKind } from './api-keys.ts';
import { applyAuditRetention } from './audit-retention.ts';
import { installationModel } from './model.ts';
import { organizationKind } from './organization-kind.ts';
import { organizationMembershipKind } from './organization-memberships.ts';
import { recordRetention } from './retention-record.ts';
import { removeViewsOf, savedViewModel } from './saved-views.ts';
import { userKind } from './users.ts';

export const identity = {
  name: 'identity',
  kinds: [organizationKind, userKind, organizationMembershipKind, apiKeyKind],
  models: [installationModel, savedViewModel],
  tasks: (world, settings) => [
    {
      name: 'audit-retention',
      everySeconds: 3600,
      run: (stopping) => applyAuditRetention(world, settings, stopping),
    },
    {
      name: 'retention-record',
      everySeconds: 3600,
      run: (stopping) => recordRetention(world, settings, stopping),
    },
  ],
  removeWith: {
    ...leavesWithOrganization(savedViewModel),
    User: (world, { id, organizationId }) => removeViewsOf(world, { organizationId, userId: id }),
  },
} satisfies Module;
