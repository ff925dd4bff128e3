import { expect, it } from 'vitest';
import { touchedBetween } from '../../src/replays/touched.ts';
import { type Links, unaffectedSources } from '../../src/replays/unaffected.ts';
import { openStage, type Snapshot, type StoredResource } from '../../src/stage/index.ts';
import { changes, joined, present, withObject } from './small-town.ts';

const integrations = [...(present.resources.get('InboundIntegration')?.keys() ?? [])];
const [team = ''] = present.resources.get('Team')?.keys() ?? [];

/** The places of the integrations whose incidents could differ. */
function affected(
  snapshot: Snapshot,
  changing: (snapshot: Snapshot) => Snapshot,
  links: Links = new Map(),
  then: Links = new Map(),
): number[] {
  const worlds = [snapshot, changing(snapshot)] as const;
  const stages = [openStage(worlds[0]), openStage(worlds[1])] as const;
  const others = unaffectedSources(worlds, stages, touchedBetween(worlds, stages), links, then);
  return integrations.flatMap((id, place) => (others.has(id) ? [] : place));
}

const unchanged = (one: Snapshot) => one;
const { 'a person is in two teams': shared = present } = joined;
const { 'a rule gives incidents to another team': assigned = present } = joined;
const { 'a tier comes later': laterTier = unchanged } = changes;
const { 'somebody has no phone': noPhone = unchanged } = changes;
const { 'an integration is muted': muted = unchanged } = changes;
const routingOfAll = withObject('Routing', 2, (wire) => ({
  ...wire,
  teamConnectionSettings: { teamConnectionMode: 'OrganizationTeams', teamIds: [] },
}));

const [owner = ''] = present.resources.get('User')?.keys() ?? [];
const ownedSnapshot: Snapshot = {
  ...present,
  resources: new Map(present.resources).set(
    'OrganizationMembership',
    new Map([['owner', { ...anyResource(), id: 'owner', wire: { userId: owner, role: 'Owner' } }]]),
  ),
};
const led = Array.from({ length: 12 }, (_, place) =>
  withObject('TeamMembership', place, (wire) => ({ ...wire, role: 'Administrator' })),
).reduce((snapshot, lead) => lead(snapshot), ownedSnapshot);

function anyResource(): StoredResource {
  const [first] = present.resources.get('Team')?.values() ?? [];
  if (!first) throw new Error('There is no team.');
  return { ...first, teamId: null };
}

it.each<[string, number[], () => number[]]>([
  ['nothing', [], () => affected(present, structuredClone)],
  ['tiers of a team', [0], () => affected(present, laterTier)],
  ['an integration', [1], () => affected(present, muted)],
  [
    'tiers of a team, one of whose people is in another one',
    [0, 1],
    () => affected(shared, laterTier),
  ],
  ['a contact of somebody in two teams', [0, 1], () => affected(shared, noPhone)],
  ['tiers of a team that gets incidents by a rule', [0, 1], () => affected(assigned, laterTier)],
  [
    'tiers of a team that somebody gave an incident to',
    [0, 2],
    () => affected(present, laterTier, new Map([[integrations[2] ?? '', new Set([team])]])),
  ],
  [
    'tiers of a team whose people are told where others have nobody',
    [0, 1, 2],
    () => affected(ownedSnapshot, laterTier),
  ],
  ['the same where other teams have administrators', [0], () => affected(led, laterTier)],
  ['a routing that is for all teams', [0, 1, 2], () => affected(present, routingOfAll)],
])('a change of %s may change incidents of these: %j', (_what, expected, found) => {
  expect(found()).toEqual(expected);
});
