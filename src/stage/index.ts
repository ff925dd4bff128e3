/**
 * Stage: one incident on virtual time, over what an organization has set up. Stores nothing and decides nothing itself:
 * it calls the decisions of `ingest`, `routing`, `alerting` and `notifications` in the order in which the server does.
 * Called by who asks what would happen.
 *
 * How to use it: `loadSnapshot` reads everything once and gives plain data, which a thread may take by
 * `structuredClone`; `openStage` puts it into the form in which decisions ask, once for any number of runs;
 * `openIncident` says what intake makes of an alert at an instant; `runIncident` runs what opened and gives a `Trace`:
 * messages with person, channel and instant, those that were dropped with the reason, steps of plans, lines of the
 * history. `applyChanges` makes of a snapshot what it would be after changes, by the checks of a write; `snapshotAfter`
 * throws where one is refused. All but `loadSnapshot` and these are pure and synchronous. `factsOf` makes of a snapshot
 * what may leave the server; `snapshotOfFacts` and `withPeople` make a snapshot of that.
 *
 * Design notes: no second copy of any rule, so what happens here and what happens in the server cannot differ by more
 * than what is assumed: nobody acknowledges, no other incident is open, what is sent arrives, and looks are as late as
 * `lateOf` says.
 */

export { applyChanges, type ConfigurationChange } from './apply-changes.ts';
export { emptySnapshot, type Facts, factsOf, snapshotOfFacts } from './facts.ts';
export type { Fault } from './faults.ts';
export { openIncident } from './open-incident.ts';
export { openStage, type Stage } from './open-stage.ts';
export { withEverybodyReachable, withPeople } from './people-of-facts.ts';
export {
  courseReachOf,
  courseSourcesOf,
  type FirstTold,
  openingSourcesOf,
  peopleIn,
  type Reach,
  reachOf,
  type Setup,
  type Source,
  sourcesOf,
} from './reach.ts';
export { ruledOn, wasRuledAgain } from './ruled.ts';
export { type RuleWithoutObjects, rulesWithoutObjects } from './rules-without-objects.ts';
export { runIncident, type StageRun, sceneOn, wakingOf } from './run-incident.ts';
export {
  afterRules,
  type SimulatedAlerting,
  type SimulatedMessage,
  type SimulatedStep,
  simulateAlerting,
} from './simulate.ts';
export {
  type ChannelSource,
  itemOf,
  itemsOf,
  loadSnapshot,
  type Snapshot,
  type StoredResource,
} from './snapshot.ts';
export { snapshotAfter } from './snapshot-after.ts';
export { assignment, pathText, resource } from './terraform-text.ts';
export { type Trace, toldBy } from './trace.ts';
export { type EmptyStep, saidOfStep, whyNobody } from './why-nobody.ts';
