import { Alert, Anchor, Group, List, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { Icon } from '../../parts/icon.tsx';
import { Said } from '../../parts/said/index.ts';
import { useTexts } from '../../parts/texts.tsx';
import { coverageTexts } from './coverage-texts.ts';

/** More are behind a button: what is below is what people came for. */
const shownAtFirst = 3;

/** Why an incident of the next 14 days would reach nobody, or not everybody; nothing where all is well. */
export function CoverageNotice({ teamId }: { teamId: string }) {
  const t = useTexts(coverageTexts);
  const [showsAll, setShowsAll] = useState(false);
  const coverage = api.useQuery('get', '/coverage', { params: { query: { TeamIds: [teamId] } } });
  const findings = coverage.data?.findings ?? [];
  if (findings.length === 0) return null;
  const gaps = findings.filter(({ level }) => level === 'Gap');
  const sorted = [...gaps, ...findings.filter(({ level }) => level !== 'Gap')];
  const zone = sorted.find(({ start, team }) => start && team)?.team?.timeZoneId;
  return (
    <Alert
      color={gaps.length > 0 ? 'red' : 'orange'}
      variant="light"
      icon={<Icon name="alert" />}
      className="breaks-anywhere"
    >
      <Stack gap={6}>
        <Text fw={650} size="sm">
          {gaps.length > 0 ? t.gaps(gaps.length) : t.hints(findings.length)}
        </Text>
        <List size="sm" spacing={4}>
          {(showsAll ? sorted : sorted.slice(0, shownAtFirst)).map((finding) => (
            // On a phone the sentences of three people would be two screens.
            <List.Item
              key={`${finding.kind} ${finding.userId} ${finding.objectId} ${finding.start} ${finding.text}`}
            >
              <Text inherit lineClamp={showsAll ? undefined : 3}>
                <b>{t.levels[finding.level]}:</b>{' '}
                <Said text={finding.text} sentence={finding.textSentence} />
              </Text>
            </List.Item>
          ))}
        </List>
        {zone && <Text size="xs">{t.zone(zone)}</Text>}
        {sorted.length > shownAtFirst && (
          <Group>
            <Anchor
              component="button"
              type="button"
              size="sm"
              c="inherit"
              underline="always"
              aria-expanded={showsAll}
              onClick={() => setShowsAll(!showsAll)}
            >
              {showsAll ? t.fewer : t.all(sorted.length)}
            </Anchor>
          </Group>
        )}
      </Stack>
    </Alert>
  );
}
