import { Alert } from '@mantine/core';
import type { TypeSummary } from '../../parts/integration-types.ts';
import { Said } from '../../parts/said/index.ts';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

/** The catalogue's note on a type that no live account was ever connected to. */
export function Untested({
  type: { untested, untestedSentence },
}: {
  type: Pick<TypeSummary, 'untested' | 'untestedSentence'>;
}) {
  const t = useTexts(texts);
  if (untested === null) return null;
  return (
    <Alert color="orange" variant="light" title={t.untested}>
      <Said text={untested} sentence={untestedSentence} />
    </Alert>
  );
}
