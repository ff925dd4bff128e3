import { Alert, Anchor, Group, List, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { api } from '../../api/client.ts';
import { shortMoment } from '../../parts/duty-timeline/index.ts';
import { Icon } from '../../parts/icon.tsx';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { coverageTexts } from './coverage-texts.ts';

type Finding = components['schemas']['CoverageFinding'];

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
            <List.Item
              key={`${finding.kind} ${finding.userId} ${finding.objectId} ${finding.start} ${finding.text}`}
            >
              <b>{t.levels[finding.level]}:</b> <Sentence finding={finding} />
            </List.Item>
          ))}
        </List>
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

/** In the language of the person where the finding says all that its sentence needs; else in the words of the server. */
function Sentence({ finding }: { finding: Finding }) {
  const t = useTexts(coverageTexts);
  const { language } = useLanguage();
  const { kind, start, end, team, text } = finding;
  const moment = (time: string) =>
    shortMoment(Date.parse(time), language, team?.timeZoneId ?? 'UTC');
  if (kind === 'NobodyOnCall' && start && end) return t.nobody(moment(start), moment(end));
  if (kind === 'NoTiers') return t.noTiers;
  if (kind === 'NeverEscalates') return t.neverEscalates;
  return <span lang="en">{text}</span>;
}
