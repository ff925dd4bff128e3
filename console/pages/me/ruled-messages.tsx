import { Text, Timeline } from '@mantine/core';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { channelWords } from '../../parts/channels.ts';
import { shortMoment } from '../../parts/duty-timeline/index.ts';
import { Icon } from '../../parts/icon.tsx';
import { Said } from '../../parts/said/index.ts';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { rulesTexts } from './rules-texts.ts';

export interface RuledMessagesProps {
  zone: string;
  messages: readonly components['schemas']['NotificationPreviewMessage'][];
}

/** The messages that one alert sends, one by one, until somebody acknowledges the incident. */
export function RuledMessages({ zone, messages }: RuledMessagesProps) {
  const t = useTexts(rulesTexts);
  const { language } = useLanguage();
  if (messages.length === 0) return <Text size="sm">{t.nothingSent}</Text>;
  return (
    <Timeline bulletSize={20} lineWidth={2} aria-label={t.messages}>
      {messages.map(({ channel, target, dueAt, isSent, reason, reasonSentence }, place) => (
        <Timeline.Item
          // biome-ignore lint/suspicious/noArrayIndexKey: messages have no identity before they are sent
          key={place}
          title={<Text ff="monospace">{shortMoment(Date.parse(dueAt), language, zone)}</Text>}
          bullet={<Icon name={channelWords(channel).icon} size={12} />}
        >
          <Text size="sm" td={isSent ? undefined : 'line-through'}>
            {channelWords(channel).name[language]}
            {target !== null && ` (${target})`}
          </Text>
          {reason !== null && (
            <Text size="sm" c={isSent ? 'dimmed' : 'red'}>
              <Said text={reason} sentence={reasonSentence} />
            </Text>
          )}
        </Timeline.Item>
      ))}
    </Timeline>
  );
}
