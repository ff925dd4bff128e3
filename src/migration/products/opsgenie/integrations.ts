import type { Source } from '../../model/ledger.ts';
import type { Bodies } from '../../model/neutral.ts';
import { cut } from '../../model/texts.ts';
import type { Account } from './account.ts';
import { anyType, integrationTypeOf, mailType } from './integration-types.ts';
import type { BroughtIntegration } from './mappings.ts';

type Integration = Bodies['tocsin_integration'];

export function bringIntegrations(account: Account): BroughtIntegration[] {
  const teamIds = new Map(
    account.work.ledger
      .all('integrations')
      .map((source) => [source.text('id') ?? '', source.text('teamId')] as const),
  );
  return account.work.ledger.all('integration-details').flatMap((source) => {
    const listedTeam = teamIds.get(source.of[0] ?? '') ?? null;
    return bringIntegration(account, source, listedTeam) ?? [];
  });
}

function bringIntegration(
  account: Account,
  source: Source,
  listedTeam: string | null,
): BroughtIntegration | null {
  const { work, teams } = account;
  const name = source.text('type') ?? '';
  const type = integrationTypeOf(name);
  if (type === null) {
    source.say(
      'behaviour',
      'Tells another tool of alerts. Set it up as an outbound integration here.',
    );
    return null;
  }
  if (type === undefined)
    source.say('behaviour', 'Not a tool that is known: its payloads need a mapping here.', 'type');
  const teamId = teamIn(account, source, listedTeam);
  const own = respondersOf(account, source, teamId);
  const owner = teamId ?? teams.ownerOf(source);
  const used = type ?? anyType;
  const isMail = used === mailType;
  const key = isMail ? null : acceptedKey(source);
  if (isMail)
    source.say(
      'behaviour',
      'Mails go to another address: forward them at the mail server.',
      'emailUsername',
    );
  const added = work.add('tocsin_integration', integrationKey(account, source.of[0] ?? ''), {
    displayName: cut(source.text('name') ?? source.name, 500),
    teamId: owner,
    type: used,
    isInMaintenance: source.flag('enabled') === false,
    isMuted: source.flag('suppressNotifications') ?? false,
    ...(key !== null && { acceptedKeys: [{ displayName: cut(source.name, 255), key }] }),
    ...own.policy,
  });
  return { key: added, type: used, teamId: owner, source, toldTeams: own.teams };
}

/** Details do not always say their id. */
export function integrationKey({ product }: Account, id: string): string {
  return `${product}:integrations:${id}`;
}

/** The team that owns it, else the first that it tells. */
function teamIn({ teams }: Account, source: Source, listedTeam: string | null): string | null {
  const owner = teams.index.find(source.at('ownerTeam'));
  const id = source.text('teamId') || listedTeam;
  const known = teams.index.sources.find(({ of }) => of[0] === id)?.key ?? null;
  const told = source
    .list('responders')
    .find((one) => one.text('type') === 'team' && teams.index.find(one) !== null);
  return owner ?? known ?? (told ? teams.index.find(told) : null);
}

/** Whom its alerts go to: its team follows its own policies, an escalation is named, other teams are told by a rule. */
function respondersOf(
  { escalations, teams, work }: Account,
  source: Source,
  teamId: string | null,
): { policy: Pick<Integration, 'escalationPolicyId'>; teams: string[] } {
  const chosen: string[] = [];
  const told = new Set<string>();
  // An integration without a team there has no rules there either.
  const hasRules = teams.index.sourceOf(teamId) !== null;
  for (const responder of [...source.list('responders'), ...source.list('recipients')]) {
    const type = responder.text('type');
    if (type === 'escalation') {
      const key = escalations.find(responder);
      if (key !== null && work.has(key) && chosen.length === 0) chosen.push(key);
      else responder.say('behaviour', 'An integration follows one escalation that is there.');
      continue;
    }
    const team = type === 'team' ? teams.index.find(responder) : null;
    if (team !== null && hasRules) told.add(team);
    else responder.say('behaviour', 'Alerts of an integration go to teams: add others by a rule.');
  }
  const [escalationPolicyId] = chosen;
  return {
    policy: escalationPolicyId === undefined ? {} : { escalationPolicyId },
    teams: [...told].filter((team) => team !== teamId),
  };
}

/** The key that senders have; null where it cannot be theirs here. */
function acceptedKey(source: Source): string | null {
  const key = source.text('apiKey');
  if (!key) return null;
  if (/^[\w.~/+=-]{20,200}$/.test(key)) return key;
  source.say(
    'behaviour',
    'A key that cannot be accepted here: senders need another one.',
    'apiKey',
  );
  return null;
}
