import { divide, type World } from '../kernel/index.ts';
import type { Processes } from '../processes/index.ts';
import { say } from '../sentences/index.ts';
import { bundlingOf, nextFreeAt } from './bundle.ts';
import { ContactHistories } from './contact-histories.ts';
import { changedNow, type DeliveryDocument, deliveriesOf, noLongerDue } from './delivery.ts';
import type { Lane } from './lanes.ts';
import type { DueMessage } from './outgoing-message.ts';
import type { LaneRules, Turn } from './turn.ts';

/** A person is sent few messages one by one, and more than that as a bundle. */
export function personRules(world: World, processes: Processes, lane: Lane): LaneRules {
  const histories = new ContactHistories(world, processes, lane);

  function earliest({ ownerId, deviceId, severity }: DeliveryDocument, at: Date): Date {
    const history = histories.remembered({ ownerId, deviceId: deviceId ?? null });
    if (!history) return at;
    const free = nextFreeAt(history, severity, world.clock.now().getTime());
    return free > at.getTime() ? new Date(free) : at;
  }

  async function tell(turn: Turn): Promise<void> {
    const now = world.clock.now();
    const { contact, messages } = turn;
    const history = await histories.of(contact, messages[0]?.delivery.organizationId);
    // A bundle is about incidents.
    const [notes, ofIncidents] = divide(messages, ({ delivery }) => delivery.incidentId === null);
    for (const one of notes) await turn.send(one);
    const [updates, news] = divide(ofIncidents, ({ delivery }) => delivery.isUpdate === true);
    await update(turn, updates);
    const { singles, bundle, later } = bundlingOf(news, history, now.getTime());
    if (later) await turn.postpone(later.messages, later.at);
    for (const [index, one] of singles.entries()) {
      history.singles.push(now.getTime());
      await turn.keep([...singles.slice(index + 1), ...bundle]);
      await turn.send(one);
    }
    const [lead, ...others] = bundle;
    if (!lead) return;
    history.lastBundleAt = now.getTime();
    await sendBundle(turn, lead, others, now);
  }

  /** Each shows how its incident stands now, so of several about one the last is enough. */
  async function update(turn: Turn, updates: readonly DueMessage[]): Promise<void> {
    const latest = new Map(updates.map((one) => [one.delivery.incidentId, one]));
    const [last, overtaken] = divide(updates, (one) => latest.get(one.delivery.incidentId) === one);
    if (overtaken.length > 0)
      await turn.drop(
        overtaken.map(({ delivery }) => delivery),
        say('chatUpdateOvertaken'),
      );
    for (const [index, one] of last.entries()) {
      await turn.keep(last.slice(index + 1));
      await turn.send(one);
    }
  }

  /** Also tells of the messages, without their names, that are due beside those of the turn. */
  async function sendBundle(
    turn: Turn,
    lead: DueMessage,
    others: readonly DueMessage[],
    now: Date,
  ): Promise<void> {
    const beyond = turn.full && {
      ...turn.contact,
      lane,
      nextAt: { $lte: now },
      state: 'queued' as const,
      _id: { $nin: turn.full.map(({ _id }) => _id) },
    };
    const unnamed = beyond ? await deliveriesOf(world).countDocuments(beyond) : 0;
    const isSent = await turn.send(lead, { others, unnamed });
    if (isSent && beyond && unnamed > 0)
      await deliveriesOf(world).updateMany(beyond, {
        $set: { state: 'sent', bundledIn: lead.delivery._id, ...changedNow(world) },
        ...noLongerDue,
      });
  }

  return { alsoWaiting: false, earliest, tell };
}
