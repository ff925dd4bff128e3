/**
 * What is kept for how many days, by the name that TOCSIN_RETENTION calls it; null: by the plan of the organization. What is not
 * here is kept until somebody deletes it; the audit log goes by the setting of its organization.
 */
export const retentionDefaults = {
  payloads: 90,
  incidents: null,
  notifications: 365,
  executions: 365,
  deliveries: 90,
  checks: 30,
  calls: 365,
  reports: 1096,
} as const satisfies Record<string, number | null>;

export type RetentionName = keyof typeof retentionDefaults;
export type Retention = Readonly<Record<RetentionName, number | null>>;

const daysMax = 36_500;

/** Reads overrides such as `payloads=30d,incidents=400d`. Throws a message for the operator. */
export function parseRetention(text: string): Retention {
  const retention: Record<RetentionName, number | null> = { ...retentionDefaults };
  if (text === 'default') return retention;
  for (const part of text.split(',')) {
    const [, name = '', days = ''] = /^\s*([a-z]+)\s*=\s*(\d{1,5})d\s*$/.exec(part) ?? [];
    if (!isName(name) || Number(days) < 1 || Number(days) > daysMax)
      throw new Error(
        `must be default, or overrides such as payloads=30d,incidents=400d of ${Object.keys(retentionDefaults).join(', ')}`,
      );
    retention[name] = Number(days);
  }
  return retention;
}

function isName(name: string): name is RetentionName {
  return Object.hasOwn(retentionDefaults, name);
}
