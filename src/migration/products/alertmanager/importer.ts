import type { Importer, Work } from '../../model/importer.ts';
import type { Source } from '../../model/ledger.ts';
import { alertmanagerFields } from './fields.ts';
import { pagers, tools } from './tools.ts';

const integrationKey = 'alertmanager:integration:receivers';
const rootKey = 'alertmanager:team:root';

/**
 * Alertmanager goes on routing, grouping, inhibiting and muting: it posts to one integration, and names the receiver
 * that it chose. So exactly the alerts that a receiver gets today are those of a team, whatever the tree of routes is
 * made of; a copy of that tree would be right only as far as both match alike.
 */
export const alertmanagerImporter: Importer = {
  fields: alertmanagerFields,
  bring(work) {
    const configurations = work.ledger.all('configurations');
    const receivers = configurations.flatMap((configuration) => configuration.list('receivers'));
    const seen = new Set<string>();
    const teams = receivers.flatMap((receiver) => {
      const brought = bringReceiver(work, receiver, seen);
      return brought === null ? [] : [brought];
    });
    if (teams.length === 0) {
      for (const configuration of configurations)
        configuration
          .at('route')
          ?.say('lost', 'no receiver reaches anybody, so nothing is brought');
      return;
    }
    work.add('tocsin_team', rootKey, { displayName: 'Alertmanager' });
    work.add('tocsin_integration', integrationKey, {
      displayName: 'Alertmanager',
      teamId: rootKey,
      type: 'PrometheusAlertmanager',
    });
    const usual = configurations.map((one) => one.at('route')?.text('receiver') ?? null);
    work.add('tocsin_routing', 'alertmanager:routing:receivers', {
      displayName: 'Receivers of Alertmanager',
      teamId: rootKey,
      rules: [
        ...teams.map(({ receiver, teamKey }) => ruleOf(teamKey, receiver)),
        ...lastRule(teams, usual),
      ],
    });
  },
  /** It has no schedules. */
  rendered: () => [],
};

interface Brought {
  receiver: string;
  teamKey: string;
}

/** The team that gets what the receiver gets today, with its tools; null: the receiver stays as it is. */
function bringReceiver(work: Work, receiver: Source, seen: Set<string>): Brought | null {
  const name = receiver.text('name');
  if (name === null) {
    receiver.say('behaviour', 'a receiver without a name, which Alertmanager refuses');
    return null;
  }
  if (seen.has(name)) {
    receiver.say(
      'behaviour',
      'a receiver of this name was read before: import the files one by one',
    );
    return null;
  }
  seen.add(name);
  const kinds = receiver.members().filter((kind) => receiver.list(kind).length > 0);
  // A receiver may be called as the answer is.
  const nobody = name === 'none' ? 'nobody' : 'none';
  const reachesPeople = kinds.some((kind) => kind in tools || kind in pagers);
  const answer = work.answer({
    id: `receiver:${name}`,
    text: `Which team gets what goes to the receiver ${name}? ${nobody}: it stays as it is.`,
    usual: reachesPeople ? name : nobody,
  });
  if (answer === nobody) {
    if (kinds.length > 0) receiver.say('lost', 'stays in Alertmanager as it is, by your answer');
    return null;
  }
  // Names in two spellings are one team.
  const teamKey = `alertmanager:team:${keyPart(answer)}`;
  if (!work.has(teamKey)) work.add('tocsin_team', teamKey, { displayName: answer });
  for (const kind of kinds)
    receiver.list(kind).forEach((config, index) => {
      bringTool(work, { teamKey, name, kind, index }, config);
    });
  return { receiver: name, teamKey };
}

function bringTool(
  work: Work,
  { teamKey, name, kind, index }: { teamKey: string; name: string; kind: string; index: number },
  config: Source,
): void {
  const pager = pagers[kind];
  if (pager !== undefined) {
    config.say(
      'behaviour',
      `${pager} decides whom it wakes: whoever is on call for the team is told instead. ` +
        `Import ${pager}, too, or give the team a schedule and an escalation policy`,
    );
    return;
  }
  const settings = tools[kind]?.(config);
  if (settings) {
    const displayName =
      index === 0 ? `${name}, ${settings.type}` : `${name}, ${settings.type} ${index + 1}`;
    const key = `alertmanager:tool:${keyPart(name)}/${kind}/${index}`;
    work.add('tocsin_outbound_integration', key, { displayName, teamId: teamKey, ...settings });
  } else if (settings === undefined)
    config.say(
      'behaviour',
      `${unbrought[kind] ?? 'Tocsin has no tool for this'}: ` +
        'leave it in the receiver, beside the webhook of Tocsin',
    );
}

const own = 'Tocsin has this tool, with an account of its own; until you made that';
const unbrought: Readonly<Record<string, string>> = {
  webhook_configs: 'a program reads this JSON of Alertmanager',
  ...{ jira_configs: own, mattermost_configs: own },
};

/** Null: of any receiver. */
function ruleOf(teamKey: string, receiver: string | null) {
  return {
    displayName: receiver === null ? 'Any other receiver' : `Receiver ${receiver}`,
    conditions: {
      integrations: [integrationKey],
      ...(receiver !== null && {
        attributes: [{ name: 'Receiver', operator: '=' as const, value: receiver }],
      }),
    },
    actions: { assignToTeams: [teamKey], ruleFlowControl: 'Skip' as const },
  };
}

/** A receiver that is not known yet: to the team that gets what no route matches, or nobody would hear of it. */
function lastRule(teams: readonly Brought[], usual: readonly (string | null)[]) {
  const last = teams.find(({ receiver }) => usual.includes(receiver)) ?? teams[0];
  return last === undefined ? [] : [ruleOf(last.teamKey, null)];
}

function keyPart(name: string): string {
  return encodeURIComponent(name.toLowerCase());
}
