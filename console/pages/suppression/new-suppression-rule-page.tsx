import { KindForm, NewObjectPage } from '../../parts/objects/index.ts';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

export default function NewSuppressionRulePage() {
  return (
    <NewObjectPage kind="suppressionRule" t={useTexts(texts)} begin={newRule}>
      {(form) => <KindForm kind="suppressionRule" {...form} />}
    </NewObjectPage>
  );
}

/** Critical ones tell people at once, unless somebody wants it otherwise. */
function newRule(teamId: string) {
  return {
    displayName: '',
    teamId,
    source: { severities: ['Critical' as const] },
    target: { severities: ['Warning' as const, 'Minor' as const] },
  };
}
