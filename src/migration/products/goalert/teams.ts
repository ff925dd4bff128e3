import type { Work } from '../../model/importer.ts';
import type { Source } from '../../model/ledger.ts';
import { createMembers, type Members, nameOfOwnerless } from '../../model/teams.ts';
import { cut } from '../../model/texts.ts';

/** GoAlert has no teams: a label of services may name them. */
export interface Teams extends Pick<Members, 'involve'> {
  ofService(service: Source): string;
  /** The team of all services that follow a policy; where these are several or none, that of all that has none. */
  ofPolicy(policyId: string | null): string;
  /** The same for what policies tell: the id of a schedule or rotation. */
  ofTarget(id: string | null): string;
  /** Adds teams and memberships: after all that involves people. */
  bring(): void;
}

const none = 'none';

export function createTeams(work: Work): Teams {
  const services = work.ledger.all('services');
  const label = teamLabel(work, services);
  const names = new Map<string, string>();
  const { involve, bring } = createMembers(work, 'goalert:memberships');
  const teamNamed = (name: string): string => {
    const key = `goalert:teams:${encodeURIComponent(name.toLowerCase())}`;
    if (!names.has(key)) names.set(key, name);
    return key;
  };
  let ownerless: string | null = null;
  const ownerlessTeam = (): string => {
    ownerless ??= teamNamed(nameOfOwnerless(work, 'GoAlert'));
    return ownerless;
  };
  const ofService = (service: Source): string => {
    const found = labelsOf(service).find(({ key }) => key === label)?.value;
    return found ? teamNamed(found) : ownerlessTeam();
  };
  // In the order of names, so that the order of a list decides nothing.
  const ordered = [...services].sort((one, other) => (one.name < other.name ? -1 : 1));
  const ofPolicies = new Map<string, Set<string>>();
  for (const service of ordered)
    addTo(ofPolicies, service.text('escalationPolicyID'), ofService(service));
  const onlyOne = (teams: ReadonlySet<string> | undefined): string => {
    const [team, ...others] = teams ?? [];
    return team === undefined || others.length > 0 ? ownerlessTeam() : team;
  };
  const ofPolicy = (policyId: string | null) => onlyOne(ofPolicies.get(policyId ?? ''));
  const ofTargets = new Map<string, Set<string>>();
  for (const policy of work.ledger.all('escalationPolicies'))
    for (const id of targetsIn(policy)) addTo(ofTargets, id, ofPolicy(policy.text('id')));
  return {
    ...{ ofService, ofPolicy },
    ofTarget: (id) => onlyOne(ofTargets.get(id ?? '')),
    involve,
    bring() {
      for (const [key, name] of names)
        work.add('tocsin_team', key, { displayName: cut(name.trim(), 500) || name });
      bring();
    },
  };
}

export function labelsOf(service: Source): { key: string; value: string }[] {
  return service.list('labels').flatMap((source) => {
    const [key, value] = [source.text('key'), source.text('value')];
    return key && value ? [{ key, value }] : [];
  });
}

/** Null: no label names teams. */
function teamLabel(work: Work, services: readonly Source[]): string | null {
  const keys = new Set(services.flatMap((service) => labelsOf(service).map(({ key }) => key)));
  if (keys.size === 0) return null;
  const choices = [none, ...[...keys].sort()];
  const answer = work.answer({
    id: 'team-label',
    text: `Which label of services names the team that owns them? ${none}: no label does.`,
    choices,
    usual: choices.find((key) => /(^|\/)team$/i.test(key)) ?? none,
  });
  return answer === none ? null : answer;
}

function targetsIn(policy: Source): string[] {
  return policy
    .list('steps')
    .flatMap((step) => step.list('actions'))
    .flatMap((action) => {
      const args = action.at('args');
      return args?.text('schedule_id') ?? args?.text('rotation_id') ?? [];
    });
}

function addTo(map: Map<string, Set<string>>, key: string | null, value: string): void {
  if (!key) return;
  const known = map.get(key) ?? new Set();
  map.set(key, known.add(value));
}
