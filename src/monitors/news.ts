import type { UpdateFilter } from 'mongodb';
import { type Intake, type IntakeAnswer, listLatestHeaders } from '../ingest/index.ts';
import { type IntakeView, type IntakeViews, maintenanceAt } from '../integrations/index.ts';
import { randomId, type World } from '../kernel/index.ts';
import { say } from '../sentences/index.ts';
import { keepersOf, loadSilences } from '../silences/index.ts';
import { announce, announcementHeader } from './announce.ts';
import { statesOf } from './claims.ts';
import type { Announcement, MonitorState } from './model.ts';

/** The pause before a retry when the store did not take the payload. */
const againSeconds = 5;

export type NewAnnouncement = Omit<Announcement, 'id' | 'at'>;

/** Brings announcements that are stored with their state to the intake, each once. */
export class News {
  readonly #world: World;
  readonly #intake: Intake;
  readonly #views: IntakeViews;
  /** News of one monitor go one after the other, so that they arrive in their order. */
  readonly #tails = new Map<string, Promise<void>>();

  constructor(world: World, intake: Intake, views: IntakeViews) {
    this.#world = world;
    this.#intake = intake;
    this.#views = views;
  }

  /** An announcement for a state that is about to be written. */
  compose(news: NewAnnouncement): Announcement {
    return { ...news, id: randomId(), at: this.#world.clock.now() };
  }

  /** By which people of the monitor read times. */
  async timeZoneOf({ _id }: MonitorState): Promise<string> {
    return (await this.#views.load(_id))?.timeZoneId ?? 'UTC';
  }

  /** Delivers what the stored state says. `mayBeThere`: a process that died may have delivered it already. */
  deliver(monitorId: string, { mayBeThere = false } = {}): Promise<void> {
    const tail = (this.#tails.get(monitorId) ?? Promise.resolve())
      .then(() => this.#deliver(monitorId, mayBeThere))
      .catch((error: unknown) => this.#tryLater(monitorId, error))
      .finally(() => {
        if (this.#tails.get(monitorId) === tail) this.#tails.delete(monitorId);
      });
    this.#tails.set(monitorId, tail);
    return tail;
  }

  /** An alarm that came during a maintenance, or a silence, opened nothing: whether it is time to repeat it. */
  async isHeldNoLonger({ _id, isHeld, heldBy }: MonitorState): Promise<boolean> {
    if (!isHeld) return false;
    const view = await this.#views.load(_id);
    if (view === null || maintenanceAt(view, this.#world.clock.now()).isInMaintenance) return false;
    return heldBy === undefined || heldBy !== (await this.#keepersOf(view));
  }

  /** Silences that may keep alarms of the monitor from opening anything now. */
  async #keepersOf(view: IntakeView): Promise<string> {
    const silences = await loadSilences(this.#world, view.organizationId);
    return keepersOf(silences, view, this.#world.clock.now());
  }

  async #deliver(monitorId: string, mayBeThere: boolean): Promise<void> {
    const states = statesOf(this.#world);
    for (let round = 0; round < roundsMax; round += 1) {
      const state = await states.findOne({ _id: monitorId });
      const news = state?.announcement;
      if (!state || !news) return;
      const view = await this.#views.load(monitorId);
      // Its integration is gone, or is about to go with its team.
      if (!view) return void (await states.deleteOne({ _id: monitorId }));
      const isThere = mayBeThere && (await this.#isThere(monitorId, news));
      const answer = isThere
        ? null
        : await announce(this.#intake, view, news, this.#world.clock.now());
      const held = news.severity === null ? null : await this.#heldBy(view, answer);
      if (await this.#settle(monitorId, news.id, held)) return;
      // Something newer was written while this was on its way: it comes next.
      mayBeThere = false;
      if (news.severity !== null) await this.#takeBack(monitorId);
    }
  }

  /** The reason for which an alarm was kept from opening anything; null where it opened something, or could have. */
  async #heldBy(
    view: IntakeView,
    answer: IntakeAnswer | null,
  ): Promise<Pick<MonitorState, 'isHeld' | 'heldBy'> | null> {
    if (answer?.outcome === 'Maintenance') return { isHeld: true };
    if (answer?.outcome !== 'Silenced') return null;
    return { isHeld: true, heldBy: await this.#keepersOf(view) };
  }

  async #settle(
    monitorId: string,
    newsId: string,
    held: Pick<MonitorState, 'isHeld' | 'heldBy'> | null,
  ): Promise<boolean> {
    const states = statesOf(this.#world);
    for (let round = 0; round < roundsMax; round += 1) {
      const state = await states.findOne({ _id: monitorId });
      if (!state) return true;
      if (state.announcement?.id !== newsId) return false;
      const { version, thenAt } = state;
      const heldAt = new Date(this.#world.clock.now().getTime() + heldSeconds * 1000);
      const nextAt = thenAt ?? (held ? heldAt : undefined);
      const update: UpdateFilter<MonitorState> = {
        ...(nextAt || held ? { $set: { ...(nextAt ? { nextAt } : {}), ...held } } : {}),
        $unset: {
          announcement: '',
          thenAt: '',
          claim: '',
          ...(nextAt ? {} : { nextAt: '' }),
          ...(held ? {} : { isHeld: '' }),
          ...(held?.heldBy === undefined ? { heldBy: '' } : {}),
        },
      };
      // The settings may change meanwhile, and with them the time of what comes next.
      const filter = { _id: monitorId, 'announcement.id': newsId, version };
      if ((await states.updateOne(filter, update)).matchedCount > 0) return true;
    }
    return true;
  }

  /** Another process may have told that all is well before this one came with its alarm: it is told again. */
  async #takeBack(monitorId: string): Promise<void> {
    const allIsWell = this.compose({
      level: 'Up',
      severity: null,
      reason: say('heardOfMeanwhile'),
    });
    const filter = { _id: monitorId, level: 'Up' as const, announcement: { $exists: false } };
    const states = statesOf(this.#world);
    const state = await states.findOne(filter);
    if (!state) return;
    const { nextAt } = state;
    await states.updateOne(
      { ...filter, version: state.version },
      {
        $set: {
          announcement: allIsWell,
          ...(nextAt ? { thenAt: nextAt } : {}),
          nextAt: allIsWell.at,
        },
      },
    );
  }

  async #isThere(monitorId: string, { id, at }: Announcement): Promise<boolean> {
    const latest = await listLatestHeaders(this.#world, monitorId, at);
    return latest.some((headers) => headers[announcementHeader] === id);
  }

  async #tryLater(monitorId: string, error: unknown): Promise<void> {
    this.#world.log.error({ err: error }, 'news of a monitor are delivered later');
    const nextAt = new Date(this.#world.clock.now().getTime() + againSeconds * 1000);
    // Where the store does not take this either, the claim runs out.
    await statesOf(this.#world)
      .updateOne(
        { _id: monitorId, announcement: { $exists: true } },
        { $set: { nextAt }, $unset: { claim: '' } },
      )
      .catch(() => undefined);
  }
}

const roundsMax = 8;
/** How often it is looked whether a maintenance is over. */
export const heldSeconds = 60;
