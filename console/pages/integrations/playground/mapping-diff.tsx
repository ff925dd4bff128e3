import { Text } from '@mantine/core';
import { useMemo } from 'react';
import type { components } from '../../../../openapi/types/public-v1.generated.ts';
import { useTexts } from '../../../parts/texts.tsx';
import { linesOf } from './draft.ts';
import { diffOf } from './line-diff.ts';
import { texts } from './texts.ts';

type Mapping = components['schemas']['AttributesMapping'];

/** What was added to the default mapping of the type, and what was taken out of it. */
export function MappingDiff({ before, after }: { before: Mapping; after: Mapping }) {
  const t = useTexts(texts);
  const lines = useMemo(() => diffOf(linesOf(before), linesOf(after)), [before, after]);
  if (lines.every(({ kind }) => kind === ' ')) return <Text size="sm">{t.same}</Text>;
  return (
    <section aria-label={t.diff}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre className="mapping-diff" tabIndex={0}>
        {lines.map(({ kind, text }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its place
          <span key={place} data-kind={kind}>
            {kind} {text}
          </span>
        ))}
      </pre>
    </section>
  );
}
