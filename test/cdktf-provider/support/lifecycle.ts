/**
 * The life of every resource under the real Terraform, told against any server that speaks the
 * Public API: the one in memory, and the product itself.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Workspace } from './terraform.ts';

export interface ApiAccess {
  /** With `/api/public/v1`. */
  readonly url: string;
  readonly key: string;
}

type Values = Record<string, Record<string, unknown>>;

/** Where objects of a type live, and a member of theirs that somebody may change by hand. */
const handles: Readonly<Record<string, { path: (id: string) => string; drift: object }>> = {
  tocsin_team: handle('team', { displayName: 'changed by hand' }),
  tocsin_user: handle('user', { displayName: 'changed by hand' }),
  tocsin_team_membership: handle('team-membership', { role: 'Administrator' }),
  tocsin_organization_membership: handle('organization-membership', { role: 'Administrator' }),
  tocsin_team_escalations: handle('team-escalations', { escalationTiers: [] }),
  tocsin_on_call_override: handle('on-call-override', { type: 'online' }),
  tocsin_integration: handle('inbound-integration', { labels: ['changed by hand'] }),
  tocsin_integration_mapping: {
    path: (id) => `/inbound-integration/${id}/mapping`,
    drift: { attributesMapping: { attributes: [] } },
  },
  tocsin_integration_maintenance_window: handle('inbound-integration-maintenance-windows', {
    type: 'muted',
  }),
  tocsin_outbound_integration: handle('outbound-integration', { slackSettings: null }),
  tocsin_routing: handle('routing', { rules: [] }),
  tocsin_service: handle('service', { publicDescription: 'changed by hand' }),
  tocsin_status_page: handle('status-page', { historyInDays: 30 }),
};

function handle(path: string, drift: object) {
  return { path: (id: string) => `/${path}/${id}`, drift };
}

export const everything = new URL('../configs/everything.tf', import.meta.url);

export function createLifecycle(workspace: Workspace, api: ApiAccess) {
  const expectEmptyPlan = async (args: readonly string[]) => {
    const plan = await workspace.terraform(['plan', '-detailed-exitcode', ...args]);
    expect(plan.code, `${plan.stdout}${plan.stderr}`).toBe(0);
  };

  const call = async (
    method: string,
    path: string,
    body?: object,
  ): Promise<Record<string, unknown>> => {
    const response = await fetch(`${api.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', 'x-authorization': api.key },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok)
      throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Record<string, unknown>;
  };

  return {
    createEverything: async (): Promise<Values> => {
      await workspace.write('main.tf', await readFile(everything, 'utf8'));
      const applied = await workspace.succeed(['apply', '-auto-approve']);
      expect(applied.stdout).toContain('16 added, 0 changed, 0 destroyed');
      await expectEmptyPlan([]);
      return managed(await workspace.values());
    },

    updateInPlace: async (before: Values): Promise<Values> => {
      const applied = await workspace.succeed(['apply', '-auto-approve', '-var=edition=two']);
      expect(applied.stdout).toContain('0 added, 16 changed, 0 destroyed');
      await expectEmptyPlan(['-var=edition=two']);
      const after = managed(await workspace.values());
      expect(idsOf(after)).toEqual(idsOf(before));
      expect(nestedIds(after)).toEqual(nestedIds(before));
      return after;
    },

    replaceImmutable: async (): Promise<void> => {
      const args = ['-var=edition=two', '-var=kind=Webhook'];
      const applied = await workspace.succeed(['apply', '-auto-approve', ...args]);
      // The integration, and with it what is deleted together with an integration.
      expect(applied.stdout.match(/must be replaced/g)).toHaveLength(3);
      expect(applied.stdout).toMatch(/type\s+= "Datadog" -> "Webhook" # forces replacement/);
      await expectEmptyPlan(args);
      await workspace.succeed(['apply', '-auto-approve']);
    },

    repairDrift: async (): Promise<void> => {
      const before = managed(await workspace.values());
      for (const [address, values] of Object.entries(before)) {
        const { path, drift } = handleOf(address);
        const current = await call('GET', path(String(values.id)));
        await call('PUT', path(String(values.id)), { ...current, ...drift });
      }
      const applied = await workspace.succeed(['apply', '-auto-approve']);
      expect(applied.stdout).toContain('0 added, 16 changed, 0 destroyed');
      await expectEmptyPlan([]);
      expect(managed(await workspace.values())).toEqual(before);
    },

    recreateDeleted: async (): Promise<void> => {
      const before = managed(await workspace.values());
      const lost = Object.keys(before).filter((address) => !foundations.has(address));
      for (const address of lost) {
        await call('DELETE', handleOf(address).path(String(before[address]?.id))).catch(() => {});
      }
      const applied = await workspace.succeed(['apply', '-auto-approve']);
      expect(applied.stdout).toContain(`${lost.length} added,`);
      expect(applied.stdout).toContain('0 destroyed');
      await expectEmptyPlan([]);
    },

    /** A new team and a new user, and with them whatever is deleted or must be told. */
    replaceFoundations: async (): Promise<void> => {
      const replace = ['-replace=tocsin_team.platform', '-replace=tocsin_user.bob'];
      await workspace.succeed(['apply', '-auto-approve', ...replace]);
      await expectEmptyPlan([]);
    },

    /** Forgets everything and takes it in again, with the configuration that Terraform writes. */
    importEverything: async (): Promise<void> => {
      const before = managed(await workspace.values());
      await workspace.succeed(['state', 'rm', ...Object.keys(before)]);
      const blocks = Object.entries(before).map(
        ([address, values]) => `import {\n  to = ${address}\n  id = "${values.id}"\n}\n`,
      );
      await workspace.write('main.tf', `${requirement}${blocks.join('')}`);
      // Terraform writes null for secrets; which of them are needed is said at their place.
      const generating = await workspace.terraform(['plan', '-generate-config-out=generated.tf']);
      expect(generating.stderr).toContain(
        'webhook_authentication.bearer.token: A value is required here.',
      );
      const generated = await readFile(join(workspace.directory, 'generated.tf'), 'utf8');
      await workspace.write(
        'generated.tf',
        generated
          .replace(/\btoken\s+= null # sensitive/, 'token = "chosen-by-the-user"')
          .replace(/\bheaders\s+= null # sensitive/, 'headers = { Accept = "text/html" }'),
      );
      const applied = await workspace.succeed(['apply', '-auto-approve']);
      expect(applied.stdout).toContain('16 imported, 0 added, 0 changed, 0 destroyed');
      const imported = managed(await workspace.values());
      expect(imported).toEqual(withoutVersions(before));
    },

    /** The same objects as state of the commercial original's provider, moved over. */
    takeOver: async (): Promise<void> => {
      const state = JSON.parse((await workspace.succeed(['state', 'pull'])).stdout) as RawState;
      const moved = state.resources.filter(({ mode }) => mode === 'managed');
      const blocks = moved.map(
        ({ type, name }) =>
          `moved {\n  from = ${original(type)}.${name}\n  to   = ${type}.${name}\n}\n`,
      );
      const foreign = {
        ...state,
        serial: state.serial + 1,
        outputs: {},
        resources: moved.map((entry) => ({
          ...entry,
          type: original(entry.type),
          instances: entry.instances.map((instance) => ({
            ...instance,
            attributes: asOriginal(entry.type, instance.attributes),
          })),
          provider: 'provider["registry.terraform.io/allquiet/allquiet"]',
        })),
      };
      await workspace.write('foreign.tfstate', JSON.stringify(foreign));
      await workspace.succeed(['state', 'push', '-force', 'foreign.tfstate']);
      await workspace.write('main.tf', `${requirement}${blocks.join('')}`);
      const plan = await workspace.succeed(['plan']);
      expect(plan.stdout.match(/has moved to/g)).toHaveLength(16);
      expect(plan.stdout).not.toMatch(/will be (created|destroyed|updated)|must be replaced/);
      await workspace.succeed(['apply', '-auto-approve']);
      expect((await workspace.succeed(['state', 'pull'])).stdout).not.toContain('kept in clear');
    },

    destroyEverything: async (): Promise<void> => {
      const gone = managed(await workspace.values());
      const destroyed = await workspace.succeed(['destroy', '-auto-approve']);
      expect(destroyed.stdout).toContain('16 destroyed');
      for (const [address, values] of Object.entries(gone)) {
        await expect(call('GET', handleOf(address).path(String(values.id)))).rejects.toThrow('404');
      }
    },
  };
}

/** Deleting these takes others along, which is another story. */
const foundations = new Set([
  'tocsin_team.platform',
  'tocsin_team.second',
  'tocsin_user.alice',
  'tocsin_user.bob',
  'tocsin_team_membership.alice',
  'tocsin_integration.monitoring',
]);

export const requirement =
  'terraform {\n  required_providers {\n    tocsin = { source = "tocsin/tocsin" }\n  }\n}\n';

interface RawState {
  readonly serial: number;
  readonly resources: readonly {
    readonly mode: string;
    readonly type: string;
    readonly name: string;
    readonly instances: readonly { readonly attributes: Readonly<Record<string, unknown>> }[];
  }[];
}

/** Attributes the original's provider does not have, and one that it keeps in clear. */
function asOriginal(type: string, attributes: Readonly<Record<string, unknown>>): object {
  const { email, activated_at, organization_id, calendar_publishing_settings, ...known } =
    attributes;
  return {
    ...known,
    ...(type === 'tocsin_user' ? { email } : {}),
    ...(type === 'tocsin_status_page' ? { password_protection_password: 'kept in clear' } : {}),
  };
}

const original = (type: string) => type.replace(/^tocsin_/, 'allquiet_');

function handleOf(address: string) {
  const found = handles[address.split('.')[0] ?? ''];
  if (found === undefined) throw new Error(`no handle for ${address}`);
  return found;
}

function managed(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).filter(([address]) => !address.startsWith('data.')),
  );
}

function idsOf(values: Values): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([address, { id }]) => [address, id]));
}

function nestedIds(values: Values): unknown {
  const ids = (list: unknown) => (list as { id: string }[]).map(({ id }) => id);
  return {
    templates: ids(values['tocsin_service.checkout']?.templates),
    links: ids(values['tocsin_service.checkout']?.integrations),
    groups: ids(values['tocsin_status_page.public']?.service_groups),
  };
}

/** A version number lives in the configuration only; a server does not know it. */
function withoutVersions(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([address, members]) => [
      address,
      Object.fromEntries(
        Object.entries(members).map(([name, value]) => [
          name,
          name.endsWith('_version') ? null : value,
        ]),
      ),
    ]),
  );
}
