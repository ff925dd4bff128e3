/**
 * Hours for which data is kept, by the name that TOCSIN_RETENTION uses; null: the plan of the organization decides.
 * Other data is kept until somebody deletes it; the audit log goes by the setting of its organization.
 */
export const retentionDefaults = {
  payloads: days(90),
  incidents: null,
  notifications: days(365),
  executions: days(365),
  deliveries: days(90),
  checks: days(30),
  calls: days(365),
  reports: days(1096),
} as const satisfies Record<string, number | null>;

export type RetentionName = keyof typeof retentionDefaults;
export type Retention = Readonly<Record<RetentionName, number | null>>;

/** Months for which incidents are kept after their last change, by plan. */
const monthsByPlan: Readonly<Record<string, number>> = { STANDARD: 6, PRO: 12, ENTERPRISE: 24 };
const monthsMax = 24;

const hourMilliseconds = 3_600_000;
const hoursMax = days(36_500);

function days(count: number): number {
  return count * 24;
}

/** Reads overrides such as `payloads=30d,checks=12h`. Throws a message for the operator. */
export function parseRetention(text: string): Retention {
  const retention: Record<RetentionName, number | null> = { ...retentionDefaults };
  if (text === 'default') return retention;
  for (const part of text.split(',')) {
    const [, name = '', count = '', unit = ''] =
      /^\s*([a-z]+)\s*=\s*(\d{1,6})([dh])\s*$/.exec(part) ?? [];
    const hours = unit === 'h' ? Number(count) : days(Number(count));
    if (!isName(name) || hours < 1 || hours > hoursMax)
      throw new Error(
        `must be default, or overrides in days or hours such as payloads=30d,checks=12h of ${Object.keys(retentionDefaults).join(', ')}`,
      );
    retention[name] = hours;
  }
  return retention;
}

/** Older data is kept no longer. `plan` decides where the setting does not. */
export function horizonOf(retention: Retention, name: RetentionName, now: Date, plan = ''): Date {
  const hours = retention[name];
  if (hours !== null) return new Date(now.getTime() - hours * hourMilliseconds);
  const horizon = new Date(now);
  horizon.setUTCMonth(horizon.getUTCMonth() - monthsOf(plan));
  return horizon;
}

/**
 * How long everything is kept in an organization with this plan, in words for the audit log: `30 days`, `12 hours`, `24
 * months`.
 */
export function retentionInWords(
  retention: Retention,
  plan: string,
): Readonly<Record<RetentionName, string>> {
  const names = Object.keys(retentionDefaults).filter(isName);
  const inWords = (name: RetentionName) => {
    const hours = retention[name];
    if (hours === null) return `${monthsOf(plan)} months`;
    return hours % 24 === 0 ? `${hours / 24} days` : `${hours} hours`;
  };
  // Every name was given a text.
  return Object.fromEntries(names.map((name) => [name, inWords(name)])) as Record<
    RetentionName,
    string
  >;
}

function monthsOf(plan: string): number {
  return monthsByPlan[plan] ?? monthsMax;
}

function isName(name: string): name is RetentionName {
  return Object.hasOwn(retentionDefaults, name);
}
