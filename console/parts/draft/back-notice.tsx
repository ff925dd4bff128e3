import { Alert, Button, Group, Text } from '@mantine/core';
import { useSay } from '../announce.ts';
import { formatMoment } from '../moment.tsx';
import { defineTexts, useLanguage, useTexts } from '../texts.tsx';
import type { Back } from './use-kept.ts';

const texts = defineTexts({
  en: {
    back: (when: string) => `What you wrote at ${when} is back. It is not saved yet.`,
    discard: 'Discard it',
  },
  de: {
    back: (when) =>
      `Was Sie am ${when} geschrieben haben, ist wieder da. Gespeichert ist es noch nicht.`,
    discard: 'Verwerfen',
  },
});

/** Says that a draft has survived, and takes it away; nothing where none has. */
export function BackNotice({ back }: { back: Back | null }) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  const text = back && t.back(formatMoment(back.at, language));
  useSay(text);
  if (!back) return null;
  return (
    <Alert color="blue" variant="light" role="group">
      <Group justify="space-between" gap="xs">
        <Text size="sm">{text}</Text>
        <Button size="compact-sm" variant="default" onClick={back.discard}>
          {t.discard}
        </Button>
      </Group>
    </Alert>
  );
}
