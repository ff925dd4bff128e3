import type { Added } from '../model/added.ts';
import type { Level, Line } from '../model/ledger.ts';
import { uniqueNames } from '../model/references.ts';
import { fitted } from './fitted.ts';

/** Makes every value acceptable that a server would refuse, whatever the cause; a line reports each. */
export function acceptable(added: readonly Added[]): { added: Added[]; lines: Line[] } {
  const lines: Line[] = [];
  const say = ({ key, body }: Added, level: Level, text: string) => {
    const name = 'displayName' in body && body.displayName ? body.displayName : key;
    const kind = key.split(':')[1] ?? '';
    lines.push({ level, kind, key, name, pointer: '', value: null, text });
  };
  const inOrder = [...added].sort((one, other) => (one.key < other.key ? -1 : 1));
  const names = namesOf(inOrder, say);
  const keys = keysOf(inOrder, say);
  const roles = rolesOf(inOrder);
  const inForce = added.map((object) => withoutEmptyLayers(object, say));
  const layers = layersOf(inForce);
  return {
    added: inForce.flatMap((one) => {
      const object = withLayersThere(one, layers, say);
      if (object === null) return [];
      if (isEmptyTime(object)) {
        say(object, 'lost', 'left out: it ends when it begins, or before');
        return [];
      }
      return inPlaceOf(object, { names, keys, roles }).map((placed) =>
        fitted(placed, (level, text) => say(placed, level, text)),
      );
    }),
    lines,
  };
}

interface Changes {
  names: ReadonlyMap<string, string>;
  keys: ReadonlyMap<string, Integration['acceptedKeys']>;
  roles: ReadonlyMap<string, Role>;
}
type Integration = Extract<Added, { type: 'tocsin_integration' }>['body'];
type Role = Extract<Added, { type: 'tocsin_team_membership' }>['body']['role'];
type Say = (object: Added, level: Level, text: string) => void;

function inPlaceOf(object: Added, { names, keys, roles }: Changes): Added[] {
  const { key } = object;
  if (object.type === 'tocsin_team_membership') {
    const role = roles.get(key);
    return role === undefined ? [] : [{ ...object, body: { ...object.body, role } }];
  }
  if (object.type === 'tocsin_temporary_schedule') {
    const shifts = object.body.shifts
      .map((shift) => within(object.body, shift))
      .filter((shift) => !isEmpty(shift));
    return [{ ...object, body: { ...object.body, shifts } }];
  }
  const copy = { ...object, body: { ...object.body } } as Added;
  if (copy.type === 'tocsin_schedule') copy.body.layers = withOwnIds(copy.body.layers);
  const displayName = names.get(key);
  if (displayName !== undefined) Object.assign(copy.body, { displayName });
  if (keys.has(key)) Object.assign(copy.body, { acceptedKeys: keys.get(key) });
  return [copy];
}

function withoutEmptyLayers(object: Added, say: Say): Added {
  if (object.type !== 'tocsin_schedule') return object;
  const { layers } = object.body;
  const kept = layers.filter(
    ({ startsAt = null, endsAt = null }) => !isEmpty({ start: startsAt, end: endsAt }),
  );
  if (kept.length === layers.length) return object;
  say(object, 'lost', 'a layer is left out: it ends when it begins, or before');
  return { ...object, body: { ...object.body, layers: kept } };
}

type Layers = Extract<Added, { type: 'tocsin_schedule' }>['body']['layers'];

/** Ids of the layers of each schedule. */
function layersOf(added: readonly Added[]): Map<string, ReadonlySet<string>> {
  return new Map(
    added.flatMap(({ type, key, body }) =>
      type === 'tocsin_schedule'
        ? [[key, new Set(withOwnIds(body.layers).flatMap(({ id }) => id ?? []))]]
        : [],
    ),
  );
}

/** Null: the override is about layers that were left out. */
function withLayersThere(
  object: Added,
  layers: ReadonlyMap<string, ReadonlySet<string>>,
  say: Say,
): Added | null {
  if (object.type !== 'tocsin_on_call_override') return object;
  const { scheduleId, layerIds } = object.body;
  const known = layers.get(scheduleId ?? '');
  const kept = layerIds?.filter((id) => known?.has(id));
  if (!known || kept?.length === layerIds?.length) return object;
  if (!kept?.length) {
    say(object, 'behaviour', 'left out: its layers are not brought');
    return null;
  }
  say(object, 'behaviour', 'counts for those of its layers that are brought');
  return { ...object, body: { ...object.body, layerIds: kept } };
}

/** Overrides that name an id mean the first layer that has it. */
function withOwnIds(layers: Layers): Layers {
  const counts = new Map<string, number>();
  return layers.map((layer) => {
    if (!layer.id) return layer;
    const count = (counts.get(layer.id) ?? 0) + 1;
    counts.set(layer.id, count);
    return count === 1 ? layer : { ...layer, id: `${layer.id}-${count}` };
  });
}

/** Where nothing else may have the name of an object; null: others may. */
function scopeOf({ type, body }: Added): string | null {
  if (type === 'tocsin_schedule' || type === 'tocsin_support_hours') return type;
  return type === 'tocsin_escalation_policy' ? `${type} ${body.teamId}` : null;
}

const mustHaveNames = new Set(['tocsin_team', 'tocsin_integration', 'tocsin_service']);

/** Other names for those that have none, or one that something else has. */
function namesOf(inOrder: readonly Added[], say: Say): Map<string, string> {
  const names = new Map<string, string>();
  const taken = new Map<string, (name: string) => string>();
  for (const object of inOrder) {
    const scope = scopeOf(object);
    if (object.type === 'tocsin_user' && object.body.displayName?.trim() === '')
      names.set(object.key, object.body.email);
    if (scope === null && !mustHaveNames.has(object.type)) continue;
    const given = 'displayName' in object.body ? (object.body.displayName ?? '').trim() : '';
    const name = given === '' ? (object.key.split(':').at(-1) ?? object.key) : given;
    const unique = scope === null ? null : (taken.get(scope) ?? uniqueNames());
    if (scope !== null && unique) taken.set(scope, unique);
    const free = unique?.(name) ?? name;
    if (free === given) continue;
    names.set(object.key, free);
    if (given === '') say(object, 'approximated', `called ${free} here, as it has no name`);
    else say(object, 'approximated', `called ${free} here, as something else has its name`);
  }
  return names;
}

/** The keys that an integration keeps, where another one has some of them. */
function keysOf(inOrder: readonly Added[], say: Say): Map<string, Integration['acceptedKeys']> {
  const kept = new Map<string, Integration['acceptedKeys']>();
  const taken = new Set<string>();
  for (const object of inOrder) {
    if (object.type !== 'tocsin_integration') continue;
    const all = object.body.acceptedKeys ?? [];
    const own = all.filter(({ key }) => key === null || key === undefined || !taken.has(key));
    for (const { key } of own) if (key) taken.add(key);
    if (own.length === all.length) continue;
    kept.set(object.key, own);
    say(object, 'behaviour', 'another integration has its key: what comes by it opens there');
  }
  return kept;
}

/** If several people became one, the highest of their roles; by the key of the only membership that is left. */
function rolesOf(inOrder: readonly Added[]): Map<string, Role> {
  const all = inOrder.flatMap((one) => (one.type === 'tocsin_team_membership' ? [one] : []));
  const byPlace = Map.groupBy(all, ({ body }) => `${body.teamId} ${body.userId}`);
  return new Map(
    [...byPlace.values()].flatMap((same) => {
      const [first] = same;
      if (!first) return [];
      const highest = same.find(({ body }) => body.role === 'Administrator') ?? first;
      return [[first.key, highest.body.role] as const];
    }),
  );
}

function isEmptyTime({ type, body }: Added): boolean {
  // A window of maintenance may end when it begins.
  if (type === 'tocsin_integration_maintenance_window')
    return Date.parse(body.end ?? '') < Date.parse(body.start ?? '');
  return (
    (type === 'tocsin_on_call_override' || type === 'tocsin_temporary_schedule') && isEmpty(body)
  );
}

type Temporary = Extract<Added, { type: 'tocsin_temporary_schedule' }>['body'];

/** Nobody is on duty by a shift before its days begin, or after they end. */
function within(
  days: Pick<Temporary, 'start' | 'end'>,
  shift: Temporary['shifts'][number],
): Temporary['shifts'][number] {
  const isEarly = Date.parse(shift.start) < Date.parse(days.start);
  const isLate = Date.parse(shift.end) > Date.parse(days.end);
  return {
    ...shift,
    ...(isEarly && { start: days.start }),
    ...(isLate && { end: days.end }),
  };
}

function isEmpty({ start, end }: { start?: string | null; end?: string | null }): boolean {
  return Date.parse(end ?? '') <= Date.parse(start ?? '');
}
