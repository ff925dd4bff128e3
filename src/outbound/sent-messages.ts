import { createHash } from 'node:crypto';
import type { Collection, UpdateFilter } from 'mongodb';
import { Schema } from 'mongoose';
import type { World } from '../kernel/index.ts';
import { defineModel, driverCollection, isDuplicateKey, schemaOf } from '../store/index.ts';
import type { OutboundDelivery } from './delivery.ts';

/** The messages that a tool has of an incident, so that later events change them instead of adding to them. */
interface SentMessage {
  /** Hash of integration and incident; of a snapshot and of a message about no incident, of its delivery, too. */
  _id: string;
  organizationId: string;
  integrationId: string;
  /** Null for a message about no incident. */
  incidentId: string | null;
  /** Ids that the tool gave, by the place (channel, list …) they are in, and the delivery that made them. */
  refs: { place: string; id: string; by: string }[];
  /** Steps of the latest deliveries that are done, by `<delivery>:<step>`. */
  steps: string[];
  /** Places where something was being made when the process ended, if it ended. */
  making: string[];
  /** One delivery at a time; after this moment the process that made it counts as dead. */
  claimedUntil: Date | null;
  expiresAt: Date;
}

const schema = schemaOf<SentMessage>({
  _id: String,
  organizationId: String,
  integrationId: String,
  incidentId: String,
  refs: Schema.Types.Mixed,
  steps: [String],
  making: [String],
  claimedUntil: Date,
  expiresAt: Date,
});
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
// To delete them with their integration, and to find out whether an incident was sent there.
schema.index({ integrationId: 1, incidentId: 1 });
// Finds the incident of something in the tool.
schema.index({ integrationId: 1, 'refs.id': 1 });
// To delete them with their organization.
schema.index({ organizationId: 1 });

export const sentMessageModel = defineModel<SentMessage>('outbound_sent_messages', schema);

/** Incidents that are that old are not updated in place any more. */
const keptMilliseconds = 400 * 86_400_000;
export const claimMilliseconds = 60_000;
const stepsMax = 100;

/** The part of a delivery that says which messages it may change. */
type Claim = Pick<OutboundDelivery, 'key' | 'integration' | 'isSnapshot'> & {
  /** Null where it is about none; then it is a snapshot. */
  incident: { id: string } | null;
};

type Known = Pick<SentMessage, '_id' | 'refs' | 'steps' | 'making'>;

/** The messages that were sent of this incident, while this delivery alone may change them. */
export class SentMessages {
  /** Null: nothing is kept. */
  readonly #collection: Collection<SentMessage> | null;
  readonly #document: Known;
  readonly #key: string;
  /**
   * Steps that are done and stored with the next write, which comes before anything else is sent: the last of them with
   * the release.
   */
  #unstored: string[] = [];

  private constructor(collection: Collection<SentMessage> | null, document: Known, key: string) {
    this.#collection = collection;
    this.#document = document;
    this.#key = key;
  }

  /** For a tool of which nothing is kept. */
  static none({ key }: Pick<Claim, 'key'>): SentMessages {
    return new SentMessages(null, { _id: key, refs: [], steps: [], making: [] }, key);
  }

  /** Null while another delivery of this incident to this integration is under way. */
  static async claim(world: World, delivery: Claim): Promise<SentMessages | null> {
    const { integration, incident, isSnapshot, key } = delivery;
    const collection = driverCollection(sentMessageModel(world.store));
    const now = world.clock.now();
    const parts = [integration.id, incident?.id ?? '', ...(isSnapshot ? [key] : [])];
    const _id = createHash('sha256').update(parts.join('\n')).digest('hex');
    try {
      const document = await collection.findOneAndUpdate(
        { _id, $or: [{ claimedUntil: null }, { claimedUntil: { $lt: now } }] },
        {
          $set: {
            claimedUntil: new Date(now.getTime() + claimMilliseconds),
            expiresAt: new Date(now.getTime() + keptMilliseconds),
          },
          $setOnInsert: {
            organizationId: integration.organizationId,
            integrationId: integration.id,
            incidentId: incident?.id ?? null,
            refs: [],
            steps: [],
            making: [],
          },
        },
        { upsert: true, returnDocument: 'after' },
      );
      return document && new SentMessages(collection, document, key);
    } catch (error) {
      if (isDuplicateKey(error)) return null;
      throw error;
    }
  }

  /** The id that the tool gave for what is in this place. */
  at(place: string): string | null {
    return this.#document.refs.find((ref) => ref.place === place)?.id ?? null;
  }

  places(): string[] {
    return this.#document.refs.map(({ place }) => place);
  }

  /** This delivery made what is in this place, now or in an earlier attempt. */
  isNew(place: string): boolean {
    return this.#document.refs.some((ref) => ref.place === place && ref.by === this.#key);
  }

  /**
   * The id of what is in this place: the one that is known; else, where an earlier attempt may have got through, what
   * `find` finds; else what `make` makes. Each result is stored before anything else happens.
   */
  async made(
    place: string,
    { find, make }: { find?: () => Promise<string | null>; make: () => Promise<string> },
  ): Promise<string> {
    const known = this.at(place);
    if (known !== null) return known;
    await this.#storeSteps();
    const found = find && this.#document.making.includes(place) ? await find() : null;
    if (found !== null) return this.#remember(place, found);
    if (find) await this.#change({ $addToSet: { making: place } });
    return this.#remember(place, await make());
  }

  /** Runs a step of this delivery unless an earlier attempt has done it. */
  async once(step: string, run: () => Promise<unknown>): Promise<void> {
    const name = `${this.#key}:${step}`;
    if (this.#document.steps.includes(name)) return;
    await this.#storeSteps();
    await run();
    this.#document.steps.push(name);
    this.#unstored.push(name);
  }

  /** Puts another id in this place. */
  async note(place: string, id: string): Promise<void> {
    await this.forget(place);
    await this.#remember(place, id);
  }

  /** Forgets the message in this place, which is gone: it is made anew. */
  async forget(place: string): Promise<void> {
    if (this.at(place) === null) return;
    this.#document.refs = this.#document.refs.filter((ref) => ref.place !== place);
    await this.#change({ $pull: { refs: { place } } });
  }

  async release(): Promise<void> {
    await this.#change({ $set: { claimedUntil: null } });
  }

  async #remember(place: string, id: string): Promise<string> {
    const ref = { place, id, by: this.#key };
    this.#document.refs.push(ref);
    await this.#change({ $push: { refs: ref }, $pull: { making: place } });
    return id;
  }

  async #storeSteps(): Promise<void> {
    if (this.#unstored.length > 0) await this.#change({});
  }

  async #change({ $push, ...rest }: UpdateFilter<SentMessage>): Promise<void> {
    if (!this.#collection) return;
    const steps = this.#unstored;
    const pushed = {
      ...$push,
      ...(steps.length > 0 && { steps: { $each: steps, $slice: -stepsMax } }),
    };
    await this.#collection.updateOne(
      { _id: this.#document._id },
      { ...rest, ...(Object.keys(pushed).length > 0 && { $push: pushed }) },
    );
    this.#unstored = [];
  }
}

/** Whether the incident has ever been sent to the integration. */
export async function wasSent(
  world: World,
  integrationId: string,
  incidentId: string,
): Promise<boolean> {
  const sent = await driverCollection(sentMessageModel(world.store)).findOne({
    integrationId,
    incidentId: incidentId.toLowerCase(),
  });
  return sent !== null;
}

/** The incident of which an integration has put this into a place; null where it has not. */
export async function incidentAt(
  world: World,
  integrationId: string,
  ref: { place: string; id: string },
): Promise<string | null> {
  const sent = await driverCollection(sentMessageModel(world.store)).findOne({
    integrationId,
    // The index knows the id alone.
    'refs.id': ref.id,
    refs: { $elemMatch: ref },
  });
  return sent?.incidentId ?? null;
}
