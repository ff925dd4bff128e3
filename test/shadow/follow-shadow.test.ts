import { describe, expect, it } from 'vitest';
import { decide } from '../../src/alerting/decide.ts';
import { channelNames, chatKinds } from '../../src/channels/index.ts';
import type { IncidentDocument, Intent, Severity } from '../../src/incidents/index.ts';
import { withEvent } from '../../src/incidents/index.ts';
import { type DeliveryDocument, isToolLane } from '../../src/notifications/index.ts';
import type { OutboundIntegration } from '../../src/outbound/index.ts';
import { outboundTypes } from '../../src/outbound/types.ts';
import { opened, sceneAt, start, type TimelineOptions, timelineOf } from '../alerting/timeline.ts';

const minute = 60_000;
const teams: TimelineOptions['teams'] = {
  T: {
    tiers: [{ autoEscalationAfterMinutes: 10 }, { autoEscalationAfterMinutes: 10 }, {}],
    onDuty: [['ann'], ['bob'], ['cat']],
  },
  U: { tiers: [{}], onDuty: [['una']] },
};
const ofTeam = { T: teams.T } as TimelineOptions['teams'];

/** What was to be sent, whether or not it was. */
function planned(deliveries: readonly DeliveryDocument[]): string[] {
  return deliveries
    .filter(({ state, dropReason }) => state === 'queued' || dropReason?.code === 'inShadow')
    .map(
      ({ ownerId, lane, dueAt, intent }) => `${dueAt.toISOString()} ${ownerId} ${lane} ${intent}`,
    )
    .sort();
}

const dropped = (deliveries: readonly DeliveryDocument[]) =>
  deliveries.filter(({ dropReason }) => dropReason?.code === 'inShadow');

describe('in shadow', () => {
  it('everything is decided as ever, kept with what it would have been, and nothing is sent', () => {
    const actions = { 25: { intent: 'Commented' }, 40: { intent: 'Resolved' } } as const;
    const usual = timelineOf({ teams: ofTeam, actions });
    const shadow = timelineOf({ teams: ofTeam, actions, inShadow: () => true });
    expect(usual.alerts).toEqual(['0 tier 1 ann', '10 tier 2 bob', '20 tier 3 cat']);
    expect(shadow.deliveries.filter(({ state }) => state === 'queued')).toEqual([]);
    expect(planned(shadow.deliveries)).toEqual(planned(usual.deliveries));
    expect(dropped(shadow.deliveries).length).toBe(planned(usual.deliveries).length);
    expect(shadow.incident.isShadow).toBe(true);
    expect(usual.incident.isShadow).toBeUndefined();
  });

  it('nothing leaves by any channel nor to any outbound type', () => {
    const deliveries = (isInShadow: boolean) =>
      decide(opened('T', 'Critical'), { ...everything(), isInShadow: () => isInShadow }).deliveries;
    const usual = deliveries(false);
    const queued = usual.filter(({ state }) => state === 'queued');
    expect(new Set(queued.map(({ lane }) => lane).filter((lane) => !isToolLane(lane)))).toEqual(
      new Set(channelNames),
    );
    expect(queued.filter(({ lane }) => isToolLane(lane)).map(({ ownerId }) => ownerId)).toEqual(
      outboundTypes.map(({ id }) => id),
    );
    const shadow = deliveries(true);
    expect(shadow.every(({ state, nextAt }) => state === 'dropped' && !nextAt)).toBe(true);
    expect(planned(shadow)).toEqual(planned(usual));
  });

  it('a repeated decision tells people once the run has ended, whatever was kept before', () => {
    const kept = decide(opened('T', 'Critical'), { ...everything(), isInShadow: () => true });
    const again = decide(opened('T', 'Critical'), everything());
    const ids = new Set(kept.deliveries.map(({ _id }) => _id));
    expect(again.deliveries.every(({ _id, state }) => state === 'queued' && !ids.has(_id))).toBe(
      true,
    );
  });
});

describe('an incident that opened in shadow', () => {
  const until5 = (at: number) => at < 5;

  it('stays with the other product when the shadow ends, whatever is due', () => {
    const { deliveries, incident } = timelineOf({ teams: ofTeam, inShadow: until5 });
    expect(deliveries.filter(({ state }) => state === 'queued')).toEqual([]);
    expect(incident.isShadow).toBe(true);
  });

  it('is told of from the beginning when the shadow ends and adopts what is open', () => {
    const options = { teams: ofTeam, inShadow: until5, adoptsOpen: true };
    const { alerts, incident } = timelineOf(options);
    expect(alerts).toEqual(['10 tier 1 ann', '20 tier 2 bob', '30 tier 3 cat']);
    expect(incident.isShadow).toBeUndefined();
    const attended = timelineOf({ ...options, actions: { 3: { intent: 'Investigated' } } });
    expect(attended.alerts).toEqual([]);
  });

  it('is told of from the beginning once it opens again', () => {
    const { alerts, incident } = timelineOf({
      teams: ofTeam,
      inShadow: until5,
      actions: { 7: { intent: 'Resolved' }, 30: { intent: 'Unresolved' } },
    });
    expect(alerts).toEqual(['30 tier 1 ann', '40 tier 2 bob', '50 tier 3 cat']);
    expect(incident.isShadow).toBeUndefined();
  });

  it('is told of from the beginning when somebody escalates it', () => {
    const actions = { 12: { intent: 'Escalated' } } as const;
    const { alerts } = timelineOf({ teams: ofTeam, inShadow: until5, actions });
    expect(alerts).toContain('12 tier 1 ann');
  });

  it('is told of everywhere once a team has it that is in no shadow', () => {
    const { alerts, incident } = timelineOf({
      teams,
      inShadow: (_, teamIds) => teamIds.every((id) => id === 'T'),
      actions: { 3: { intent: 'Assigned', teams: ['U'] } },
    });
    expect(alerts).toContain('3 U tier 1 una');
    expect(alerts).toContain('3 tier 1 ann');
    expect(incident.isShadow).toBeUndefined();
  });

  it('is told of when it becomes severer, is forwarded, or one more problem joins; not when it repeats', () => {
    const found = decide(opened('T', 'Warning'), { ...everything(), isInShadow: () => true });
    const before: IncidentDocument = { ...found.after, alerting: found.state };
    const at = new Date(start + 20 * minute);
    const isToldAfter = (
      severity: Severity,
      more: Partial<IncidentDocument> = {},
      intent: Intent = 'Updated',
    ) => {
      const event = { intent, severity, at };
      const incident = withEvent({ ...before, severity, ...more }, event);
      const { deliveries } = decide(incident, { ...everything(), now: at });
      return deliveries.filter(({ isAlert, state }) => isAlert && state === 'queued').length > 0;
    };
    expect(isToldAfter('Warning')).toBe(false);
    expect(isToldAfter('Minor')).toBe(false);
    expect(isToldAfter('Critical')).toBe(true);
    expect(isToldAfter('Warning', {}, 'Forwarded')).toBe(true);
    expect(isToldAfter('Warning', {}, 'Commented')).toBe(false);
    const sub = { id: 's', status: 'Open', createdAt: at } as const;
    // Only these members decide.
    expect(isToldAfter('Warning', { subIncidents: [sub] as never })).toBe(true);
  });
});

it('an incident that opened with people told never falls silent', () => {
  const { alerts, deliveries } = timelineOf({ teams: ofTeam, inShadow: (at) => at >= 5 });
  expect(alerts).toEqual(['0 tier 1 ann', '10 tier 2 bob', '20 tier 3 cat']);
  expect(dropped(deliveries)).toEqual([]);
});

/** Ann has every way to be reached, and the team every tool. */
function everything() {
  const scene = sceneAt(teams, [], start);
  const steps = channelNames.map((channel) => ({ channel, afterMinutes: 0 }));
  const tools = outboundTypes.map(
    // Only these members decide whether a tool is told.
    ({ id, displayName: name }) =>
      ({
        id,
        teamId: 'T',
        wire: { type: id, displayName: name },
      }) as unknown as OutboundIntegration,
  );
  return {
    ...scene,
    tools: () => tools,
    channels: { missing: () => null },
    recipient: (userId: string) => {
      const found = scene.recipient(userId);
      return (
        found && {
          ...found,
          phone: '+4930123456',
          devices: [{ id: 'd', name: 'Phone' }],
          chats: chatKinds.map((kind) => ({ id: `c-${kind}`, name: 'Ann', kind, failure: null })),
          rules: { wire: { rules: [{ steps }] } as never, timeZoneId: 'UTC' },
        }
      );
    },
  };
}
