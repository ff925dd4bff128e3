import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Code } from '../../parts/code.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { bodyOf, pairsOf } from './payload-text.ts';
import { texts } from './texts.ts';

/** A browser shows more of it only slowly. */
const shownMax = 20_000;

/** The body that was sent, as text whatever is in it; large bodies are cut until somebody wants all of them. */
export function BodyView({ data }: { data: unknown }) {
  const t = useTexts(texts);
  const [isWhole, setWhole] = useState(false);
  const { text } = bodyOf(data);
  const isCut = !isWhole && text.length > shownMax;
  return (
    <Stack gap="sm">
      <Text fw={600} size="sm">
        {t.body}
      </Text>
      {text === '' ? (
        <Text size="sm" c="dimmed">
          {t.empty}
        </Text>
      ) : (
        <Code text={isCut ? `${text.slice(0, shownMax)}…` : text} label={t.body} />
      )}
      {isCut && (
        <Button variant="default" size="xs" onClick={() => setWhole(true)}>
          {t.showAll(Math.ceil(text.length / 1000))}
        </Button>
      )}
      {(['query', 'headers'] as const).map((member) => {
        const pairs = pairsOf(data, member);
        return (
          pairs.length > 0 && (
            <details key={member}>
              <summary>{t[member]}</summary>
              <Code text={pairs.map((pair) => pair.join(': ')).join('\n')} label={t[member]} />
            </details>
          )
        );
      })}
    </Stack>
  );
}
