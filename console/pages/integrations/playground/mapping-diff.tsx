import { Button, Group, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { components } from '../../../../openapi/types/public-v1.generated.ts';
import { useTexts } from '../../../parts/texts.tsx';
import { linesOf } from './draft.ts';
import { type DiffLine, diffOf, partsOf } from './line-diff.ts';
import { texts } from './texts.ts';

type Mapping = components['schemas']['AttributesMapping'];

/** A mapping of one's own leaves nothing of a default one of hundreds of lines. */
const shownAtFirst = 24;

/** The lines that were added to the default mapping of the type, and those taken out of it; the rest is folded. */
export function MappingDiff({ before, after }: { before: Mapping; after: Mapping }) {
  const t = useTexts(texts);
  const [isWhole, setWhole] = useState(false);
  const lines = useMemo(() => diffOf(linesOf(before), linesOf(after)), [before, after]);
  const count = (kind: DiffLine['kind']) => lines.filter((line) => line.kind === kind).length;
  if (count(' ') === lines.length) return <Text size="sm">{t.same}</Text>;
  const parts = partsOf(lines);
  const shownLines = parts.flatMap((part) => (part.isFar ? [] : part.lines));
  const cut = new Set(isWhole ? [] : shownLines.slice(shownAtFirst));
  return (
    <Stack gap="xs">
      <Text size="sm">{t.diffCounts(count('+'), count('-'))}</Text>
      <section aria-label={t.diff}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <pre className="mapping-diff" tabIndex={0}>
          {parts.map((part, place) => (
            <Part
              // biome-ignore lint/suspicious/noArrayIndexKey: a part is identified by its place
              key={place}
              lines={part.lines.filter((line) => !cut.has(line))}
              isFar={part.isFar && !isWhole}
            />
          ))}
        </pre>
      </section>
      {(isWhole || shownLines.length < lines.length || cut.size > 0) && (
        <Group>
          <Button
            variant="default"
            size="xs"
            aria-expanded={isWhole}
            onClick={() => setWhole(!isWhole)}
          >
            {isWhole ? t.diffLess : t.diffAll(lines.length)}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function Part({ lines, isFar }: { lines: readonly DiffLine[]; isFar: boolean }) {
  const t = useTexts(texts);
  if (isFar) return <span data-kind="far">{t.unchanged(lines.length)}</span>;
  return lines.map(({ kind, text }, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its place
    <span key={place} data-kind={kind}>
      {kind} {text}
    </span>
  ));
}
