import { useNames } from '../names.ts';
import { useTexts } from '../texts.tsx';
import { namedBy, type Step, type Target, type TargetKind } from './policy.ts';
import { texts } from './texts.ts';

/** The names of all that a step may tell, by kind. */
export function useTargetNames(): Readonly<Record<TargetKind, ReadonlyMap<string, string>>> {
  const none = new Map<string, string>();
  return {
    userId: useNames('User').data ?? none,
    scheduleId: useNames('OnCallSchedule').data ?? none,
    teamId: useNames('Team').data ?? none,
    policyId: useNames('EscalationPolicy').data ?? none,
    outboundIntegrationId: useNames('OutboundIntegration').data ?? none,
  };
}

/** The words for a target: `Payments: administrators`. */
export function useTargetWords(): (target: Target) => string {
  const t = useTexts(texts);
  const names = useTargetNames();
  return (target) => {
    const named = namedBy(target);
    if (named === null) return t.gone;
    const name = names[named.kind].get(named.id.toLowerCase()) ?? t.gone;
    // Who is on call by it is what a schedule is for.
    const pick = target.pick === 'onCall' ? null : target.pick;
    return pick ? `${name}: ${t.picks[pick]}` : name;
  };
}

/** The steps of a policy, in a line. */
export function usePolicyWords(): (steps: readonly Step[]) => string {
  const t = useTexts(texts);
  const wordsOf = useTargetWords();
  return (steps) =>
    steps
      .map(({ afterMinutes, targets, assignTeamIds, resolves }) => {
        const what = [
          ...(targets ?? []).map(wordsOf),
          ...(assignTeamIds && assignTeamIds.length > 0 ? [t.sentence.assigns] : []),
          ...(resolves ? [t.sentence.resolves] : []),
        ].join(', ');
        return afterMinutes ? t.sentence.afterMinutes(afterMinutes, what) : what;
      })
      .join(' → ');
}
