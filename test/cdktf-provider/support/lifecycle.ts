/** What the life of every resource needs to know: where its object lives, and what may befall it. */
import { resources } from '../../../cdktf-provider/resources/index.ts';
import type { State, StateResource } from './terraform.ts';

export type Values = Record<string, Record<string, unknown>>;

/** Where objects of a type live, and a member of theirs that somebody may change by hand. */
const handles: Readonly<Record<string, { path: (id: string) => string; drift: object }>> = {
  tocsin_team: handle('team', { displayName: 'changed by hand' }),
  tocsin_user: handle('user', { displayName: 'changed by hand' }),
  tocsin_user_incident_notification_settings: {
    path: (id) => `/user/${id}/incident-notification-settings`,
    drift: { phoneNumber: '+1' },
  },
  tocsin_user_notification_rules: {
    path: (id) => `/user/${id}/notification-rules`,
    drift: { quietHours: null },
  },
  tocsin_team_membership: handle('team-membership', { role: 'Administrator' }),
  tocsin_organization_membership: handle('organization-membership', { role: 'Administrator' }),
  tocsin_team_escalations: handle('team-escalations', { escalationTiers: [] }),
  tocsin_on_call_override: handle('on-call-override', { end: '2027-02-01T00:00:00Z' }),
  tocsin_integration: handle('inbound-integration', { labels: ['changed by hand'] }),
  tocsin_integration_mapping: {
    path: (id) => `/inbound-integration/${id}/mapping`,
    drift: { attributesMapping: { attributes: [] } },
  },
  tocsin_integration_maintenance_window: handle('inbound-integration-maintenance-windows', {
    type: 'muted',
  }),
  tocsin_outbound_integration: handle('outbound-integration', { triggersOnlyOnForwarded: true }),
  tocsin_group_mapping: handle('group-mapping', { teamRole: 'Administrator' }),
  tocsin_organization_settings: {
    path: (id) => `/organizations/${id}/settings`,
    drift: { auditRetentionDays: 7 },
  },
  tocsin_oidc_connection: handle('oidc-connection', { displayName: 'changed by hand' }),
  tocsin_service_maintenance: handle('service-maintenance', { displayName: 'changed by hand' }),
  tocsin_organization: handle('organizations', { displayName: 'changed by hand' }),
  tocsin_schedule: handle('on-call-schedule', { description: 'changed by hand' }),
  tocsin_temporary_schedule: handle('temporary-schedule', { reason: 'changed by hand' }),
  tocsin_person_calendar: handle('person-calendar', { displayName: 'changed by hand' }),
  tocsin_suppression_rule: handle('suppression-rule', { waitSeconds: 7 }),
  tocsin_guarantee: handle('guarantee', { horizonDays: 7 }),
  tocsin_shadow_run: handle('shadow-run', { pollSeconds: 90 }),
  tocsin_support_hours: handle('support-hours', { timeZoneId: 'Asia/Tokyo' }),
  tocsin_escalation_policy: handle('escalation-policy', { description: 'changed by hand' }),
  tocsin_silence: handle('silence', { reason: 'changed by hand' }),
  tocsin_routing: handle('routing', { rules: [] }),
  tocsin_service: handle('service', { publicDescription: 'changed by hand' }),
  tocsin_status_page: handle('status-page', { historyInDays: 30 }),
};

function handle(path: string, drift: object) {
  return { path: (id: string) => `/${path}/${id}`, drift };
}

export const everything = new URL('../configs/everything.tf', import.meta.url);

export const requirement =
  'terraform {\n  required_providers {\n    tocsin = { source = "tocsin/tocsin" }\n  }\n}\n';

/** Deleting these takes others along, or only lets go of something that stays: another story. */
export const foundations: ReadonlySet<string> = new Set([
  'tocsin_team.platform',
  'tocsin_team.second',
  'tocsin_user.alice',
  'tocsin_user.bob',
  'tocsin_user_incident_notification_settings.bob',
  'tocsin_team_membership.alice',
  'tocsin_organization_settings.own',
  'tocsin_integration.monitoring',
]);

/** Where the object behind an address of the state is, below the path of the API. */
export function pathOf(address: string, { id }: Readonly<Record<string, unknown>>): string {
  return handleOf(address).path(String(id));
}

/** Members that somebody changes by hand. */
export function driftOf(address: string): object {
  return handleOf(address).drift;
}

function handleOf(address: string) {
  const found = handles[address.split('.')[0] ?? ''];
  if (found === undefined) throw new Error(`no handle for ${address}`);
  return found;
}

export function managed(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).filter(([address]) => !address.startsWith('data.')),
  );
}

export function idsOf(values: Values): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([address, { id }]) => [address, id]));
}

export function nestedIds(values: Values): unknown {
  const ids = (list: unknown) => (list as { id: string }[]).map(({ id }) => id);
  return {
    templates: ids(values['tocsin_service.checkout']?.templates),
    links: ids(values['tocsin_service.checkout']?.integrations),
    groups: ids(values['tocsin_status_page.public']?.service_groups),
  };
}

/** A version number lives in the configuration only; a server does not know it. */
export function withoutVersions(values: Values): Values {
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

/** The same objects as state of the commercial original's provider. */
export function asStateOfOriginal(state: State): State {
  return {
    ...state,
    serial: state.serial + 1,
    outputs: {},
    resources: managedResources(state).map((entry) =>
      isOfOriginal(entry.type)
        ? {
            ...entry,
            type: originalType(entry.type),
            instances: entry.instances.map((instance) => ({
              ...instance,
              attributes: asOriginal(entry.type, instance.attributes),
            })),
            provider: 'provider["registry.terraform.io/allquiet/allquiet"]',
          }
        : entry,
    ),
  };
}

export function managedResources({ resources }: State): StateResource[] {
  return resources.filter(({ mode }) => mode === 'managed');
}

/** False for what only Tocsin has: it stays what it is. */
export const isOfOriginal = (type: string): boolean =>
  resources.some((one) => one.type === type && one.takesOver !== undefined);

export const originalType = (type: string): string => type.replace(/^tocsin_/, 'allquiet_');

/** Attributes the original's provider does not have, and one that it keeps in clear. */
function asOriginal(
  type: string,
  attributes: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const { email, activated_at, organization_id, calendar_publishing_settings, ...known } =
    attributes;
  return {
    ...known,
    ...(type === 'tocsin_user' ? { email } : {}),
    ...(type === 'tocsin_status_page' ? { password_protection_password: 'kept in clear' } : {}),
  };
}
