import type { Command } from 'commander';
import { connectionOf, postApi, type Wire } from './api-connection.ts';
import { renderTable } from './table.ts';
import { jsonOption, printJson, type Terminal } from './terminal.ts';

interface SimulateOptions {
  team?: string[];
  integration?: string;
  payload?: string;
  title?: string;
  severity?: string;
  status?: string;
  intent?: string;
  service?: string[];
  attribute?: string[];
  at?: string;
  json?: boolean;
}

/** Adds the command that applies the rules of a server to a simulated incident. */
export function addSimulateCommand(tocsin: Command, terminal: Terminal): void {
  const { print, env, columns } = terminal;
  tocsin
    .command('simulate')
    .option('--team <ids...>', 'teams of the incident')
    .option('--integration <id>', 'integration it comes from; its team, unless others are given')
    .option('--payload <id>', 'what this payload of the integration would open')
    .option('--title <text>', 'title of the incident')
    .option('--severity <severity>', 'Critical, Warning or Minor')
    .option('--status <status>', 'Open or Resolved')
    .option('--intent <intent>', 'what happened to it, such as Escalated')
    .option('--service <ids...>', 'services it affects')
    .option('--attribute <name=value...>', 'attributes of the incident, such as Host=db-1')
    .option('--at <instant>', 'such as 2026-03-01T22:00:00Z')
    .option(...jsonOption)
    .description('show which routing rules would fire on an incident, and who would be told')
    .action(async ({ json, ...options }: SimulateOptions) => {
      const simulation = await postApi<Wire['RoutingSimulation']>(
        connectionOf(env),
        '/routing/simulate',
        bodyOf(options),
      );
      if (json) printJson(terminal, simulation);
      else print(simulationText(simulation, columns));
    });
}

function bodyOf(options: SimulateOptions) {
  const { team, integration, payload, service, attribute, ...same } = options;
  return {
    ...same,
    teamIds: team,
    integrationId: integration,
    payloadId: payload,
    serviceIds: service,
    attributes: attribute?.map(attributeOf),
  };
}

function attributeOf(text: string): { name: string; value: string } {
  const [name = '', ...value] = text.split('=');
  if (name === '' || value.length === 0)
    throw new Error(`${text} is no attribute; write it as NAME=VALUE.`);
  return { name, value: value.join('=') };
}

function simulationText(
  { reason, incidents, hasMore }: Wire['RoutingSimulation'],
  columns: number,
): string {
  if (incidents.length === 0) return `No incident: ${reason ?? 'nothing would open one'}`;
  const texts = incidents.map((incident) => incidentText(incident, columns));
  return [...texts, ...(hasMore ? ['There are more.'] : [])].join('\n\n');
}

function incidentText(
  { rules, after, isDiscarded, deleteAfterSeconds, hold, messages }: Wire['SimulatedIncident'],
  columns: number,
): string {
  const [latest] = after.events;
  const teams = after.teams.map(({ displayName }) => displayName).join(', ');
  const state = latest?.status === 'Open' ? latest.severity : 'resolved';
  const end = isDiscarded
    ? 'discarded'
    : `${state}, ${teams}${deleteAfterSeconds === null ? '' : `, deleted after ${deleteAfterSeconds} s`}`;
  const rows = rules.map((rule) => [
    rule.fires ? (rule.delayInMinutes === null ? 'yes' : `in ${rule.delayInMinutes} min`) : 'no',
    rule.ruleDisplayName || rule.routingDisplayName || rule.ruleId,
    rule.effectSummary ?? rule.reason,
  ]);
  const table =
    rows.length === 0
      ? 'No rules concern its teams.'
      : renderTable(['FIRES', 'RULE', 'WHAT IT DOES, OR WHY NOT'], rows, 2, columns);
  const held = hold ? `${hold.text}\n\n` : '';
  return `${after.title}: ${end}\n${table}\n\n${held}${messagesText(messages, columns)}`;
}

function messagesText(messages: Wire['SimulatedMessage'][], columns: number): string {
  if (messages.length === 0) return 'Nobody would be told.';
  const rows = messages.map(({ at, channel, recipient, because, dropReason }) => [
    `${at.slice(0, 16).replace('T', ' ')}Z`,
    channel,
    recipient ?? 'somebody of another team',
    dropReason === null ? because : `not sent: ${dropReason}`,
  ]);
  return renderTable(['AT', 'BY', 'TO', 'WHY, OR WHY NOT'], rows, 3, columns);
}
