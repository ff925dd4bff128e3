import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { Loaded } from '../loaded.tsx';
import { Part } from '../part.tsx';
import { Said } from '../said/index.ts';
import { useTexts } from '../texts.tsx';
import { KindBadges } from './state-badge.tsx';
import { texts } from './texts.ts';
import { LineName, Traces } from './traces.tsx';
import type { Replay, ReplayGroup } from './types.ts';

/** The differences, by the first line in which the two courses differ. */
export function Groups({ replay }: { replay: Replay }) {
  const t = useTexts(texts);
  const { id, groups } = replay;
  return (
    <Part title={t.groups}>
      <ul className="plain-list replay-groups">
        {groups.map((group) => (
          <OneGroup
            key={group.exampleIds.join() || JSON.stringify(group.cause)}
            id={id}
            {...group}
          />
        ))}
      </ul>
    </Part>
  );
}

function OneGroup({ id, kinds, cause, exampleIds }: ReplayGroup & { id: string }) {
  const t = useTexts(texts);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li className="replay-group">
      <Stack gap={6}>
        <Group gap={6}>
          <KindBadges kinds={kinds} />
        </Group>
        <Text size="sm" className="breaks-anywhere">
          {cause ? (
            <>
              <LineName line={cause} /> <b>{t.changes[cause.change]}</b>
            </>
          ) : (
            t.noCause
          )}
        </Text>
        {cause && <CauseText cause={cause} />}
        {exampleIds.length > 0 && (
          <Group>
            <Button
              variant="default"
              size="compact-sm"
              aria-expanded={isOpen}
              onClick={() => setIsOpen(!isOpen)}
            >
              {t.examples(exampleIds.length)}
            </Button>
          </Group>
        )}
        {isOpen && <Examples id={id} exampleIds={exampleIds} />}
      </Stack>
    </li>
  );
}

/** The text of the line that made the difference; if the change removed the line, the text that it had. */
function CauseText({ cause }: { cause: NonNullable<ReplayGroup['cause']> }) {
  const { change, present, presentSentence, changed, changedSentence } = cause;
  const [text, sentence] =
    change === 'Gone' ? [present, presentSentence] : [changed, changedSentence];
  if (text === null) return null;
  return (
    <Text size="sm" c="dimmed" className="breaks-anywhere">
      <Said text={text} sentence={sentence} />
    </Text>
  );
}

function Examples({ id, exampleIds }: { id: string; exampleIds: string[] }) {
  const differences = api.useQuery('get', '/replay/{id}/differences', {
    params: { path: { id }, query: { Ids: exampleIds } },
  });
  return (
    <Loaded query={differences} lines={4}>
      {({ items }) => (
        <Stack component="ul" className="plain-list" gap="md">
          {items.map((difference) => (
            <Traces key={difference.id} difference={difference} />
          ))}
        </Stack>
      )}
    </Loaded>
  );
}
