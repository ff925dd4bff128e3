import { Alert, Text } from '@mantine/core';
import { choiceIn } from '../../openapi/texts/choices.ts';
import { useMe } from '../api/session.tsx';
import { formatMoment } from '../parts/moment.tsx';
import { TextLink } from '../parts/text-link.tsx';
import { useLanguage, useTexts } from '../parts/texts.tsx';
import { shellTexts } from './shell-texts.ts';

/** Says on every page of whose incidents nobody is told here, and until when. */
export function ShadowNotice() {
  const t = useTexts(shellTexts);
  const { language } = useLanguage();
  const { shadowRuns } = useMe();
  return shadowRuns.map(({ id, product, teams, until }) => (
    <Alert key={id} color="orange" mb="md" role="status">
      <Text size="sm">
        {t.inShadow(
          teams.join(', '),
          choiceIn(language, product),
          formatMoment(new Date(until), language),
        )}{' '}
        <TextLink to="/settings/shadow-runs/$id" params={{ id }}>
          {t.shadowRun}
        </TextLink>
      </Text>
    </Alert>
  ));
}
