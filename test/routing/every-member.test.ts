import { describe, expect, it } from 'vitest';
import type { RuleActions, RuleChannels, RuleConditions } from '../../src/routing/routings.ts';
import { ids, run } from './sample.ts';

/** `Record`s over the members of the contract: one that is added there has to be added here. */

/** What each member has to be, for a rule not to match; some only mean something beside others. */
const conditions: Record<keyof RuleConditions, RuleConditions> = {
  statuses: { statuses: ['Resolved'] },
  severities: { severities: ['Minor'] },
  integrations: { integrations: [ids.gone] },
  services: { services: [ids.gone] },
  intents: { intents: ['Deleted'] },
  labels: { labels: ['nowhere'] },
  labelsMatchType: { labels: ['nowhere', 'eu'], labelsMatchType: 'all' },
  attributes: { attributes: [{ name: 'Host', operator: '=', value: 'x' }] },
  attributesMatchType: {
    attributes: [
      { name: 'Host', operator: '=', value: 'x' },
      { name: 'Host', operator: '=', value: 'db-1' },
    ],
    attributesMatchType: 'all',
  },
  dateRestriction: { dateRestriction: { until: '2026-01-01T00:00:00Z' } },
  schedule: { schedule: { daysOfWeek: ['sun'] } },
};

/** What each member makes of a rule, beside others that it needs. */
const actions: {
  [Member in keyof Required<RuleActions>]: [RuleActions[Member], Partial<RuleActions>];
} = {
  assignToTeams: [[ids.database], {}],
  assignToTeamsRepeatAlerts: [false, { assignToTeams: [ids.database] }],
  changeSeverity: ['Critical', {}],
  useEscalationPolicyId: [ids.nights, {}],
  addInteraction: ['Resolved', {}],
  ruleFlowControl: ['Skip', {}],
  discard: [true, {}],
  delayActionsInMinutes: [5, { addInteraction: 'Resolved' }],
  affectsServices: [[ids.checkout], { addInteraction: 'Affects' }],
  forwardToOutboundIntegrations: [[ids.jira], { addInteraction: 'Forwarded' }],
  setAttributes: [[{ name: 'a', value: '1' }], {}],
  snoozeForRelativeInMinutes: [10, { addInteraction: 'Snoozed' }],
  snoozeUntilAbsolute: ['07:00', { addInteraction: 'Snoozed' }],
  snoozeUntilWeekdayAbsolute: ['wed', { addInteraction: 'Snoozed', snoozeUntilAbsolute: '07:00' }],
  excludeFromUptimeCalculation: [true, {}],
  comment: ['Look', {}],
  messageIsPublic: [true, { comment: 'Look' }],
  deleteInRelativeInSeconds: [60, {}],
  hold: [{ pauseMinutes: 5 }, {}],
};

const channels: { [Member in keyof Required<RuleChannels>]: RuleChannels } = {
  outboundIntegrations: { outboundIntegrations: [ids.slack] },
  outboundIntegrationsMuted: { outboundIntegrationsMuted: true },
  notificationChannels: { notificationChannels: ['SMS'] },
  notificationChannelsMuted: { notificationChannelsMuted: true },
};

/** What two rules do, of which the first is this one. */
function effectOf(parts: Parameters<typeof run>[0][number]): unknown {
  const { fired, examined } = run([parts, {}]);
  return { fired, examined };
}

describe('no member of a rule is accepted and ignored', () => {
  it.each(Object.entries(conditions))('condition %s', (_member, given) => {
    expect(run([{ conditions: given }]).fired).toEqual([]);
  });

  it.each(Object.entries(actions))('action %s', (member, [value, others]) => {
    const without = { setAttributes: [], ...others } as RuleActions;
    const plain = effectOf({ actions: without });
    expect(effectOf({ actions: { ...without, [member]: value } })).not.toEqual(plain);
    expect(
      effectOf({ actions: { ...without, [member]: member === 'setAttributes' ? [] : null } }),
    ).toEqual(plain);
  });

  it.each(Object.entries(channels))('channels %s', (_member, given) => {
    expect(effectOf({ channels: given })).not.toEqual(effectOf({ channels: {} }));
  });
});
