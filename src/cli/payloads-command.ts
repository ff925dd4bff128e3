import type { Command } from 'commander';
import { connectionOf, readApi, type Wire } from './api-connection.ts';
import { age, renderTable } from './table.ts';
import { jsonOption, printJson, type Terminal } from './terminal.ts';

/** Adds the command that lists the payloads of an integration. */
export function addPayloadsCommand(tocsin: Command, terminal: Terminal): void {
  const { print, env, columns } = terminal;
  tocsin
    .command('payloads')
    .argument('<integration>', 'id of the integration')
    .option(...jsonOption)
    .description('show what an integration received last and what became of it')
    .action(async (id: string, { json }: { json?: boolean }) => {
      const connection = connectionOf(env);
      const path = `/inbound-integration/${encodeURIComponent(id)}`;
      const [list, { refusedRequests }] = await Promise.all([
        readApi<Wire['PayloadList']>(connection, `${path}/payloads/search/list?Limit=50`),
        readApi<Wire['InboundIntegration']>(connection, path),
      ]);
      if (json) return printJson(terminal, { ...list, refusedRequests });
      print(payloadTable(list.payloads, columns));
      if (refusedRequests)
        print(
          `\n${refusedRequests.count} requests were refused, the last ${age(refusedRequests.lastAt, new Date())} ago: ${refusedRequests.lastReason}`,
        );
    });
}

function payloadTable(payloads: readonly Wire['PayloadSummary'][], columns: number): string {
  if (payloads.length === 0) return 'No payload is stored.';
  const now = new Date();
  const rows = payloads.map(({ id, createdAt, outcome, incidentId, reason }) => [
    age(createdAt, now),
    outcome,
    id,
    incidentId ?? reason ?? '',
  ]);
  return renderTable(['AGE', 'OUTCOME', 'PAYLOAD', 'INCIDENT OR REASON'], rows, 3, columns);
}
