import { Group, List, Stack, Text, Title } from '@mantine/core';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { OutcomeBadge } from '../../parts/call/index.ts';
import { formatDuration } from '../../parts/duration.ts';
import { Said } from '../../parts/said/index.ts';
import { SeverityBadge } from '../../parts/severity-badge.tsx';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { CallLog } from './call-log.tsx';
import { Facts } from './facts.tsx';
import { texts } from './texts.ts';

type Rehearsal = components['schemas']['CallRehearsal'];

/** The result of a rehearsal: what everybody hears, who is rung, why, and which incident opens. */
export function RehearsalResult({ rehearsal }: { rehearsal: Rehearsal }) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  const { at, incident, spoken, dialed } = rehearsal;
  const after = (milliseconds: number) => t.at(formatDuration(Math.max(0, milliseconds), language));
  return (
    <Stack gap="xl" role="status">
      <Stack gap="sm">
        <Group gap="sm">
          <Title order={2} size="h4">
            {t.outcome}
          </Title>
          <OutcomeBadge outcome={rehearsal.outcome} />
        </Group>
        {rehearsal.endReason !== null && (
          <Text>
            <Said text={rehearsal.endReason} sentence={rehearsal.endReasonSentence} />
          </Text>
        )}
        <Facts
          facts={[
            [t.duration, formatDuration(rehearsal.durationSeconds * 1000, language)],
            [
              t.incident,
              incident === null ? (
                rehearsal.incidentReason && (
                  <Said
                    key="reason"
                    text={rehearsal.incidentReason}
                    sentence={rehearsal.incidentReasonSentence}
                  />
                )
              ) : (
                <Group key="incident" component="span" gap={6}>
                  <SeverityBadge severity={incident.severity} />
                  {t.wouldOpen(incident.title, incident.team.displayName)}
                </Group>
              ),
            ],
          ]}
        />
      </Stack>
      <Stack gap="xs" component="section" aria-label={t.rung}>
        <Title order={2} size="h4">
          {t.rung}
        </Title>
        {dialed.length === 0 && <Text>{t.nobodyRung}</Text>}
        <List type="ordered">
          {dialed.map(({ at: rungAt, tier, user, result }) => (
            <List.Item key={`${rungAt} ${user.id}`}>
              <b>{user.displayName ?? user.email}</b> ({t.tier(tier)}): {t.dialResults[result]}{' '}
              <Text span size="sm" c="dimmed">
                {after(Date.parse(rungAt) - Date.parse(at))}
              </Text>
            </List.Item>
          ))}
        </List>
      </Stack>
      <Stack gap="xs" component="section" aria-label={t.spoken}>
        <Title order={2} size="h4">
          {t.spoken}
        </Title>
        {spoken.length === 0 && <Text>{t.nothingSaid}</Text>}
        <ol className="plain-list">
          {spoken.map(({ seconds, to, user, text, audioFile }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same words may be said twice
            <li key={place}>
              <Text size="sm" c="dimmed">
                {to === 'Caller' ? t.toCaller : t.to(user?.displayName ?? user?.email ?? '')}
                {' · '}
                {after(seconds * 1000)}
              </Text>
              <Text mb="sm" className="breaks-anywhere">
                {text ?? t.audioFile(audioFile ?? '')}
              </Text>
            </li>
          ))}
        </ol>
      </Stack>
      <CallLog log={rehearsal.log} start={at} />
    </Stack>
  );
}
