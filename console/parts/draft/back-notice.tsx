import { Alert } from '@mantine/core';
import { defineTexts, useTexts } from '../texts.tsx';

const texts = defineTexts({
  en: { back: 'What you had written before you signed in again is back. It is not saved yet.' },
  de: {
    back: 'Was Sie vor der erneuten Anmeldung geschrieben hatten, ist wieder da. Gespeichert ist es noch nicht.',
  },
});

/** Says that a draft has survived signing in again. */
export function BackNotice() {
  const t = useTexts(texts);
  return (
    <Alert color="blue" variant="light" role="status">
      {t.back}
    </Alert>
  );
}
