import { useSearch } from '@tanstack/react-router';
import { NewObjectPage } from '../../parts/objects/index.ts';
import { newStep, type PolicyInput } from '../../parts/policies/policy.ts';
import { texts } from '../../parts/policies/texts.ts';
import { useTexts } from '../../parts/texts.tsx';
import { PolicyForm } from './policy-form.tsx';

export default function NewPolicyPage() {
  const { team } = useSearch({ from: '/on-call/policies/new' });
  return (
    <NewObjectPage
      kind="policy"
      t={useTexts(texts)}
      {...(team !== undefined && { teamId: team })}
      begin={newPolicy}
    >
      {(form) => <PolicyForm {...form} />}
    </NewObjectPage>
  );
}

function newPolicy(teamId: string): PolicyInput {
  return {
    displayName: '',
    teamId,
    isDefault: false,
    steps: [newStep(true)],
    loops: 0,
    loopAfterMinutes: 30,
    loopWhile: 'acknowledged',
    lowUrgencyEscalates: true,
  };
}
