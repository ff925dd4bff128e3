import type { components } from '../contract/index.ts';
import { type Ctx, invalidField } from '../kernel/index.ts';
import {
  byLookup,
  defineKind,
  demandDateTime,
  demandNoCredentials,
  demandSecret,
  type Resource,
  wireShapes,
} from '../resources/index.ts';
import { say } from '../sentences/index.ts';
import { logOf } from './product-logs.ts';

export type ShadowRunWire = Required<components['schemas']['ShadowRunInput']>;

export interface ShadowRunInternal {
  /** When it went live because its time was over. */
  endedAt: string | null;
}

export type ShadowRun = Resource<ShadowRunWire, ShadowRunInternal>;

const shadowDaysMax = 90;
const dayMilliseconds = 86_400_000;

/** A run belongs to the organization: who may keep teams from being told is nothing that a team decides. */
export const shadowRunKind = defineKind<ShadowRunWire, ShadowRunInternal>({
  entityType: 'ShadowRun',
  noun: 'shadow-run',
  collection: 'shadow_runs',
  shape: wireShapes.ShadowRun,
  displayNameOf: ({ displayName }) => displayName,
  sharedWithin: 'organization',
  lookupOf: ({ teamIds }) => ({ teamIds: teamIds.map((id) => id.toLowerCase()) }),
  filters: { TeamId: byLookup('teamIds') },
  prepare(ctx, wire, current) {
    demandSense(ctx, wire);
    const endedAt = wire.state === 'Shadow' ? null : (current?.internal.endedAt ?? null);
    return { wire, internal: { endedAt } };
  },
  duplicate: { code: 'conflict', field: 'teamIds', message: say('teamInOtherShadowRun') },
  // A team is in one run at most.
  indexes: [[{ 'lookup.teamIds': 1 }, { unique: true, sparse: true }]],
});

function demandSense(ctx: Ctx, wire: ShadowRunWire): void {
  const { apiKey, url, until, state, teamIds } = wire;
  const { displayName: product, url: usualUrl } = logOf(wire);
  demandSecret('apiKey', apiKey);
  if (url === null && usualUrl === null)
    throw invalidField('url', say('shadowUrlNeeded', { product }));
  if (url !== null && !(/^https?:/i.test(url) && URL.canParse(url)))
    throw invalidField('url', say('shadowUrlUnusable'));
  demandNoCredentials('url', url, ['apiKey']);
  demandDateTime('until', until);
  if (new Set(teamIds.map((id) => id.toLowerCase())).size < teamIds.length)
    throw invalidField('teamIds', say('shadowTeamTwice'));
  const left = Date.parse(until) - ctx.clock.now().getTime();
  if (left > shadowDaysMax * dayMilliseconds)
    throw invalidField('until', say('shadowTooLong', { days: shadowDaysMax }));
  if (state === 'Shadow' && left <= 0) throw invalidField('until', say('shadowOver'));
}
