import { isObject } from '../../../kernel/index.ts';
import type { KindAnswer, KindResult, Results } from '../../read/read-all.ts';
import type { Texts } from '../../read/unpack.ts';
import type { Kind } from '../product.ts';

/*
 * The folder that Opsgenie's own program for backups writes: one file for each object, by kind,
 * https://github.com/opsgenie/opsgenie-configuration-backup.
 */

type Json = Readonly<Record<string, unknown>>;
type Add = (kind: string, of: readonly string[], ...objects: unknown[]) => void;

/** By folder, what a file of it is. */
const folders: Readonly<Record<string, (file: Json, add: Add) => void>> = {
  users({ user, notificationRuleList }, add) {
    const id = idOf(user);
    add('user-details', [id], user);
    for (const rule of listOf(notificationRuleList))
      add('notification-rule-details', [id, idOf(rule)], rule);
  },
  teams({ team, teamRoutingRules, teamRoles }, add) {
    const id = idOf(team);
    add('team-details', [id], team);
    add('team-routing-rules', [id], ...listOf(teamRoutingRules));
    add('team-roles', [id], ...listOf(teamRoles));
  },
  schedules({ schedule, scheduleOverrideList }, add) {
    add('schedules', [], schedule);
    add('schedule-overrides', [idOf(schedule)], ...listOf(scheduleOverrideList));
  },
  escalations: (file, add) => add('escalations', [], file),
  forwardings: (file, add) => add('forwarding-rules', [], file),
  integrations({ integration, integrationActions }, add) {
    add('integration-details', [idOf(integration)], integration);
    if (isObject(integrationActions))
      add('integration-actions', [idOf(integration)], integrationActions);
  },
  policiesV2({ teamId, policy }, add) {
    const team = textOf(teamId);
    const isNotification = isObject(policy) && policy.type === 'notification';
    const kind = isNotification ? 'notification' : team === '' ? 'alert' : 'team-alert';
    add(`${kind}-policy-details`, [...(team === '' ? [] : [team]), idOf(policy)], policy);
  },
  maintenance: (file, add) => add('maintenance-details', [idOf(file)], file),
  customUserRoles: (file, add) => add('roles', [], file),
};

/** Null: the files are something else. Throws where one of them cannot be read. */
export function readBackup(texts: Texts, kinds: readonly Kind[]): Results | null {
  const placed = [...texts].flatMap(([path, text]) => {
    const folder = /(?:^|\/)([^/]+)\/[^/]+\.json$/.exec(path)?.[1];
    return folder === undefined ? [] : [{ path, text, folder }];
  });
  placed.sort((one, other) => (one.path < other.path ? -1 : 1));
  const files = placed.filter(
    ({ folder }) => folder === 'orders' || Object.hasOwn(folders, folder),
  );
  const isBackup = placed.some(({ path }) => /(^|\/)OpsGenieBackups\//.test(path));
  if (!isBackup && !looksLikeOne(files)) return null;
  const answers = new Map<string, KindAnswer[]>();
  const add: Add = (kind, of, ...objects) => {
    const own = answers.get(kind) ?? [];
    answers.set(kind, [...own, { of, objects: objects.map(withInstants) }]);
  };
  const orders: Json[] = [];
  for (const { path, text, folder } of isBackup ? placed : files) {
    const value = parsed(path, text);
    if (folder === 'orders') orders.push(...listOf(value).filter(isObject));
    else if (Object.hasOwn(folders, folder)) folders[folder]?.(objectIn(path, value), add);
    // Whatever else there is has to be in the report.
    else add(folder, [], value);
  }
  addOrders(orders, answers, add);
  return new Map([
    ...kinds.map(({ name }) => [name, resultOf(name, answers)] as const),
    ...[...answers.keys()].map((name) => [name, resultOf(name, answers)] as const),
  ]);
}

const lacking = ['heartbeats', 'services'];

/** Somebody may have given the folder inside. */
function looksLikeOne(files: readonly { text: string; folder: string }[]): boolean {
  const [first] = files.filter(({ folder }) => folder === 'users' || folder === 'teams');
  return first !== undefined && /^\s*\{[\s\S]*"(user|team)"\s*:/.test(first.text);
}

/** `PolicyOrders.json` lists the policies of all teams, with the order that their details do not have. */
function addOrders(
  orders: readonly Json[],
  answers: ReadonlyMap<string, readonly KindAnswer[]>,
  add: Add,
): void {
  const lists = ['alert-policies', 'team-alert-policies', 'notification-policies'];
  for (const list of lists) {
    const details = answers.get(list.replace(/ies$/, 'y-details')) ?? [];
    for (const { of } of details) {
      const order = orders.find(({ id }) => id === of.at(-1));
      if (order) add(list, of.slice(0, -1), order);
    }
  }
}

/** Lists of what a backup has the details of are of no use. */
function resultOf(kind: string, answers: ReadonlyMap<string, readonly KindAnswer[]>): KindResult {
  const why = 'a backup does not have them: save them by the API';
  return lacking.includes(kind)
    ? { state: 'notReadable', status: null, why, right: null }
    : { state: 'whole', answers: answers.get(kind) ?? [] };
}

function parsed(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${path} is no JSON: make the backup anew.`, { cause });
  }
}

function objectIn(path: string, value: unknown): Json {
  if (isObject(value)) return value;
  throw new Error(`${path} is not an object of a backup.`);
}

function idOf(value: unknown): string {
  const id = isObject(value) ? value.id : undefined;
  if (typeof id === 'string' && id !== '') return id;
  throw new Error('An object of the backup has no id: make the backup anew.');
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Times as the API has them: some versions write milliseconds, and others leave the zone out, which is UTC then. */
function withInstants(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withInstants);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      /^(start|end)Date$/.test(name) ? instantOf(member) : withInstants(member),
    ]),
  );
}

function instantOf(value: unknown): unknown {
  if (typeof value === 'number') return new Date(value).toISOString();
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d$/.test(value))
    return `${value.replace(' ', 'T')}:00Z`;
  return value;
}
