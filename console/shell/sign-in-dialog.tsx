import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { leaveForSignIn } from '../api/signed-in-again.ts';
import { defineTexts, useTexts } from '../parts/texts.tsx';
import { useFocusBack } from '../parts/use-focus-back.ts';

const texts = defineTexts({
  en: {
    title: 'Your session has ended',
    help: 'Sign in again in a small window: it works as always. What you have written stays on this page, and goes on from here.',
    signIn: 'Sign in',
    waits: 'This page notices by itself when you are signed in.',
  },
  de: {
    title: 'Ihre Sitzung ist beendet',
    help: 'Melden Sie sich in einem kleinen Fenster wieder an, wie immer. Was Sie geschrieben haben, bleibt auf dieser Seite, und es geht von hier aus weiter.',
    signIn: 'Anmelden',
    waits: 'Diese Seite bemerkt von selbst, wenn Sie angemeldet sind.',
  },
});

/** Where the small window ends: a page that closes it. */
const afterwards = '/signed-in';

/** Signs in above the page. Loaded when it is first needed. */
export default function SignInDialog() {
  useFocusBack();
  const t = useTexts(texts);
  const opened = useRef<Window | null>(null);
  // It closes itself, too; a provider's page in between may have hidden it from this one.
  useEffect(() => () => opened.current?.close(), []);
  function signIn(): void {
    opened.current = window.open(
      `/sign-in?returnTo=${encodeURIComponent(afterwards)}`,
      'tocsin-sign-in',
      'popup,width=520,height=720',
    );
    // Windows are blocked: what is written is kept in the browser meanwhile.
    if (!opened.current) leaveForSignIn();
  }
  return (
    <Modal
      opened
      onClose={() => {}}
      title={t.title}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      zIndex={1000}
    >
      <Stack>
        <Text size="sm">{t.help}</Text>
        <Text size="sm" c="dimmed">
          {t.waits}
        </Text>
        <Group justify="flex-end">
          <Button data-autofocus onClick={signIn}>
            {t.signIn}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
