import { Text } from '@mantine/core';
import { useEffect } from 'react';
import { Page } from '../parts/page.tsx';
import { defineTexts, useTexts } from '../parts/texts.tsx';

const texts = defineTexts({
  en: { title: 'You are signed in', help: 'You can close this window: the other one goes on.' },
  de: {
    title: 'Sie sind angemeldet',
    help: 'Sie können dieses Fenster schließen: Im anderen geht es weiter.',
  },
});

/** The end of the small window in which somebody signed in again above a page. */
export default function SignedIn() {
  const t = useTexts(texts);
  useEffect(() => window.close(), []);
  return (
    <Page title={t.title}>
      <Text>{t.help}</Text>
    </Page>
  );
}
