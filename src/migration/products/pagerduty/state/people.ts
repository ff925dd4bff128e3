import { objectsAt, textIn, without, withoutUnset } from '../../../read/attributes.ts';
import type { Attributes, StateResources } from '../../../read/state.ts';
import { objectOf, referring } from './shape.ts';

/** With their contact methods and rules, which are resources of their own. */
export function people(resources: StateResources): Attributes[] {
  const contacts = byUser(resources, 'pagerduty_user_contact_method');
  const rules = byUser(resources, 'pagerduty_user_notification_rule');
  const lists = resources.all('pagerduty_users').flatMap((list) => objectsAt(list, 'users'));
  const all = [...resources.all('pagerduty_user'), ...lists];
  const byId = new Map(all.toReversed().map((user) => [textIn(user, 'id'), user]));
  return [...byId].map(([id, user]) => {
    const own = contacts.get(id)?.map((one) => withoutUnset(one, 'country_code'));
    return {
      ...referring(objectOf(user), 'teams', 'license'),
      ...(own && { contact_methods: own }),
      ...(rules.has(id) && { notification_rules: rules.get(id) }),
    };
  });
}

function byUser(resources: StateResources, type: string): Map<string, Attributes[]> {
  const found = new Map<string, Attributes[]>();
  for (const attributes of resources.managed(type)) {
    const user = textIn(attributes, 'user_id');
    const object = without(objectOf(attributes), 'user_id');
    found.set(user, [...(found.get(user) ?? []), object]);
  }
  return found;
}

export function handoffRules(resources: StateResources) {
  return [...byUser(resources, 'pagerduty_user_handoff_notification_rule')].flatMap(
    ([user, rules]) => rules.map((object) => ({ of: [user], object })),
  );
}

export function teams(resources: StateResources): Attributes[] {
  return resources.all('pagerduty_team').map((team) => referring(objectOf(team), 'parent'));
}

export function memberships(resources: StateResources) {
  return resources.managed('pagerduty_team_membership').map((member) => ({
    of: [textIn(member, 'team_id')],
    object: { user: { id: member.user_id }, role: member.role },
  }));
}
