import { KindForm, NewObjectPage } from '../../parts/objects/index.ts';
import { texts } from '../../parts/shadow-runs/texts.ts';
import { useTexts } from '../../parts/texts.tsx';

export default function NewShadowRunPage() {
  return (
    <NewObjectPage kind="shadowRun" t={useTexts(texts)} begin={newRun}>
      {(form) => <KindForm kind="shadowRun" {...form} />}
    </NewObjectPage>
  );
}

const usualDays = 30;

/** A month shows every shift and the end of a month, too. */
function newRun(teamId: string) {
  const until = new Date(Date.now() + usualDays * 86_400_000);
  until.setUTCSeconds(0, 0);
  return {
    displayName: '',
    product: 'PagerDuty',
    apiKey: '',
    teamIds: [teamId],
    state: 'Shadow',
    until: until.toISOString(),
  };
}
