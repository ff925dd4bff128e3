import { Button, Chip, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { sharedTexts } from '../../parts/shared-texts.ts';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import type { InBoth, Level, Line } from './protocol.ts';
import { texts } from './texts.ts';

/** Changes of who is told come first. */
const order: readonly Level[] = ['behaviour', 'secret', 'approximated', 'lost', 'unread', 'past'];
const shownMax = 8;

/** Each value that has no place as it was, by what that means. */
export function LineList({ lines }: { lines: readonly Line[] }) {
  const t = useTexts(texts);
  const shared = useTexts(sharedTexts);
  const byLevel = Map.groupBy(lines, ({ level }) => level);
  const levels = order.filter((level) => byLevel.has(level));
  const [chosen, setChosen] = useState<Level | null>(null);
  const [count, setCount] = useState(shownMax);
  const level = chosen !== null && byLevel.has(chosen) ? chosen : levels[0];
  if (level === undefined) return <Text size="sm">{t.noLines}</Text>;
  const shown = byLevel.get(level) ?? [];
  return (
    <Stack gap="sm">
      <Chip.Group
        value={level}
        onChange={(next) => {
          setChosen(order.find((one) => one === next) ?? null);
          setCount(shownMax);
        }}
      >
        <Group gap={6} role="radiogroup" aria-label={t.level}>
          {levels.map((one) => (
            <Chip key={one} value={one} size="xs" variant="light">
              {t.levels[one]} ({byLevel.get(one)?.length ?? 0})
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      <Text size="sm" c="dimmed">
        {t.levelHelp[level]}
      </Text>
      <ul className="import-lines">
        {shown.slice(0, count).map((line) => (
          <li key={`${line.key} ${line.pointer} ${line.text}`}>
            <Group gap="xs" wrap="nowrap" align="baseline">
              <span className="badge">{line.kind}</span>
              <Text size="sm" fw={600} className="breaks-anywhere">
                {line.name}
              </Text>
            </Group>
            <Text size="sm" className="breaks-anywhere">
              <InOwnLanguage said={line} />
            </Text>
            {placesOf(line).map((place) => (
              <Text key={place} size="xs" c="dimmed" className="breaks-anywhere">
                <code>{place}</code>
              </Text>
            ))}
          </li>
        ))}
      </ul>
      {shown.length > count && (
        <Group>
          <Button size="compact-sm" variant="default" onClick={() => setCount(count + 100)}>
            {shared.more}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

/** In the language of the person, as far as the sentence is in it. */
export function InOwnLanguage({ said: { text, german } }: { said: InBoth }) {
  const { language } = useLanguage();
  const own = language === 'de' ? german : null;
  return <span lang={own === null ? 'en' : 'de'}>{own ?? text}</span>;
}

/** Where the value is in its object, and others that the line stands for. */
function placesOf({ pointer, value, members = [] }: Line): string[] {
  const at = pointer.slice(1);
  const own = at === '' ? [] : [`${at}${value === null ? '' : ` = ${value}`}`];
  return [...own, ...members.map((member) => (at === '' ? member : `${at}/${member}`))];
}
