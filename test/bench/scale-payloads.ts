import type { ApiClient } from '../support/api-client.ts';
import { plainMapping, webhookPathOf } from '../support/webhook.ts';

/** Teams and integrations of an organization, and payloads of them as tools of many kinds would send them. */
export interface Tenants {
  teams: string[];
  /** The first has the most payloads, the last the fewest. */
  integrations: string[];
  /** Where the webhook of each of them is. */
  hooks: string[];
  /** Have nothing at all. */
  quietTeam: string;
  quietIntegration: string;
}

const teamCount = 8;
const integrationCount = 20;

export async function makeTenants(api: ApiClient): Promise<Tenants> {
  const makeTeam = (displayName: string) =>
    api.make('/team', { displayName, timeZoneId: 'UTC', labels: null });
  const makeIntegration = async (displayName: string, teamId: string) => {
    const id = await api.make('/inbound-integration', { displayName, teamId, type: 'Webhook' });
    await api.make(`/inbound-integration/${id}/mapping`, {
      attributesMapping: { attributes: plainMapping },
    });
    return id;
  };
  const teams: string[] = [];
  for (let n = 0; n < teamCount; n += 1) teams.push(await makeTeam(`Team ${n}`));
  const integrations: string[] = [];
  for (let n = 0; n < integrationCount; n += 1)
    integrations.push(await makeIntegration(`Integration ${n}`, teams[n % teamCount] ?? ''));
  const quietTeam = await makeTeam('Quiet team');
  return {
    teams,
    integrations,
    hooks: await Promise.all(integrations.map((id) => webhookPathOf(api, id))),
    quietTeam,
    quietIntegration: await makeIntegration('Quiet integration', quietTeam),
  };
}

/** Of ten payloads three open an incident, five update one and two resolve one: a third of all incidents stays open. */
const perGroup = 10;
export const incidentsPerGroup = 3;
const stages = [
  { first: 0, behind: 0, status: 'Open' },
  { first: 3, behind: 50, status: 'Open' },
  { first: 6, behind: 100, status: 'Open' },
  { first: 8, behind: 150, status: 'Resolved' },
] as const;

/**
 * The nth request to a webhook. An incident opens some requests before it is updated, and is resolved some after that.
 */
export function payloadRequest({ hooks }: Pick<Tenants, 'hooks'>, n: number): Buffer {
  const slot = n % perGroup;
  const stage = stages.findLast(({ first }) => first <= slot) ?? stages[0];
  const group = Math.abs(Math.floor(n / perGroup) - stage.behind);
  const incident = group * incidentsPerGroup + incidentOf(slot);
  const hash = hashOf(incident);
  const hook = hooks[Math.floor(hooks.length * (hash % 1000) ** 3 * 1e-9)];
  const body = JSON.stringify({
    status: stage.status,
    severity: severityOf(hash),
    title: `Disk ${incident % 977} of host ${hash % 4999} is ${80 + (hash % 20)} % full`,
    id: `problem-${incident}`,
    host: `host-${hash % 4999}.example.com`,
    at: new Date(1_780_000_000_000 + n).toISOString(),
    message: 'x'.repeat(300 + (hash % 200)),
  });
  return Buffer.from(
    `POST ${hook} HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\nuser-agent: curl/8.9\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    'latin1',
  );
}

/** Which of the three: each opens and is updated, and the last two are resolved. */
function incidentOf(slot: number): number {
  if (slot < 6) return slot % incidentsPerGroup;
  return slot < 8 ? 0 : slot - 7;
}

function severityOf(hash: number): string {
  const share = hash % 20;
  if (share === 0) return 'Minor';
  return share < 7 ? 'Critical' : 'Warning';
}

/** Spreads numbers that follow each other. */
function hashOf(n: number): number {
  return Math.imul(n + 1, 2_654_435_761) >>> 8;
}
