import type { Source } from '../../model/ledger.ts';
import type { Account } from './account.ts';

/** Which escalation a team follows where none of its routing rules says otherwise. */
export interface Defaults {
  /** Whether the team that owns the escalation follows it. */
  isDefault(escalation: string): boolean;
  /** The escalation of the team itself that it follows; null: none. */
  of(team: string): string | null;
  /** Whether an escalation that tells a team by what it follows would come back to itself. */
  isCircle(escalation: string, team: string): boolean;
}

export function defaultsOf(account: Account): Defaults {
  const followed = new Map<string, string>();
  for (const rule of account.work.ledger.all('team-routing-rules')) {
    if (rule.flag('isDefault') !== true) continue;
    const notify = rule.at('notify');
    const team = teamOf(account, rule);
    if (notify?.text('type') !== 'escalation' || team === null) continue;
    const escalation = account.escalations.find(notify);
    if (escalation !== null) followed.set(team, escalation);
  }
  const owners = new Map(
    account.escalations.sources.map((source) => [source.key, account.teams.ownerOf(source)]),
  );
  const told = new Map(
    account.escalations.sources.map((source) => [source.key, teamsTold(account, source)] as const),
  );
  return {
    isDefault: (escalation) => followed.get(owners.get(escalation) ?? '') === escalation,
    of(team) {
      const escalation = followed.get(team);
      return escalation !== undefined && owners.get(escalation) === team ? escalation : null;
    },
    isCircle(escalation, team) {
      const seen = new Set<string>();
      const comesBack = (from: string): boolean => {
        const next = followed.get(from);
        if (next === escalation) return true;
        if (next === undefined || seen.has(next)) return false;
        seen.add(next);
        return (told.get(next) ?? []).some(comesBack);
      };
      return comesBack(team);
    },
  };
}

export function teamOf({ teams }: Account, rule: Source): string | null {
  return teams.index.sources.find(({ of }) => of[0] === rule.of[0])?.key ?? null;
}

/** Teams that an escalation tells by what they follow. */
function teamsTold({ teams }: Account, escalation: Source): string[] {
  return escalation.list('rules').flatMap((rule) => {
    const recipient = rule.at('recipient');
    const isByPolicy = (rule.text('notifyType') ?? 'default') === 'default';
    if (!isByPolicy || recipient?.text('type') !== 'team') return [];
    const team = teams.index.find(recipient);
    return team === null ? [] : [team];
  });
}
