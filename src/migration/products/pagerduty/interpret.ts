import type { Course, InterpretedPolicy, Telling, Whom, Work } from '../../model/importer.ts';
import type { Source } from '../../model/ledger.ts';

/**
 * Whom escalation policies tell by PagerDuty's documents: a rule tells its targets when it is reached, and is left
 * after its delay, or at once where none of them is on call. After the last one it begins again, so many times. It ends
 * as soon as somebody acknowledges, until that lapses, and when the service resolves it.
 */
export function interpretPolicies({ ledger }: Pick<Work, 'ledger'>): InterpretedPolicy[] {
  const emails = new Map(
    ledger.all('users').map((user) => [user.text('id') ?? '', user.text('email') ?? '']),
  );
  const schedules = new Set(
    [...ledger.all('schedule-details'), ...ledger.all('flexible-schedules')].map((schedule) =>
      schedule.text('id'),
    ),
  );
  const services = Map.groupBy(ledger.all('services'), (service) =>
    service.at('escalation_policy')?.text('id'),
  );
  return ledger.all('escalation-policies').map((policy) => {
    const timeouts = timeoutsOf(services.get(policy.text('id') ?? undefined) ?? []);
    return {
      ...{ key: policy.key, name: policy.name },
      tellings: (course) => lapsing(policy, course, { emails, schedules, ...timeouts }),
    };
  });
}

interface Known {
  emails: ReadonlyMap<string, string>;
  schedules: ReadonlySet<string | null>;
  /** In minutes; infinite where the services that follow the policy have none. */
  lapse: number;
  resolve: number;
}

/** As most of these services have them. */
function timeoutsOf(services: readonly Source[]): Pick<Known, 'lapse' | 'resolve'> {
  const of = (service: Source) =>
    ['acknowledgement_timeout', 'auto_resolve_timeout']
      .map((member) => Math.max(0, service.number(member) ?? 0) / 60)
      .join(' ');
  const counted = [...Map.groupBy(services, of)];
  const [most] = counted.toSorted(([, one], [, other]) => other.length - one.length);
  const [lapse, resolve] = (most?.[0] ?? '0 0')
    .split(' ')
    .map((minutes) => Math.round(Number(minutes)) || Number.POSITIVE_INFINITY);
  return { lapse: lapse ?? 0, resolve: resolve ?? 0 };
}

/** Once an acknowledgement lapses, all begins again. */
function lapsing(policy: Source, course: Course, known: Known): Telling[] {
  const { acknowledgedAfter: acknowledged, closedAfter, minutes } = course;
  const end = Math.min(closedAfter ?? minutes, known.resolve + 1);
  const first = tellingsOf(policy, { ...course, closedAfter: end }, known);
  const again = acknowledged === null ? end : acknowledged + known.lapse;
  if (again >= end) return first;
  const rest = { ...course, acknowledgedAfter: null, closedAfter: end - again };
  const second = tellingsOf(policy, { ...rest, minutes: minutes - again }, known);
  return [...first, ...second.map((one) => ({ ...one, minute: one.minute + again }))];
}

function tellingsOf(policy: Source, course: Course, known: Known): Telling[] {
  const rules = policy.list('escalation_rules').map((rule) => ({
    whom: whomOf(rule, course, known),
    delay: rule.number('escalation_delay_in_minutes') ?? 30,
  }));
  const { acknowledgedAfter, closedAfter, minutes } = course;
  const isOver = (minute: number) =>
    minute >= minutes ||
    (closedAfter !== null && minute >= closedAfter) ||
    (acknowledgedAfter !== null && minute > acknowledgedAfter);
  const told: Telling[] = [];
  let minute = 0;
  for (let round = 0; round <= (policy.number('num_loops') ?? 0); round += 1) {
    let hasTold = false;
    for (const { whom, delay } of rules) {
      if (isOver(minute)) return told;
      for (const one of whom) told.push({ minute, whom: one });
      if (whom.length > 0) minute += delay;
      hasTold ||= whom.length > 0;
    }
    if (!hasTold) return told;
  }
  return told;
}

function whomOf(rule: Source, course: Course, { emails, schedules }: Known): Whom[] {
  const all = rule.list('targets').flatMap((target): Whom[] => {
    const id = target.text('id') ?? '';
    if (target.text('type')?.startsWith('user')) {
      const address = emails.get(id);
      return address ? [{ is: 'person', address: address.toLowerCase() }] : [];
    }
    if (!schedules.has(id) || !course.isAnybodyOnCall) return [];
    return [{ is: 'schedule', key: `pagerduty:schedules:${id}`, pick: 'onCall' }];
  });
  const member = 'escalation_rule_assignment_strategy';
  const strategy = rule.text(member) ?? rule.at(member)?.text('type');
  return strategy === 'round_robin' && all.length > 0 ? [{ is: 'oneOf', all }] : all;
}
