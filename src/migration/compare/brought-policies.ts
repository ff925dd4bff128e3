import { nextOpening, type WeeklyWindow, weekdays, weeklyWindow } from '../../calendar/index.ts';
import type { Added } from '../model/added.ts';
import type { Course, Telling, Whom } from '../model/importer.ts';
import type { Bodies } from '../model/neutral.ts';

/*
 * Whom a policy tells once it is applied, of an urgent incident that one payload opened. The decisions of the server
 * are in modules that know its incidents, so this says them again, as small as a policy by itself allows; a test holds
 * both against each other.
 */

export interface BroughtPolicy {
  name: string;
  tellings(course: Course): Telling[];
}

type Policy = Bodies['tocsin_escalation_policy'];
type Step = Policy['steps'][number];

const minute = 60_000;
const tellingsMax = 2000;

/** By key. People are told by their address. */
export function broughtPolicies(added: readonly Added[]): Map<string, BroughtPolicy> {
  const addresses = new Map<string, string>();
  const zones = new Map<string, string>();
  for (const { type, key, body } of added) {
    if (type === 'tocsin_user') addresses.set(key, body.email.toLowerCase());
    if (type === 'tocsin_team') zones.set(key, body.timeZoneId ?? 'UTC');
  }
  return new Map(
    added.flatMap(({ type, key, body }) => {
      if (type !== 'tocsin_escalation_policy') return [];
      const zone = zones.get(body.teamId) ?? 'UTC';
      const tellings = (course: Course) => tellingsOf(body, course, zone, addresses);
      return [[key, { name: body.displayName, tellings }] as const];
    }),
  );
}

function tellingsOf(
  policy: Policy,
  course: Course,
  zone: string,
  addresses: ReadonlyMap<string, string>,
): Telling[] {
  const { acknowledgementLapsesAfterMinutes: lapses, resolvesAfterMinutes } = policy;
  // A step that is due at the very time of the automatic resolution is still told.
  const resolved = resolvesAfterMinutes ? resolvesAfterMinutes + 0.001 : course.minutes;
  const end = Math.min(course.closedAfter ?? course.minutes, resolved);
  const { acknowledgedAfter } = course;
  const round = (from: number, until: number, acknowledgedAt: number | null) =>
    new Walk(policy, { course, zone, addresses, from, until, acknowledgedAt }).tellings();
  if (acknowledgedAfter === null || !lapses) return round(0, end, acknowledgedAfter);
  // Where an acknowledgement lapses, all begins again.
  const again = acknowledgedAfter + lapses;
  return [...round(0, Math.min(again, end), acknowledgedAfter), ...round(again, end, null)];
}

interface Around {
  course: Course;
  zone: string;
  addresses: ReadonlyMap<string, string>;
  /** Where it begins and ends, in minutes. */
  from: number;
  until: number;
  acknowledgedAt: number | null;
}

/** One walk through the steps and rounds of a policy. */
class Walk {
  readonly #policy: Policy;
  readonly #around: Around;
  readonly #told: Telling[] = [];
  #due: number;
  /** Behind a step that an acknowledgement stops, others are looked at when there was one. */
  #lookedAt = 0;
  /** The telling that is repeated until the next step is due. */
  #repeating: { from: number; step: Step; whom: Whom[] } | null = null;

  constructor(policy: Policy, around: Around) {
    this.#policy = policy;
    this.#around = around;
    this.#due = around.from;
  }

  tellings(): Telling[] {
    const { steps, loops = 0, loopAfterMinutes = 30, loopWhile = 'acknowledged' } = this.#policy;
    for (let round = 0; round <= loops; round += 1) {
      if (round > 0) this.#due += loopAfterMinutes;
      if (round > 0 && this.#isStopped(loopWhile, this.#firstOf(steps))) break;
      if (this.#walk(steps) === 'over') break;
    }
    this.#repeatUntil(Number.POSITIVE_INFINITY);
    const { until } = this.#around;
    return this.#told
      .filter((telling) => telling.minute < until)
      .sort((one, other) => one.minute - other.minute);
  }

  /** When the first step is taken, from when a round begins. */
  #firstOf([first]: readonly Step[]): number {
    const due = this.#due + (first?.afterMinutes ?? 0);
    return (first && this.#opening(first, due)) ?? due;
  }

  /** `over`: a step resolves the incident, or nobody looks any further. */
  #walk(steps: readonly Step[]): 'over' | 'on' {
    let isAtOnce = false;
    for (const step of steps) {
      const due = this.#dueOf(step, isAtOnce);
      if (due >= this.#around.until || this.#told.length > tellingsMax) return 'over';
      const opening = step.afterPayloads ? null : this.#opening(step, due);
      // A step that is skipped, or stopped while it waits for its hours, does not move the times of the others.
      const isStopped = this.#isStopped(step.stopsWhen ?? 'acknowledged', opening ?? due);
      this.#due = isStopped ? due : (opening ?? due);
      if (isStopped) {
        this.#lookedAt = Number.POSITIVE_INFINITY;
        continue;
      }
      // Once a step is due, those before it are not told again.
      this.#repeatUntil(this.#due);
      if (opening === null) continue;
      const whom = this.#whomOf(step);
      const isTold = whom.length > 0;
      if (isTold) this.#tell(opening, step, whom);
      if (step.resolves) return this.#resolve();
      const namesPeople = (step.targets ?? []).length > 0;
      isAtOnce = namesPeople && !isTold && (step.ifNobody ?? 'nextAtOnce') === 'nextAtOnce';
    }
    return 'on';
  }

  /** A step that follows at once where nobody was told does so if its hours do not keep it waiting. */
  #dueOf(step: Step, isAtOnce: boolean): number {
    const opening = isAtOnce ? this.#opening(step, this.#due) : null;
    const isNow = isAtOnce && (opening === null || opening === this.#due);
    return isNow ? this.#due : this.#due + (step.afterMinutes ?? 0);
  }

  #tell(at: number, step: Step, whom: Whom[]): void {
    for (const one of whom) this.#told.push({ minute: at, whom: one });
    this.#repeating = { from: at, step, whom };
  }

  #resolve(): 'over' {
    this.#repeating = null;
    return 'over';
  }

  #repeatUntil(end: number): void {
    if (!this.#repeating) return;
    const { from, step, whom } = this.#repeating;
    const every = step.repeatsAfterMinutes ?? 5;
    for (let count = 1; count <= (step.repeats ?? 0); count += 1) {
      const at = from + count * every;
      if (at >= end || this.#isAcknowledged(step.stopsWhen ?? 'acknowledged', at)) break;
      for (const one of whom) this.#told.push({ minute: at, whom: one });
    }
    this.#repeating = null;
  }

  #isStopped(stopsWhen: 'acknowledged' | 'resolved', at: number): boolean {
    return this.#isAcknowledged(stopsWhen, Math.max(at, this.#lookedAt));
  }

  #isAcknowledged(stopsWhen: 'acknowledged' | 'resolved', at: number): boolean {
    const { acknowledgedAt } = this.#around;
    return stopsWhen === 'acknowledged' && acknowledgedAt !== null && at > acknowledgedAt;
  }

  /** When its hours begin; null: it is passed over. */
  #opening({ hours, outsideHours }: Step, due: number): number | null {
    if (!hours) return due;
    const { course, zone } = this.#around;
    const opened = course.openedAt.getTime();
    const first = nextOpening(hours.flatMap(windowsOf), opened + due * minute, zone);
    if (first === null) return null;
    const at = (first - opened) / minute;
    return at === due || outsideHours !== 'skip' ? at : null;
  }

  #whomOf({ targets, share }: Step): Whom[] {
    const { addresses, course } = this.#around;
    const all = (targets ?? []).flatMap((target): Whom[] => {
      const { userId, scheduleId, teamId, policyId, pick } = target;
      if (userId) return [{ is: 'person', address: addresses.get(userId) ?? userId }];
      if (policyId) return [{ is: 'policy', key: policyId }];
      if (teamId) return [{ is: 'team', key: teamId, pick: pick ?? 'members' }];
      if (!scheduleId || !course.isAnybodyOnCall) return [];
      return [{ is: 'schedule', key: scheduleId, pick: pick ?? 'onCall' }];
    });
    return share && all.length > 0 ? [{ is: 'oneOf', all }] : all;
  }
}

type Hours = NonNullable<Step['hours']>[number];

/** A window of the week that may span days, as windows of days. */
function windowsOf({ fromDay, from, untilDay, until }: Hours): WeeklyWindow[] {
  const first = weekdays.indexOf(fromDay);
  const across = (weekdays.indexOf(untilDay) - first + 7) % 7;
  const days = across === 0 && until <= from ? 7 : across;
  if (days === 0) return [weeklyWindow([fromDay], from, until)];
  return Array.from({ length: days + 1 }, (_, day) => {
    const name = weekdays[(first + day) % 7] ?? fromDay;
    const isLast = day === days;
    if (isLast && until === '00:00') return [];
    return [weeklyWindow([name], day === 0 ? from : null, isLast ? until : null)];
  }).flat();
}
