import type { Fields } from '../../../model/fields.ts';
import { common, ignored, links, noise, noPlace, reference, to } from './rows.ts';

const rule = '/sets/*/rules/*';
const routing = 'tocsin_routing.rules';

const about = [
  ...ignored('/parent', 'whose rules they are'),
  ...ignored('/created_by', 'who made it'),
  ...ignored('/updated_by', 'who changed it'),
  ...noise('when it was made', '/created_at', '/updated_at', '/version'),
  ...noise('follows from the list', '/type'),
  ...links(),
];

/** Rules that change events: none of them has a place yet. */
const changing = [
  ...noise('rules stand in order', '/sets/*/id', `${rule}/id`, `${rule}/label`),
  ...noise('rules are lines, disabled or not', `${rule}/disabled`),
  noPlace(`${rule}/**`, 'behaviour', 'rules that change events are not brought'),
  noPlace('/catch_all/**', 'behaviour', 'rules that change events are not brought'),
  ...about,
];

/** Event orchestrations, and the rulesets that came before them. */
export const orchestrationFields: Fields = {
  orchestrations: noise('read once more, with what is in it', '/**'),
  'orchestration-details': [
    ...common('tocsin_routing').filter(({ from }) => from !== '/type' && !/self|html/.test(from)),
    noPlace('/description', 'lost', 'routings have no description'),
    ...reference('/team', 'tocsin_routing.team_id'),
    to('/integrations/*/id', 'tocsin_integration'),
    to('/integrations/*/label', 'tocsin_integration.display_name'),
    to('/integrations/*/parameters/routing_key', 'tocsin_integration.accepted_keys'),
    ...noise('there is one type', '/integrations/*/parameters/type'),
    ...noise('a number', '/routes'),
    ...about.filter(({ from }) => !from.startsWith('/parent')),
  ],
  'orchestration-routers': [
    to(`${rule}/label`, `${routing}.display_name`),
    to(`${rule}/disabled`, routing, 'what is disabled is not brought'),
    to(`${rule}/conditions/*/expression`, `${routing}.conditions`),
    to(`${rule}/actions/route_to`, `${routing}.actions.use_escalation_policy_id`),
    noPlace(`${rule}/actions/dynamic_route_to/**`, 'behaviour', 'rules name their service'),
    to('/catch_all/actions/route_to', 'tocsin_integration.escalation_policy_id'),
    ...noise('rules stand in order', '/sets/*/id', `${rule}/id`),
    ...about,
  ],
  'orchestration-unrouted': changing,
  'orchestration-global': changing,
  'service-orchestrations': changing,
  'service-orchestrations-active': [to('/active', 'tocsin_routing', 'what is not in use is lost')],
  'orchestration-variables': [noPlace('/**', 'behaviour', 'events are not counted in variables')],
  rulesets: [noPlace('/**', 'behaviour', 'rulesets have ended: convert them to orchestrations')],
  'ruleset-rules': [
    noPlace('/**', 'behaviour', 'rulesets have ended: convert them to orchestrations'),
  ],
};
