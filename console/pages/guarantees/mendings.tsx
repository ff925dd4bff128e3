import { Stack, Text } from '@mantine/core';
import { Code } from '../../parts/code.tsx';
import { Part } from '../../parts/part.tsx';
import { Said } from '../../parts/said/index.ts';
import { useTexts } from '../../parts/texts.tsx';
import type { CounterExample } from './example-types.ts';
import { texts } from './texts.ts';

/** The changes that would mend the incident, each by itself, and the same as code. */
export function Mendings({ mendings }: Pick<CounterExample, 'mendings'>) {
  const t = useTexts(texts);
  return (
    <Part title={t.mendings} note={t.mendingsHelp}>
      {mendings.length === 0 ? (
        <Text size="sm">{t.noMendings}</Text>
      ) : (
        <ul className="plain-list guarantee-mendings">
          {mendings.map(({ text, textSentence, code }) => (
            <li key={text}>
              <Stack gap={4} className="breaks-anywhere">
                <Text size="sm" fw={600}>
                  <Said text={text} sentence={textSentence} />
                </Text>
                {code !== null && <Code text={code} label={text} />}
              </Stack>
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}
