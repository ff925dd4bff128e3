import { isObject } from '../../../kernel/index.ts';
import { answered, answeredOf, camelCased, objectsAt, textIn } from '../../read/attributes.ts';
import type { Attributes, StateKind, StateResources, StateTable } from '../../read/state.ts';

/*
 * By https://registry.terraform.io/providers/AllQuietApp/allquiet/latest/docs. Attributes are the members of the Public
 * API in other letters, but for a few that have another name.
 */

type Names = Readonly<Record<string, string>>;

/** The keys of maps are not renamed. */
const maps = new Set(['headers']);

/** By the member around them. */
const otherNames: Readonly<Record<string, Names>> = {
  escalation_tiers: {
    auto_escalation_stop_mode: 'autoEscalationMode',
    repeats_stop_mode: 'repeatsTierEscalationMode',
  },
  tier_settings: { repeats_stop_mode: 'autoEscalationMode' },
  allquiet_status_page: {
    services: 'serviceIds',
    is_password_protection_configured: 'isPasswordProtectionPasswordConfigured',
  },
  custom_host_settings: {
    cloudflare_create_custom_hostname_response: 'cloudFlareCreateCustomHostNameResponse',
  },
  service_groups: { services: 'serviceIds' },
};

/** A null member is not set; an empty list is a list. */
function asAnswered(value: unknown, around: string): unknown {
  if (Array.isArray(value)) return value.map((item) => asAnswered(item, around));
  if (!isObject(value)) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(
    members.map(([name, member]) => [
      otherNames[around]?.[name] ?? camelCased(name),
      maps.has(name) ? member : asAnswered(member, name),
    ]),
  );
}

const objectOf = (attributes: Attributes, type: string): Attributes => {
  const object = asAnswered(attributes, type);
  return isObject(object) ? object : {};
};

const listOf = (name: string): StateKind => {
  const type = `allquiet_${name}`;
  return {
    types: [type, `${type}s`],
    answers: (resources) =>
      answered(lookedUp(resources, type).map((attributes) => objectOf(attributes, type))),
  };
};

/** With those of a data source that has several. */
function lookedUp(resources: StateResources, type: string): Attributes[] {
  const plural = `${type}s`;
  const lists = resources
    .all(plural)
    .flatMap((list) => objectsAt(list, plural.replace('allquiet_', '')));
  const all = [...resources.all(type), ...lists];
  const byId = new Map<string, Attributes>();
  for (const one of all) if (!byId.has(textIn(one, 'id'))) byId.set(textIn(one, 'id'), one);
  return [...byId.values()];
}

const settings = 'allquiet_user_incident_notification_settings';

export const allquietState: StateTable = {
  prefix: 'allquiet_',
  kinds: {
    teams: listOf('team'),
    users: listOf('user'),
    // The API is asked for each of them, as its list has some only; a state has them all in one.
    members: { types: ['allquiet_user', 'allquiet_users'], answers: () => [] },
    'team-memberships': listOf('team_membership'),
    'notification-settings': {
      types: [settings],
      answers: (resources) =>
        answeredOf(
          resources.managed(settings).map((attributes) => {
            const { userId, id: _, ...object } = objectOf(attributes, settings);
            return { of: [String(userId)], object };
          }),
        ),
    },
    'team-escalations': listOf('team_escalations'),
    'on-call-overrides': listOf('on_call_override'),
    integrations: listOf('integration'),
    mappings: listOf('integration_mapping'),
    'maintenance-windows': listOf('integration_maintenance_window'),
    'outbound-integrations': listOf('outbound_integration'),
    routings: listOf('routing'),
    services: listOf('service'),
    'status-pages': listOf('status_page'),
  },
};
