import { Group, Stack, Text } from '@mantine/core';
import { api } from '../../api/client.ts';
import {
  CallBack,
  callerOf,
  callTexts,
  isCalledBack,
  OutcomeBadge,
  Voicemail,
} from '../../parts/call/index.ts';
import type { Incident } from '../../parts/incident-actions/incident.ts';
import { Moment } from '../../parts/moment.tsx';
import { Said } from '../../parts/said/index.ts';
import { TextLink } from '../../parts/text-link.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { Section } from './section.tsx';
import { texts } from './texts.ts';

const refetchInterval = 5_000;

/** Who called, for incidents of calls; the latest call of them first. Nothing for all others. */
export function Caller({ incident }: { incident: Incident }) {
  const t = useTexts(texts);
  const ofCalls = useTexts(callTexts);
  const { data } = api.useQuery(
    'get',
    '/call-session/search/list',
    { params: { query: { IncidentId: incident.id, Limit: 5 } } },
    {
      enabled: incident.integration !== null,
      retry: false,
      refetchInterval: ({ state }) =>
        state.data?.callSessions.some(isCalledBack) ? refetchInterval : false,
    },
  );
  const [latest, ...earlier] = data?.callSessions ?? [];
  if (!latest) return null;
  return (
    <Section title={t.caller}>
      <Stack gap="sm">
        {[latest, ...earlier].map((call) => (
          <Group key={call.id} gap="sm">
            <Text fw={call === latest ? 600 : undefined}>{callerOf(call, ofCalls)}</Text>
            <OutcomeBadge outcome={call.outcome} />
            <Text size="sm" c="dimmed">
              <Moment at={call.startedAt} />
            </Text>
            <TextLink to="/calls/$callId" params={{ callId: call.id }}>
              {t.openCall}
            </TextLink>
          </Group>
        ))}
        {latest.endReason !== null && (
          <Text size="sm">
            <Said text={latest.endReason} sentence={latest.endReasonSentence} />
          </Text>
        )}
        {latest.callerNumber === null ? (
          <Text size="sm">{t.hiddenCaller}</Text>
        ) : (
          <CallBack call={latest} />
        )}
        <Voicemail call={latest} />
      </Stack>
    </Section>
  );
}
