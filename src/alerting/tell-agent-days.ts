import { type AuditDocument, eachEntry } from '../audit/index.ts';
import { toInstant, toLocal } from '../calendar/index.ts';
import { type ApiKeyRecord, agentKeysUsedSince } from '../identity/index.ts';
import { type Ctx, systemContext, type Task, type World } from '../kernel/index.ts';
import {
  type ChannelReadiness,
  loadRecipients,
  notesTo,
  organizationPeople,
  type PersonalNote,
  type Sender,
} from '../notifications/index.ts';
import { type Sentence, say, zonedMoment } from '../sentences/index.ts';

const hour = 3_600_000;
/** By the clock of whoever is told. */
const saidAt = Temporal.PlainTime.from('08:00');
const midnight = Temporal.PlainTime.from('00:00');
/** A server that was down for longer says nothing of that day. */
const lateHours = 14;

/**
 * Tells people in the morning what the agents did the day before that they answer for, if those did anything. Notes
 * have ids of their own, so that each is sent once.
 */
export function agentDayTask(
  world: World,
  channels: ChannelReadiness,
  sender: Pick<Sender, 'enqueue'>,
): Task {
  /** The key and day of each note that was looked at already. */
  let done = new Set<string>();
  return {
    name: 'tell-agent-days',
    everySeconds: 300,
    async run(stopping) {
      const now = world.clock.now();
      const stillDue = new Set<string>();
      for (const key of await agentKeysUsedSince(world, new Date(now.getTime() - 72 * hour))) {
        if (stopping.aborted) return;
        const ctx = systemContext(world, key.organizationId);
        const ownerId = key.wire.agent?.ownerId.toLowerCase() ?? '';
        const owner = (await loadRecipients(ctx, [ownerId])).get(ownerId);
        const day = owner && agentDayAt(owner.timeZoneId ?? 'UTC', now);
        if (!day) continue;
        const seen = `${key.id} ${day.from}`;
        const note = done.has(seen) ? null : await noteOf(ctx, key, day);
        if (note) await sender.enqueue(byMail(notesTo(owner.recipient, note, channels)));
        stillDue.add(seen);
      }
      done = stillDue;
    },
  };
}

async function noteOf(ctx: Ctx, key: ApiKeyRecord, day: AgentDay): Promise<PersonalNote | null> {
  const filter = {
    actorId: key.id,
    entityType: 'Incident',
    from: new Date(day.from),
    until: new Date(day.until),
  };
  const note = noteOfAgentDay(key, await Array.fromAsync(eachEntry(ctx, filter)), day);
  if (!note) return null;
  const ownerId = key.wire.agent?.ownerId.toLowerCase();
  const owners = await organizationPeople(ctx, ['owner']);
  // Others would be refused the page.
  if (!owners.some(({ recipient }) => recipient.userId === ownerId)) return note;
  return { ...note, link: { path: `/settings/agents/${key.id}`, text: say('agentPage') } };
}

/** Nobody has to be woken by it. */
function byMail(messages: ReturnType<typeof notesTo>): ReturnType<typeof notesTo> {
  const mails = messages.filter(({ lane }) => lane === 'Email');
  return mails.length > 0 ? mails : messages;
}

interface AgentDay {
  zone: string;
  from: number;
  until: number;
  /** When it is told. */
  at: number;
}

/** Yesterday, where it is the time to tell of it; else null. Pure. */
export function agentDayAt(zone: string, now: Date): AgentDay | null {
  const today = toLocal(now.getTime(), zone).toPlainDate();
  const at = toInstant(today.toPlainDateTime(saidAt), zone);
  if (now.getTime() < at || now.getTime() >= at + lateHours * hour) return null;
  const startOf = (day: Temporal.PlainDate) => toInstant(day.toPlainDateTime(midnight), zone);
  return { zone, from: startOf(today.subtract({ days: 1 })), until: startOf(today), at };
}

const acts = [
  ['incident.create', 'agentOpened'],
  ['incident.commented', 'agentCommented'],
  ['incident.escalated', 'agentEscalated'],
  ['incident.investigated', 'agentAcknowledged'],
  ['incident.assigned', 'agentAssigned'],
  ['incident.snoozed', 'agentSnoozed'],
  ['incident.resolved', 'agentResolved'],
] as const;

type ActCode = (typeof acts)[number][1] | 'agentDidOther';

/** More would be read by nobody. */
const namesMax = 5;
const nameMax = 120;

type Entry = Pick<AuditDocument, 'action'> & {
  content: Pick<NonNullable<AuditDocument['content']>, 'entityDisplayName'> | null;
};

/** The note about a day of an agent; null where the agent changed nothing. Pure. */
export function noteOfAgentDay(
  { id, organizationId, wire }: Pick<ApiKeyRecord, 'id' | 'organizationId' | 'wire'>,
  entries: readonly Entry[],
  { zone, from, until, at }: AgentDay,
): PersonalNote | null {
  if (entries.length === 0) return null;
  const line = (code: ActCode, names: readonly string[]): Sentence[] => {
    const different = [...new Set(names)];
    if (different.length === 0) return [];
    const titles = different.slice(0, namesMax).map((name) => name.slice(0, nameMax));
    return [say(code, { titles, more: different.length - titles.length })];
  };
  const known = new Set<string>(acts.map(([action]) => action));
  const others = entries.map(({ action }) => action).filter((action) => !known.has(action));
  const said = [
    say('agentDay', {
      from: zonedMoment(from, zone),
      until: zonedMoment(until, zone),
      count: entries.length,
    }),
    ...acts.flatMap(([action, code]) =>
      line(
        code,
        entries
          .filter((entry) => entry.action === action)
          .map(({ content }) => content?.entityDisplayName ?? '…'),
      ),
    ),
    ...line('agentDidOther', others),
    say('agentDayNext'),
  ];
  return {
    organizationId,
    teamId: null,
    at: new Date(at),
    key: `agent-day ${id} ${from}`,
    title: say('agentDayTitle', { name: wire.displayName }),
    body: say('inOrder', { said }),
  };
}
