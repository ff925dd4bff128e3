import type { ChannelLimits, ChosenPolicy, IncidentDocument } from '../incidents/index.ts';
import { type DeliveryDocument, isToolLane } from '../notifications/index.ts';
import type { Sentence } from '../sentences/index.ts';
import { decide } from './decide.ts';
import type { Scene } from './scene.ts';
import type { SceneCache } from './scene-cache.ts';

/** A message that would be sent, or why not. */
export interface SimulatedMessage {
  at: Date;
  /** A person, or an outbound integration where the lane is that of tools. */
  ownerId: string;
  name: string;
  lane: DeliveryDocument['lane'];
  because: Sentence;
  /** Null: it would be sent. */
  dropReason: Sentence | null;
}

/** What rules that have run left beside the incident. */
export interface RulesLeft {
  channels: readonly ChannelLimits[];
  policies: readonly ChosenPolicy[];
}

const horizonMilliseconds = 24 * 3_600_000;
const looksMax = 100;
const messagesMax = 500;

/**
 * Who would be told of an incident from `at` on, when and by which way, if nobody did anything for a day. Takes the
 * very decisions that alerting takes and carries none of them out.
 */
export async function simulateAlerting(
  cache: SceneCache,
  given: IncidentDocument,
  { channels, policies }: RulesLeft,
  at: Date,
): Promise<SimulatedMessage[]> {
  const messages: SimulatedMessage[] = [];
  // Rules have run: what is simulated here is what follows from what they left.
  let incident: IncidentDocument = {
    ...given,
    alerting: { routed: Number.MAX_SAFE_INTEGER, limits: [...channels], policies: [...policies] },
  };
  let now = at;
  for (let looks = 0; looks < looksMax && messages.length < messagesMax; looks += 1) {
    const turns = new Map<string, number>();
    let scene = await sceneFor(cache, incident, turns, now);
    let decision = decide(incident, scene);
    while (decision.missingTurns.size > 0) {
      // Whose turn it will be nobody knows: the first in the list stands for it.
      for (const key of decision.missingTurns) turns.set(key, 0);
      scene = await sceneFor(cache, incident, turns, now);
      decision = decide(incident, scene);
    }
    for (const delivery of decision.deliveries)
      messages.push({
        at: delivery.dueAt,
        ownerId: delivery.ownerId,
        name: isToolLane(delivery.lane) ? (delivery.target ?? '') : scene.nameOf(delivery.ownerId),
        lane: delivery.lane,
        because: delivery.because,
        dropReason: delivery.dropReason ?? null,
      });
    incident = { ...decision.after, alerting: decision.state };
    const next = decision.state.nextAt;
    if (!next || next.getTime() > at.getTime() + horizonMilliseconds) break;
    now = new Date(Math.max(next.getTime(), now.getTime() + 1));
  }
  return messages
    .slice(0, messagesMax)
    .toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

/** A simulation assumes that each message arrives, so it never waits for one. */
async function sceneFor(
  cache: SceneCache,
  incident: IncidentDocument,
  turns: ReadonlyMap<string, number>,
  now: Date,
): Promise<Scene> {
  const scene = await cache.sceneFor([incident], turns, now);
  return { ...scene, reached: () => ['everybody'] };
}
