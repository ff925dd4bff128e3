import { type Command, Option } from 'commander';
import type { KeyListOptions, KeyOptions } from './operator-actions.ts';
import type { InOrganization } from './operator-world.ts';
import type { Terminal } from './terminal.ts';

/** Only when one of them runs: the server's modules take longer to load than all other commands together. */
const actions = () => import('./operator-actions.ts');
const auditActions = () => import('./audit-actions.ts');

const organizationOption = [
  '--organization <id>',
  'default: the organization that the first start created',
] as const;
const everyOrganization = ['--organization <id>', 'default: all of them'] as const;

const severities = ['Minor', 'Warning', 'Critical'];

type Output = Pick<Terminal, 'print' | 'exitWith'>;

/** Commands for operators. They work on the server's database, whether or not the server runs. */
export function addOperatorCommands(tocsin: Command, output: Output): void {
  addDoctor(tocsin, output);
  addKeys(tocsin, output);
  addSecretKeyRotation(tocsin, output);
  addSignInLink(tocsin, output);
  addOrganizations(tocsin, output);
  addAudit(tocsin, output);
}

function addDoctor(tocsin: Command, { print, exitWith }: Output): void {
  tocsin
    .command('doctor')
    .summary('check this server and its surroundings; exit code 1: a problem')
    .option('--json', 'print the findings as JSON')
    .description(
      'check clock, disk, data folder, port, addresses, background tasks, secret key and webhooks; exit code 1 when there is a problem',
    )
    .action(async ({ json }: { json?: boolean }) => {
      const [{ examine }, { renderFindings }] = await Promise.all([
        import('./doctor/examine.ts'),
        import('./doctor/finding.ts'),
      ]);
      const findings = await examine(process.env);
      print(
        json
          ? JSON.stringify({ findings }, null, 2)
          : renderFindings(findings, process.stdout.columns ?? 80),
      );
      if (findings.some(({ state }) => state === 'problem')) exitWith(1);
    });
}

function addKeys(tocsin: Command, { print }: Output): void {
  const keys = tocsin.command('keys').description('manage API keys without the API');

  keys
    .command('list')
    .option(...organizationOption)
    .option('--all', 'include revoked and expired keys')
    .option('--json', 'for programs')
    .description('list the keys of an organization')
    .action(async (options: KeyListOptions) => (await actions()).listKeys(options, print));

  keys
    .command('create')
    .argument('<name>', 'display name')
    .option(...organizationOption)
    .option('--user <email>', 'create a personal key for this user')
    .option('--agent <email>', 'create a key of an agent, for which this person answers')
    .addOption(
      new Option('--acknowledge <severity...>', 'what the agent may take').choices(severities),
    )
    .addOption(new Option('--resolve <severity...>', 'what it may resolve').choices(severities))
    .option('--payloads', 'it may read what tools sent in')
    .option('--team <id...>', 'limit the key to these teams')
    .option('--scope <scope...>', 'limit the key to these scopes, such as incidents:get,list')
    .option('--expires <moment>', 'expiry date and time, such as 2027-03-01T00:00:00Z')
    .description('create a key and print it; it is not shown again')
    .action(async (name: string, options: KeyOptions) =>
      (await actions()).createKey(name, options, print),
    );

  keys
    .command('rotate')
    .argument('<id>', 'id of the key')
    .option(...organizationOption)
    .option('--old-valid-for <minutes>', 'how long both keys work', '1440')
    .description('create a successor and print it; the old key works for a while')
    .action(async (id: string, options: InOrganization & { oldValidFor: string }) =>
      (await actions()).rotateKey(id, options, print),
    );

  keys
    .command('revoke')
    .argument('<id>', 'id of the key')
    .option(...organizationOption)
    .description('revoke a key immediately')
    .action(async (id: string, options: InOrganization) =>
      (await actions()).revokeKey(id, options, print),
    );
}

function addSecretKeyRotation(tocsin: Command, { print }: Output): void {
  tocsin
    .command('rotate-secret-key')
    .summary('replace the key that seals stored secrets')
    .option(
      '--new-key <file>',
      'with TOCSIN_SECRET_KEY: file of the new key, 64 hex digits; made when it is missing; default secret.key.next in the data folder',
    )
    .description(
      'replace the secret key and seal all stored secrets with the new one; stop all servers first; when interrupted, run it again',
    )
    .action(async (options: { newKey?: string }) =>
      (await import('./rotate-secret-key.ts')).rotateSecretKey(options, print),
    );
}

function addSignInLink(tocsin: Command, { print }: Output): void {
  tocsin
    .command('sign-in-link')
    .option('--email <address>', 'of the Owner; needed when there are several')
    .option(...organizationOption)
    .description(
      'print a link by which an Owner chooses a new password; works once, within 24 hours',
    )
    .action(async (options: InOrganization & { email?: string }) =>
      (await import('./sign-in-link.ts')).printSignInLink(options, print),
    );
}

function addOrganizations(tocsin: Command, { print }: Output): void {
  const organizations = tocsin
    .command('organizations')
    .description('list organizations and set their plans');

  organizations
    .command('list')
    .option('--json', 'for programs')
    .description('list all organizations of this server')
    .action(async (options: { json?: boolean }) =>
      (await actions()).listOrganizations(options, print),
    );

  organizations
    .command('plan')
    .argument('<id>', 'id of the organization')
    .argument('<plan>', 'STANDARD, PRO, ENTERPRISE, or default for the plan of the server')
    .description('set the plan of an organization')
    .action(async (id: string, plan: string) => (await actions()).changePlan(id, plan, print));
}

function addAudit(tocsin: Command, { print, exitWith }: Output): void {
  const audit = tocsin.command('audit').description('check the audit log');

  audit
    .command('head')
    .option(...everyOrganization)
    .description('print the signed heads as JSON lines, to be kept elsewhere')
    .action(async (options: InOrganization) => (await auditActions()).printHeads(options, print));

  audit
    .command('verify')
    .option(...everyOrganization)
    .option('--head <file>', 'JSON lines of audit head or of the process log, kept elsewhere')
    .option('--json', 'for programs')
    .description('recompute the whole chains; exit code 1 when something was altered')
    .action(async (options: InOrganization & { head?: string; json?: boolean }) => {
      if (!(await (await auditActions()).verifyAudit(options, print))) exitWith(1);
    });
}
