import {
  Button,
  Group,
  Paper,
  SegmentedControl,
  Select,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { Empty } from '../../parts/empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import {
  addDays,
  dateOf,
  instantOf,
  localOf,
  nextNight,
  ownZone,
  weekdayOf,
} from '../../parts/local-time.ts';
import { useNames } from '../../parts/names.ts';
import { Page } from '../../parts/page.tsx';
import { useSeverityTexts } from '../../parts/severity-badge.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { useClear } from '../../parts/use-clear.ts';
import { useNow } from '../../parts/use-now.ts';
import { type SimulationSearch, severities } from './search.ts';
import { SimulationResult } from './simulation-result.tsx';
import { texts } from './texts.ts';

/** "Sunday 03:00, Critical, this integration: who is woken, when, by what?" The question stands in the address. */
export default function SimulationPage() {
  const t = useTexts(texts);
  const clear = useClear();
  const severityTexts = useSeverityTexts();
  const search = useSearch({ from: '/on-call/simulation' });
  const navigate = useNavigate({ from: '/on-call/simulation' });
  const integrations = useNames('InboundIntegration');
  const teams = useNames('Team');
  const now = useNow();
  const zone = ownZone();
  const ask = (changes: Partial<SimulationSearch>) =>
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true });
  const { severity = 'Critical', at, integration, team } = search;
  const isAsked = integration !== undefined || team !== undefined;
  const simulation = api.useQuery(
    'post',
    '/routing/simulate',
    {
      body: {
        at: at ? new Date(instantOf(at, zone)).toISOString() : null,
        severity,
        title: search.title ?? t.defaultTitle,
        integrationId: integration ?? null,
        teamIds: integration === undefined && team ? [team] : null,
      },
    },
    { enabled: isAsked, staleTime: 5_000 },
  );
  return (
    <Page title={t.simulation} lead={t.simulationLead} above={[{ title: t.title, to: '/on-call' }]}>
      <Paper withBorder p="md" radius="md">
        <Stack>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <Select
              label={t.integration}
              data={[...(integrations.data ?? [])].map(([value, label]) => ({ value, label }))}
              value={integration ?? null}
              onChange={(chosen) => ask({ integration: chosen ?? undefined, team: undefined })}
              searchable
              {...clear(t.integration)}
            />
            <Select
              label={t.team}
              data={[...(teams.data ?? [])].map(([value, label]) => ({ value, label }))}
              value={team ?? null}
              onChange={(chosen) => ask({ team: chosen ?? undefined, integration: undefined })}
              searchable
              {...clear(t.team)}
            />
            <WhenField at={at} now={now} onChange={(moment) => ask({ at: moment })} />
            <Stack gap={6}>
              <Text size="sm" fw={600} id="severity-label">
                {t.severity}
              </Text>
              <SegmentedControl
                aria-labelledby="severity-label"
                data={severities.map((one) => ({ value: one, label: severityTexts[one] }))}
                value={severity}
                onChange={(chosen) => ask({ severity: severities.find((one) => one === chosen) })}
              />
              <TextInput
                label={t.incidentTitle}
                placeholder={t.defaultTitle}
                defaultValue={search.title ?? ''}
                onBlur={(event) => ask({ title: event.currentTarget.value || undefined })}
              />
            </Stack>
          </SimpleGrid>
        </Stack>
      </Paper>
      {isAsked ? (
        <Loaded query={simulation}>{(result) => <SimulationResult result={result} />}</Loaded>
      ) : (
        <Empty title={t.choose} />
      )}
    </Page>
  );
}

/** A moment on the clock of the person: any, or one that is often asked for. */
function WhenField({
  at,
  now,
  onChange,
}: {
  at: string | undefined;
  now: number;
  onChange: (at: string | undefined) => void;
}) {
  const t = useTexts(texts);
  const zone = ownZone();
  const today = dateOf(now, zone);
  return (
    <Stack gap={6}>
      <TextInput
        type="datetime-local"
        label={t.when}
        description={t.ownClock(zone)}
        value={at ?? localOf(now, zone)}
        onChange={(event) => onChange(event.currentTarget.value.slice(0, 16) || undefined)}
      />
      <Group gap={6}>
        <Button size="compact-sm" variant="default" onClick={() => onChange(undefined)}>
          {t.now}
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => onChange(nextNight(now, zone))}>
          {t.tonight}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => onChange(`${addDays(today, 7 - weekdayOf(today))}T03:00`)}
        >
          {t.sunday}
        </Button>
      </Group>
    </Stack>
  );
}
