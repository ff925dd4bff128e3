import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { connectionOf, readApi, type Wire } from './api-connection.ts';
import type { Terminal } from './terminal.ts';

/** How to connect a monitoring tool. */
export function addSetupCommand(tocsin: Command, { print, env, columns }: Terminal): void {
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
}

interface SendOptions {
  to?: string;
  integration?: string;
}

/** Plays what a monitoring tool sends. */
export function addSendCommand(tocsin: Command, { print, env }: Terminal): void {
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
