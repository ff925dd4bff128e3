import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allowsChannel, allowsOutbound } from '../../src/incidents/index.ts';
import { channelLimitsOf } from '../../src/routing/channels.ts';
import type { NotificationChannel, RuleChannels } from '../../src/routing/routings.ts';
import { inEnglish } from '../../src/sentences/index.ts';
import { ids, run } from './sample.ts';

const channels: NotificationChannel[] = ['Email', 'VoiceCall', 'SMS', 'Push'];

function allowed(given: RuleChannels): NotificationChannel[] {
  const limits = channelLimitsOf(given);
  return channels.filter((channel) => allowsChannel(limits ? [limits] : [], channel));
}

describe('channels of a rule', () => {
  it.each<[string, NotificationChannel[] | null, boolean | null, NotificationChannel[]]>([
    ['nothing set', null, null, channels],
    ['nothing muted', null, false, channels],
    ['all muted', null, true, []],
    ['some muted', ['SMS', 'VoiceCall'], true, ['Email', 'Push']],
    ['only some', ['Email'], false, ['Email']],
    ['only some, nothing said of muting', ['Push'], null, ['Push']],
    ['an empty list silences nobody', [], true, channels],
    ['an empty list limits nothing', [], false, channels],
  ])('%s', (_name, notificationChannels, notificationChannelsMuted, expected) => {
    expect(allowed({ notificationChannels, notificationChannelsMuted })).toEqual(expected);
  });

  it('the same holds for outbound integrations, whose ids have no letter case', () => {
    const limits = (given: RuleChannels) => {
      const made = channelLimitsOf(given);
      return made ? [made] : [];
    };
    const muted = limits({
      outboundIntegrations: [ids.slack.toUpperCase()],
      outboundIntegrationsMuted: true,
    });
    expect(allowsOutbound(muted, ids.slack)).toBe(false);
    expect(allowsOutbound(muted, ids.jira)).toBe(true);
    expect(allowsChannel(muted, 'SMS')).toBe(true);
    const only = limits({ outboundIntegrations: [ids.slack], outboundIntegrationsMuted: false });
    expect(allowsOutbound(only, ids.slack.toUpperCase())).toBe(true);
    expect(allowsOutbound(only, ids.jira)).toBe(false);
    expect(allowsOutbound(limits({ outboundIntegrationsMuted: true }), ids.jira)).toBe(false);
    expect(limits({})).toEqual([]);
  });

  it('what one limit silences, further limits do not allow again', () => {
    const some = fc.record({
      notificationChannels: fc.option(fc.subarray(channels)),
      notificationChannelsMuted: fc.option(fc.boolean()),
    });
    fc.assert(
      fc.property(fc.array(some, { maxLength: 4 }), (rules) => {
        const limits = rules.map(channelLimitsOf).filter((limit) => limit !== null);
        for (const channel of channels)
          expect(allowsChannel(limits, channel)).toBe(
            rules.every((rule) => allowed(rule).includes(channel)),
          );
      }),
    );
  });

  it('are part of the effects, by name', () => {
    const [fired] = run([
      {
        channels: {
          outboundIntegrations: [ids.slack],
          outboundIntegrationsMuted: true,
          notificationChannels: ['Email'],
        },
      },
    ]).fired;
    expect(fired?.effects && inEnglish(fired.effects.summary)).toBe(
      'Only these notification channels: Email; outbound integrations muted: Slack.',
    );
    expect(fired?.effects?.channels).toEqual({
      notificationChannels: { muted: false, names: ['Email'] },
      outboundIntegrations: { muted: true, names: [ids.slack] },
    });
  });
});
