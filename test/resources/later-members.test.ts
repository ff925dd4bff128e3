import { expect, it } from 'vitest';
import { modules } from '../../src/modules.ts';
import { kindsOf } from '../../src/resources/index.ts';

/**
 * Members that objects gained and that no earlier release would misread: every process that says which release it is
 * knows them.
 */
const known = [
  'InboundIntegration.reopenWithinSeconds',
  'InboundIntegration.splitAlerts',
  'InboundIntegration.unreadablePayloads',
  // With `scheduleId` only, which is refused.
  'OnCallOverride.layerIds',
  'OnCallOverride.mode',
  'OutboundIntegration.isPaused',
  // With `dependsOn` only, which is refused.
  'Service.graceMinutes',
  'Service.suppressUpTo',
  'Service.suppression',
  'User.disableOnCallNotices',
  'User.incidentNotificationSettings',
  'User.language',
  'User.noticesBeforeMinutes',
  'User.phoneNumber',
  'User.region',
];

it('what an object gained is refused while a process of an earlier release would drop it', () => {
  const unnamed = kindsOf({ modules }).flatMap(({ entityType, shape, laterMembers }) => {
    // Members that keep their value when they are left out are those that came later (`x-absent-keeps`).
    const named = String(laterMembers);
    return shape.keptWhenAbsent
      .filter((member) => !named.includes(member))
      .map((member) => `${entityType}.${member}`);
  });
  expect(unnamed.toSorted()).toEqual(known);
});
