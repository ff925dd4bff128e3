import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { connectionOf, readApi, type Wire } from './api-connection.ts';
import { addCallCommands } from './call-commands.ts';
import { addCoverageCommand } from './coverage-command.ts';
import { addIncidentActions } from './incident-actions.ts';
import { addNotificationsCommand } from './notifications-command.ts';
import { addRehearseCommand } from './rehearse-command.ts';
import { addReportCommands } from './report-commands.ts';
import { addSilenceCommands } from './silence-commands.ts';
import { addSimulateCommand } from './simulate-command.ts';
import { age, renderTable } from './table.ts';

/** Where a command prints and what it knows of the world; tests hand in their own. */
export interface Terminal {
  print(text: string): void;
  env: NodeJS.ProcessEnv;
  columns: number;
  /** Shows a new picture in place of the last one. */
  clear(): void;
  /** What the command was asked is not as it should be: its exit code. */
  exitWith(code: number): void;
  /** Ends what would go on for ever. */
  signal?: AbortSignal;
}

const watchSeconds = 5;

/** Commands for whoever has an API key: they talk to a server that runs. */
export function addClientCommands(tocsin: Command, terminal: Terminal): void {
  const { print, env, columns } = terminal;

  tocsin
    .command('setup')
    .argument('<type>', 'type of integration, such as Grafana')
    .option('--integration <id>', 'fill in the URL of this integration')
    .description('show how to connect a monitoring tool, with the texts to paste')
    .action(async (type: string, { integration }: { integration?: string }) => {
      const { setupText } = await import('./setup-text.ts');
      const query = integration ? `?integrationId=${encodeURIComponent(integration)}` : '';
      const path = `/inbound-integration/types/${encodeURIComponent(type)}${query}`;
      const found = await readApi<Wire['InboundIntegrationType']>(connectionOf(env), path);
      print(setupText(found, columns));
    });

  tocsin
    .command('send')
    .argument('<type>', 'folder of templates/, such as Grafana')
    .argument('<sample>', 'one of its samples, such as open or resolve')
    .option('--to <url>', 'webhook URL')
    .option('--integration <id>', 'integration whose webhook URL it goes to')
    .description('play a sample of a monitoring tool at a webhook')
    .action(async (type: string, sample: string, options: SendOptions) => {
      const { playSample } = await import('./play-sample.ts');
      const { detailOf } = await import('./api-connection.ts');
      const folder = await folderOf(type);
      const { status, text } = await playSample(folder, sample, await targetOf(options, env));
      if (status !== 200) throw new Error(`The webhook answers ${status}: ${detailOf(text)}`);
      const { outcome, incidentId } = JSON.parse(text) as Record<string, string | null>;
      print(incidentId ? `${outcome}: incident ${incidentId}` : String(outcome));
    });

  const incidents = tocsin
    .command('incidents')
    .option('--open', 'only those that are not resolved')
    .option('--search <text>', 'only those with this in their title or in an attribute')
    .option('--all', 'every one, not only the latest 50')
    .option('--watch', `again every ${watchSeconds} s, until Ctrl-C`)
    .description('show the latest incidents')
    .action(async ({ open, search, all, watch }: IncidentOptions) => {
      if (all && watch)
        throw new Error('Give --all or --watch: a list of all does not fit a screen.');
      const connection = connectionOf(env);
      const query = new URLSearchParams({ Limit: all ? '100' : '50' });
      if (open) query.set('Statuses', 'Open');
      if (search) query.set('SearchTerm', search);
      for (;;) {
        const { incidents, hasMore, nextCursor, isPartial } = await readApi<Wire['IncidentList']>(
          connection,
          `/incident/search/list?${query}`,
        );
        if (watch) terminal.clear();
        print(incidentTable(incidents, columns));
        if (isPartial) print('There may be more: not every incident was looked through.');
        if (all && nextCursor) {
          query.set('Cursor', nextCursor);
          continue;
        }
        if (hasMore) print('There are older ones; --all shows them.');
        if (!watch) return;
        try {
          await wait(watchSeconds * 1000, undefined, { signal: terminal.signal });
        } catch {
          return;
        }
      }
    });
  addIncidentActions(incidents, terminal);

  tocsin
    .command('payloads')
    .argument('<integration>', 'id of the integration')
    .description('show what an integration received last and what became of it')
    .action(async (id: string) => {
      const connection = connectionOf(env);
      const path = `/inbound-integration/${encodeURIComponent(id)}`;
      const [{ payloads }, { refusedRequests }] = await Promise.all([
        readApi<Wire['PayloadList']>(connection, `${path}/payloads/search/list?Limit=50`),
        readApi<Wire['InboundIntegration']>(connection, path),
      ]);
      print(payloadTable(payloads, columns));
      if (refusedRequests)
        print(
          `\n${refusedRequests.count} requests were refused, the last ${age(refusedRequests.lastAt, new Date())} ago: ${refusedRequests.lastReason}`,
        );
    });

  addNotificationsCommand(tocsin, terminal);
  addSimulateCommand(tocsin, terminal);
  addCoverageCommand(tocsin, terminal);
  addReportCommands(tocsin, terminal);
  addCallCommands(tocsin, terminal);
  addRehearseCommand(tocsin, terminal);
  addSilenceCommands(tocsin, terminal);

  tocsin
    .command('first-steps')
    .description('print the lines again that lead to a first incident')
    .action(async () => {
      const { linesToPaste } = await import('../first-steps.ts');
      const { endpoint, apiKey } = connectionOf(env);
      print(linesToPaste(endpoint, apiKey));
    });
}

interface IncidentOptions {
  open?: boolean;
  search?: string;
  all?: boolean;
  watch?: boolean;
}

interface SendOptions {
  to?: string;
  integration?: string;
}

async function folderOf(type: string): Promise<string> {
  const { loadCatalogue } = await import('../catalogue/index.ts');
  const templates = fileURLToPath(new URL('../../templates/', import.meta.url));
  const found = (await loadCatalogue(templates)).find(type);
  if (!found) throw new Error(`There is no integration type ${type}; see docs/integrations.`);
  return `${templates}${found.id}`;
}

async function targetOf({ to, integration }: SendOptions, env: NodeJS.ProcessEnv): Promise<string> {
  if ((to === undefined) === (integration === undefined))
    throw new Error('Say where to: --to URL or --integration ID.');
  if (to !== undefined) return to;
  const path = `/inbound-integration/${encodeURIComponent(integration ?? '')}`;
  const { webhookUrl } = await readApi<Wire['InboundIntegration']>(connectionOf(env), path);
  if (!webhookUrl)
    throw new Error('This integration has no webhook URL: nothing posts to its type.');
  if (webhookUrl.endsWith('********'))
    throw new Error(
      'This key may not see the webhook URL: use one that may edit the integration, or say --to URL.',
    );
  return webhookUrl;
}

function incidentTable(incidents: readonly Wire['Incident'][], columns: number): string {
  if (incidents.length === 0) return 'No incidents.';
  const now = new Date();
  const rows = incidents.map(({ id, title, createdAt, lastUpdatedAt, events }) => {
    const [newest] = events;
    const state = newest?.status === 'Open' ? newest.severity : 'resolved';
    return [age(createdAt ?? lastUpdatedAt, now), state, title, id];
  });
  return renderTable(['AGE', 'STATE', 'TITLE', 'INCIDENT'], rows, 2, columns);
}

function payloadTable(payloads: readonly Wire['PayloadSummary'][], columns: number): string {
  if (payloads.length === 0) return 'Nothing was received.';
  const now = new Date();
  const rows = payloads.map(({ id, createdAt, outcome, incidentId, reason }) => [
    age(createdAt, now),
    outcome,
    id,
    incidentId ?? reason ?? '',
  ]);
  return renderTable(['AGE', 'OUTCOME', 'PAYLOAD', 'INCIDENT OR REASON'], rows, 3, columns);
}
