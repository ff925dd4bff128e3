import type { Catalogue, IntegrationType } from '../catalogue/index.ts';
import {
  eachIntegrationOf,
  type IntegrationWire,
  loadIntegrations,
} from '../integrations/index.ts';
import { createFailures } from '../jobs/index.ts';
import { type Task, type World, within } from '../kernel/index.ts';
import { inEnglish, type Sentence } from '../sentences/index.ts';
import type { VoiceCarrier } from './carriers/carrier.ts';
import { claimSetUp, setUpsOf } from './claim-set-up.ts';
import type { ServerAccess } from './find-number.ts';
import { lookAgain, recordedOutcome, setUpAtCarrier } from './number-outcome.ts';
import { numberPlanOf } from './number-plan.ts';
import { numberWarningOf } from './number-view.ts';

export interface NumberConnectorOptions {
  world: World;
  catalogue: Catalogue;
  carriers: readonly VoiceCarrier[];
  publicUrl(): string;
  serverAccess: ServerAccess;
}

export interface NumberConnector {
  /**
   * Has the carrier send the calls of the integration's number here, unless nothing changed that matters to it. What
   * takes longer than people wait goes on after the answer. Never throws: the outcome is stored, and what failed is
   * tried again. For whoever has just saved the integration: a number whose calls were sent elsewhere at the carrier is
   * led here again.
   */
  connect(integrationId: string): Promise<void>;
  /** A warning for people who rely on the number; null if it works, and for an integration without a number. */
  warningOf(
    type: IntegrationType,
    wire: Pick<IntegrationWire, 'integrationSettings'>,
  ): Sentence | null;
  /**
   * Tries again what failed, finds numbers that nobody connected, such as after a crash or with another public address,
   * and looks once a day whether calls of the others still come here: whoever changes that at the carrier is not
   * overruled, but it is said.
   */
  task: Task;
}

/** Changes of other processes become visible a moment later, with times of their clocks. */
const clockDifferenceMilliseconds = 60_000;
const dueMax = 500;
const answerWithinMilliseconds = 8_000;

export function createNumberConnector(options: NumberConnectorOptions): NumberConnector {
  const { world, catalogue, publicUrl, serverAccess } = options;
  const { clock, log } = world;
  const carriers = new Map(options.carriers.map((carrier) => [carrier.name, carrier]));
  const setUps = setUpsOf(world);
  const types = catalogue.types.filter(({ callRouting }) => callRouting !== null);
  const failures = createFailures(world, 'connecting a phone number');
  let seenThrough: Date | null = null;

  async function connect(integrationId: string, hasBeenSaved: boolean): Promise<void> {
    const integration = (await loadIntegrations(world, [integrationId])).get(integrationId);
    const plan = integration && numberPlanOf({ catalogue, carriers, publicUrl }, integration);
    if (!plan) {
      await setUps.deleteOne({ _id: integrationId });
      return;
    }
    const claimed = await claimSetUp(world, plan, hasBeenSaved);
    if (!claimed) return;
    const isKnown = claimed.state === 'set' || (claimed.state === 'changed' && !hasBeenSaved);
    const outcome = await (isKnown ? lookAgain(world, plan, claimed) : setUpAtCarrier(world, plan));
    await setUps.updateOne(
      { _id: plan.id, fingerprint: plan.fingerprint },
      { $set: recordedOutcome(outcome, claimed.attempts + 1, clock.now()) },
    );
    if (['refused', 'waiting', 'changed'].includes(outcome.state))
      log.warn(
        { integrationId, reason: inEnglish(outcome.text) },
        'a phone number is not connected',
      );
  }

  async function run(stopping: AbortSignal): Promise<void> {
    const startedAt = clock.now();
    // All of them at the start, and when the clock was set back.
    const since =
      seenThrough && seenThrough <= startedAt
        ? new Date(seenThrough.getTime() - clockDifferenceMilliseconds)
        : null;
    const names = types.map(({ id }) => id);
    let areAllDone = true;
    for await (const page of eachIntegrationOf(world, names, since))
      for (const { id } of page) {
        if (stopping.aborted) return;
        if (!(await failures.attempt(id, () => connect(id, false)))) areAllDone = false;
      }
    if (areAllDone) seenThrough = startedAt;
    const due = await setUps
      .find({ nextAt: { $lte: startedAt } })
      .project<{ _id: string }>({ _id: 1 })
      .limit(dueMax)
      .toArray();
    for (const { _id } of due) {
      if (stopping.aborted) return;
      await failures.attempt(_id, () => connect(_id, false));
    }
    failures.demandNone(startedAt);
  }

  return {
    async connect(integrationId) {
      const work = connect(integrationId, true).catch((error: unknown) =>
        log.error({ err: error, integrationId }, 'a phone number could not be connected'),
      );
      await within(answerWithinMilliseconds, work, () => undefined);
    },
    warningOf: (type, wire) => numberWarningOf(type, wire, serverAccess),
    task: { name: 'connect-numbers', everySeconds: 60, run },
  };
}
