import { answered, answeredOf, objectsAt, textIn, textsAt } from '../../read/attributes.ts';
import type { Attributes, StateKind, StateTable } from '../../read/state.ts';

/*
 * By https://registry.terraform.io/providers/splunk/victorops/latest/docs and the schemas of that provider. It knows no
 * rotations, overrides and paging policies, so that a state says who is told and not who is on duty.
 */

const type = (name: string) => `victorops_${name}`;

const list = (name: string, change: (attributes: Attributes) => Attributes): StateKind => ({
  types: [type(name)],
  answers: (resources) => answered(resources.managed(type(name)).map(change)),
});

const of = (
  name: string,
  parent: string,
  change: (attributes: Attributes) => Attributes,
): StateKind => ({
  types: [type(name)],
  answers: (resources) =>
    answeredOf(
      resources
        .managed(type(name))
        .map((one) => ({ of: [textIn(one, parent)], object: change(one) })),
    ),
});

/** How the API calls what an entry names, and the member with its name. */
const entryTypes: Readonly<Record<string, readonly [string, string, string]>> = {
  email: ['email', 'email', 'address'],
  rotationGroup: ['rotation_group', 'rotationGroup', 'slug'],
  rotationGroupNext: ['rotation_group_next', 'rotationGroup', 'slug'],
  rotationGroupPrevious: ['rotation_group_previous', 'rotationGroup', 'slug'],
  targetPolicy: ['policy_routing', 'targetPolicy', 'slug'],
  user: ['user', 'user', 'username'],
  webhook: ['webhook', 'webhook', 'slug'],
};

/** The provider takes types in any letter case. */
function entryOf({ type: given, ...entry }: Attributes): Attributes {
  const lower = String(given).toLowerCase();
  const known = Object.entries(entryTypes).find(([name]) => name.toLowerCase() === lower)?.[1];
  if (!known) return { executionType: given, ...entry };
  const [executionType, member, name] = known;
  const { [name]: value, ...others } = entry;
  const named = member === 'targetPolicy' ? 'policySlug' : name;
  return { ...others, executionType, [member]: { [named]: value } };
}

/** The numbers and addresses of a person: the first that was made comes first. */
function contactMethods(contacts: readonly Attributes[]): Attributes {
  const methods = (kind: string) => ({
    contactMethods: contacts
      .filter((contact) => contact.type === kind)
      .map((contact, rank) => ({
        ...{ rank, id: contact.internal_id, extId: contact.id, label: contact.label },
        value: textIn(contact, 'computed_value') || contact.value,
      })),
  });
  return { phones: methods('phone'), emails: methods('email') };
}

export const splunkOncallState: StateTable = {
  prefix: 'victorops_',
  kinds: {
    // Members about how Terraform makes or deletes a user are left out.
    users: list('user', (user) => ({
      ...{ username: user.user_name, email: user.email, admin: user.is_admin },
      ...{ firstName: user.first_name, lastName: user.last_name },
    })),
    'contact-methods': {
      types: [type('contact')],
      answers(resources) {
        const contacts = resources
          .managed(type('contact'))
          .toSorted((one, other) => Number(one.internal_id) - Number(other.internal_id));
        const byPerson = Map.groupBy(contacts, (contact) => textIn(contact, 'user_name'));
        return answeredOf(
          [...byPerson].map(([username, own]) => ({
            of: [username],
            object: contactMethods(own),
          })),
        );
      },
    },
    teams: list('team', (team) => ({ slug: team.id, name: team.name })),
    'team-members': of('team_membership', 'team_id', (member) => ({ username: member.user_name })),
    policies: list('escalation_policy', (policy) => ({
      policy: { slug: policy.id, name: policy.name },
      team: { slug: policy.team_id },
    })),
    'policy-details': of('escalation_policy', 'id', (policy) => ({
      ...{ slug: policy.id, name: policy.name },
      ignoreCustomPagingPolicies: policy.ignore_custom_paging_policies,
      steps: objectsAt(policy, 'step').map((step) => ({
        timeout: step.timeout,
        entries: objectsAt(step, 'entries').map(entryOf),
      })),
    })),
    'routing-keys': list('routing_key', (key) => ({
      routingKey: key.name,
      targets: textsAt(key, 'targets').map((policySlug) => ({ policySlug })),
    })),
  },
};
