import { Alert } from '@mantine/core';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

/** What the catalogue says of a type that no live account was ever connected to. */
export function Untested({ sentence }: { sentence: string | null | undefined }) {
  const t = useTexts(texts);
  if (!sentence) return null;
  return (
    <Alert color="orange" variant="light" title={t.untested}>
      {sentence}
    </Alert>
  );
}
