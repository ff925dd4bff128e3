import type { Interval } from '../calendar/index.ts';
import { type Act, fromHeld, type IncidentFact } from '../incident-days/index.ts';
import type { PersonAlerted } from '../notifications/index.ts';
import { medianOf } from './incident-figures.ts';

/** The actions of one person in a period, counted in incidents. */
export interface Engagement {
  alerted: number;
  acknowledged: number;
  resolved: number;
  comments: number;
  /** Incidents of which the next tier was alerted because this person, who was alerted, did nothing. */
  escalatedPast: number;
  /** Median over the incidents that this person was the first to acknowledge. */
  medianMillisecondsToAcknowledge: number | null;
}

export interface EngagementInput {
  teamId: string;
  facts: readonly IncidentFact[];
  alerts: readonly PersonAlerted[];
  interval: Interval;
}

/** Counts for one person after the other. Pure. */
export function countEngagement({ teamId, facts, alerts, interval }: EngagementInput) {
  const isWithin = (at: Date) => at.getTime() >= interval.start && at.getTime() < interval.end;
  const factById = new Map(facts.map((fact) => [fact._id, fact]));
  const alertsByUser = Map.groupBy(alerts, ({ userId }) => userId);
  return (userId: string): Engagement => {
    const own = alertsByUser.get(userId) ?? [];
    const acts = (fact: IncidentFact) =>
      fact.acts.filter((act) => act.userId === userId && isWithin(act.at));
    const withIntent = (intent: Act['intent']) =>
      facts.filter((fact) => acts(fact).some((act) => act.intent === intent)).length;
    const passed = new Set(
      own
        .filter(({ incidentId, at }) => wasPassed(factById.get(incidentId), userId, at))
        .map(({ incidentId }) => incidentId),
    );
    return {
      alerted: new Set(own.map(({ incidentId }) => incidentId)).size,
      acknowledged: withIntent('Investigated'),
      resolved: withIntent('Resolved'),
      comments: facts.flatMap(acts).filter(({ intent }) => intent === 'Commented').length,
      escalatedPast: passed.size,
      medianMillisecondsToAcknowledge: medianOf(
        facts.flatMap((fact) => timeToAcknowledge(fact, teamId, acts(fact)) ?? []),
      ),
    };
  };
}

/** The next tier was alerted after the person, who had not done anything until then. */
function wasPassed(fact: IncidentFact | undefined, userId: string, alertedAt: Date): boolean {
  const passedAt = fact?.escalatedAt.find((at) => at > alertedAt);
  return (
    passedAt !== undefined &&
    !fact?.acts.some((act) => act.userId === userId && act.at >= alertedAt && act.at <= passedAt)
  );
}

function timeToAcknowledge(
  { held, acknowledgedAt, createdAt }: IncidentFact,
  teamId: string,
  own: readonly Act[],
): number | null {
  const since = held.map(fromHeld).find((holding) => holding.teamId === teamId)?.since ?? createdAt;
  const first = acknowledgedAt.find((at) => at >= since)?.getTime();
  const isOwn = own.some(
    ({ intent, at }) =>
      (intent === 'Investigated' || intent === 'Resolved') && at.getTime() === first,
  );
  return isOwn && first !== undefined ? first - since.getTime() : null;
}
