import { incidentsById, resolveLater } from '../incidents/index.ts';
import { repeatableId, type World } from '../kernel/index.ts';
import { named, say } from '../sentences/index.ts';
import { whoAnswered } from './call-report.ts';
import { incidentPlanOf } from './flow/index.ts';
import { type CallSessionDocument, callSessionsOf } from './model.ts';

/** Who rings again within it is the same matter. */
const againMilliseconds = 3_600_000;
/** Per caller. */
const incidentsMax = 50;

/** Nobody took the call, and its incident asks for somebody who calls back. */
export function isMissed({ session }: Pick<CallSessionDocument, 'session'>): boolean {
  const plan = incidentPlanOf(session);
  return plan.isCreated && plan.isMissed === true;
}

/** The open incident of an earlier call that nobody took: of the same caller, to the same number, within an hour. */
export async function earlierMissedCall(
  world: World,
  call: CallSessionDocument,
): Promise<string | null> {
  const { startedAt } = call.session;
  const since = new Date(startedAt.getTime() - againMilliseconds);
  const [latest] = await incidentsOfMissed(world, call, since);
  if (latest === undefined) return null;
  const incident = (await incidentsById(world, [latest])).get(latest);
  return incident?.status === 'Open' && !incident.isArchived ? latest : null;
}

/** The caller has spoken with somebody: what they wanted before is no longer open. */
export async function resolveMissedCalls(world: World, call: CallSessionDocument): Promise<void> {
  const { _id, organizationId, session } = call;
  const message = say('callerReached', { person: named(whoAnswered(session)) });
  for (const incidentId of await incidentsOfMissed(world, call, null))
    await resolveLater(world, {
      organizationId,
      incidentId,
      eventId: repeatableId(session.startedAt.getTime(), 'call', _id, 'reached', incidentId),
      payloadId: _id,
      message,
    });
}

/** Latest first. A caller without a number is nobody in particular. */
async function incidentsOfMissed(
  world: World,
  { _id, organizationId, integrationId, session: { from } }: CallSessionDocument,
  since: Date | null,
): Promise<string[]> {
  if (from === null) return [];
  const calls = await callSessionsOf(world)
    .find({
      organizationId,
      'session.from': from,
      integrationId,
      told: 'missed',
      _id: { $lt: _id },
      ...(since ? { 'session.startedAt': { $gte: since } } : {}),
    })
    .sort({ _id: -1 })
    .limit(incidentsMax)
    .project<Pick<CallSessionDocument, 'incidentId'>>({ incidentId: 1 })
    .toArray();
  return [...new Set(calls.flatMap(({ incidentId }) => incidentId ?? []))];
}
