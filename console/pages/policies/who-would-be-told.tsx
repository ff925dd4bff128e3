import { Paper, Select, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { api } from '../../api/client.ts';
import { formatDuration } from '../../parts/duration.ts';
import { instantOf, nextNight, ownZone } from '../../parts/local-time.ts';
import { texts } from '../../parts/policies/texts.ts';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { Said } from '../../parts/said/index.ts';
import { useSeverityTexts } from '../../parts/severity-badge.tsx';
import { useLanguage, useTexts } from '../../parts/texts.tsx';

type Preview = components['schemas']['EscalationPolicyPreview'];
type Simulated = Preview['steps'][number];

const severities = ['Critical', 'Warning', 'Minor'] as const;
const acknowledgements = [5, 15, 30, 60] as const;
const moments = ['whenNow', 'whenNight'] as const;

/** Rounds repeat themselves, and a phone has little room. */
const shownMax = 40;

/** Minute by minute what the stored policy would do with an incident. */
export function WhoWouldBeTold({ id, isChanged }: { id: string; isChanged: boolean }) {
  const t = useTexts(texts);
  const names = useSeverityTexts();
  const [opensAt] = useState(() =>
    new Date(instantOf(nextNight(Date.now(), ownZone()), ownZone())).toISOString(),
  );
  const [moment, setMoment] = useState<(typeof moments)[number]>('whenNow');
  const [severity, setSeverity] = useState<(typeof severities)[number]>('Critical');
  const [minutes, setMinutes] = useState<number | null>(null);
  const { data, error } = api.useQuery(
    'get',
    '/escalation-policy/{id}/preview',
    {
      params: {
        path: { id },
        query: {
          Severity: severity,
          ...(moment === 'whenNight' && { At: opensAt }),
          ...(minutes !== null && { AcknowledgedAfterMinutes: minutes }),
        },
      },
    },
    { placeholderData: keepPreviousData },
  );
  return (
    <Paper withBorder p="md" radius="md" component="section" aria-label={t.who}>
      <Stack gap="sm">
        <Stack gap={2}>
          <Title order={2} size="h4">
            {t.who}
          </Title>
          <Text size="xs" c="dimmed">
            {t.whoHelp} {isChanged && t.whoChanged}
          </Text>
        </Stack>
        <SimpleGrid cols={{ base: 1, xs: 3, lg: 1, xl: 3 }} spacing="xs">
          <Select
            size="xs"
            label={t.when}
            data={moments.map((value) => ({ value, label: t[value] }))}
            value={moment}
            allowDeselect={false}
            onChange={(chosen) => setMoment(moments.find((one) => one === chosen) ?? moment)}
          />
          <Select
            size="xs"
            label={t.severity}
            data={severities.map((value) => ({ value, label: names[value] }))}
            value={severity}
            allowDeselect={false}
            onChange={(chosen) => setSeverity(severities.find((one) => one === chosen) ?? severity)}
          />
          <Select
            size="xs"
            label={t.acknowledged}
            data={[
              { value: '', label: t.never },
              ...acknowledgements.map((after) => ({
                value: String(after),
                label: t.afterMinutesOnly(after),
              })),
            ]}
            value={minutes === null ? '' : String(minutes)}
            allowDeselect={false}
            onChange={(chosen) => setMinutes(chosen ? Number(chosen) : null)}
          />
        </SimpleGrid>
        {Boolean(error) && <ProblemNotice error={error} isQuestion />}
        {data && <Timetable preview={data} />}
      </Stack>
    </Paper>
  );
}

function Timetable({ preview }: { preview: Preview }) {
  const t = useTexts(texts);
  const { steps, hasMore, at, escalationPolicyId: ownId } = preview;
  const shown = steps.slice(0, shownMax);
  return (
    <Stack gap="xs" role="status">
      {!steps.some(({ outcome }) => outcome === 'told' || outcome === 'done') && (
        <Text className="team-nobody">{t.nobodyAtAll}</Text>
      )}
      <Stack component="ol" gap={0} className="plain-list">
        {shown.map((step) => (
          <Line key={keyOf(step)} step={step} begin={Date.parse(at)} policyId={ownId} />
        ))}
      </Stack>
      {(hasMore || steps.length > shown.length) && (
        <Text size="xs" c="dimmed">
          {t.hasMore}
        </Text>
      )}
    </Stack>
  );
}

/** A policy is begun once for an incident. */
function keyOf({ escalationPolicy, team, loop, tier, repeat }: Simulated): string {
  return [escalationPolicy?.id ?? team.id, loop, tier, repeat].join(' ');
}

const tones = {
  told: 'Resolved',
  done: 'Resolved',
  nobody: 'Critical',
  skipped: undefined,
  stopped: undefined,
} as const;

function Line(props: { step: Simulated; begin: number; policyId: string }) {
  const { step, begin, policyId } = props;
  const t = useTexts(texts);
  const { language } = useLanguage();
  const { at, outcome, users, reason, reasonSentence, escalationPolicy } = step;
  const passed = at === null ? null : Date.parse(at) - begin;
  const isOther = escalationPolicy?.id !== policyId;
  const what = [
    ...(isOther ? [escalationPolicy?.displayName ?? step.team.displayName] : []),
    step.displayName ?? t.step(step.tier),
    ...(step.loop > 0 ? [t.round(step.loop + 1)] : []),
    ...(step.repeat > 0 ? [t.repeat(step.repeat)] : []),
  ].join(' · ');
  return (
    <li className="policy-line">
      <Text size="sm" fw={600} className="policy-line-time">
        {passed === null ? '–' : passed < 1000 ? t.atOnce : formatDuration(passed, language)}
      </Text>
      <Stack gap={2} className="breaks-anywhere">
        <Text size="sm" fw={600}>
          {users === null
            ? t.outOfSight
            : users.length > 0
              ? users.map(({ displayName }) => displayName).join(', ')
              : what}{' '}
          <span className="badge" data-tone={tones[outcome]}>
            {t.outcomes[outcome]}
          </span>
        </Text>
        <Text size="xs" c="dimmed">
          {(users === null || users.length > 0) && `${what} `}
          {reason && <Said text={reason} sentence={reasonSentence} />}
        </Text>
      </Stack>
    </li>
  );
}
