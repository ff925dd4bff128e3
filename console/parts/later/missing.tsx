import { Alert, Button, Stack, Text } from '@mantine/core';
import { createContext, use, useEffect } from 'react';
import { announce } from '../announce.ts';
import { focusAround } from '../focus-around.ts';
import { showNotice } from '../notices.ts';
import { sharedTexts } from '../shared-texts.ts';
import { useTexts } from '../texts.tsx';
import { type MissingWords, useMissingWords } from './missing-words.ts';

/** Takes back the press that asked for the part; null where nobody pressed anything. */
export const TakenBack = createContext<(() => void) | null>(null);

export interface MissingProps {
  error: unknown;
  /** From here on the part is asked for anew. */
  forget(): void;
  /** Asks for it now. */
  again(): void;
}

/**
 * Says that a part did not come, and what to do: in its place, or in the corner where a press asked for it, which can
 * be pressed again then.
 */
export function Missing({ error, forget, again }: MissingProps) {
  const takeBack = use(TakenBack);
  const words = useMissingWords(error);
  // Nothing else comes out of loading a part.
  if (!words) throw error;
  if (takeBack) return <InCorner words={words} forget={forget} takeBack={takeBack} />;
  return <InPlace words={words} again={again} />;
}

function InPlace({ words, again }: { words: MissingWords; again(): void }) {
  const t = useTexts(sharedTexts);
  useEffect(() => announce(`${words.title}. ${words.detail}`), [words.title, words.detail]);
  return (
    <Alert color="red" variant="light" title={words.title} role="group" className="problem">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{words.detail}</Text>
        {words.isOver ? (
          <LoadAgain />
        ) : (
          <Button
            size="xs"
            variant="default"
            onClick={(event) => {
              focusAround(event);
              again();
            }}
          >
            {t.tryAgain}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

interface InCornerProps {
  words: MissingWords;
  forget(): void;
  takeBack(): void;
}

function InCorner({ words: { title, detail, isOver }, forget, takeBack }: InCornerProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once, when it is found missing
  useEffect(() => {
    showNotice({
      about: 'missing',
      tone: 'refused',
      title,
      message: (
        <Stack gap="xs" align="flex-start">
          <Text size="sm">{detail}</Text>
          {isOver && <LoadAgain />}
        </Stack>
      ),
      milliseconds: 15_000,
    });
    announce(`${title}. ${detail}`);
    forget();
    takeBack();
  }, []);
  return null;
}

/** Gets the scripts that the server has by now. */
export function LoadAgain() {
  const t = useTexts(sharedTexts);
  return (
    <Button size="xs" variant="default" onClick={() => location.reload()}>
      {t.loadAgain}
    </Button>
  );
}
