import { describe, expect, it } from 'vitest';
import { isSnapshot, isWanted, type Occasion } from '../../src/outbound/index.ts';
import { integrationOf } from './delivery.ts';

const occasion: Occasion = {
  intent: 'Commented',
  severity: 'Critical',
  forwardedTo: null,
  forwardedBefore: [],
  isSnoozed: false,
};

/** Rows: forwarding settings. Columns: before a forward, the forward to it, after it, a forward to another one. */
describe.each([
  ['always', false, false, [true, true, true, true]],
  ['always, until it was forwarded', false, true, [true, true, false, true]],
  ['always after forwarding', true, false, [false, true, true, false]],
  ['only on forwarding', true, true, [false, true, false, false]],
] as const)('%s', (_name, triggersOnlyOnForwarded, skipUpdatingAfterForwarding, expected) => {
  const integration = integrationOf('Webhook', {
    triggersOnlyOnForwarded,
    skipUpdatingAfterForwarding,
  });
  const { id } = integration;
  const occasions = [
    occasion,
    { ...occasion, forwardedTo: id.toUpperCase() },
    { ...occasion, forwardedBefore: [id] },
    { ...occasion, forwardedTo: 'another', forwardedBefore: ['another'] },
  ];

  it('is told what it should', () => {
    expect(occasions.map((one) => isWanted(integration, one))).toEqual(expected);
  });

  it('is told of a snoozed incident only when somebody forwards it there', () => {
    const snoozed = occasions.map((one) => isWanted(integration, { ...one, isSnoozed: true }));
    expect(snoozed).toEqual([false, true, false, false]);
  });

  it('makes a snapshot of a forward that nothing follows', () => {
    const made = occasions.map((one) => isSnapshot(integration, one));
    expect(made).toEqual([false, skipUpdatingAfterForwarding, false, false]);
  });

  it('is told nothing while it is paused', () => {
    const paused = { ...integration, wire: { ...integration.wire, isPaused: true } };
    expect(occasions.map((one) => isWanted(paused, one))).toEqual([false, false, false, false]);
  });
});

it('is not told of a severity that has no channel', () => {
  const integration = integrationOf('Slack', {
    slackSettings: { severityBasedChannelSettings: { selectedChannelIdsCritical: ['C1'] } },
  });
  const wanted = ['Critical', 'Warning', 'Minor'].map((severity) =>
    isWanted(integration, { ...occasion, severity }),
  );
  expect(wanted).toEqual([true, false, false]);
});
