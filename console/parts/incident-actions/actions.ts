import type { Me } from '../../api/session.tsx';
import type { IconName } from '../icon.tsx';
import {
  type Deed,
  type Incident,
  type IncidentOperations,
  type Intent,
  statusOf,
} from './incident.ts';

export const actionNames = [
  'acknowledge',
  'resolve',
  'note',
  'unresolve',
  'handOver',
  'escalate',
  'public',
  'comment',
  'assign',
  'snooze',
  'unsnooze',
  'release',
  'severity',
  'title',
  'affects',
  'forward',
  'merge',
  'unmerge',
  'archive',
  'unarchive',
  'delete',
] as const;
export type ActionName = (typeof actionNames)[number];

interface Action {
  icon: IconName;
  /** The intent that the incident must allow; null where the action is always allowed. */
  intent: Intent | null;
  /** The change that the action makes when nobody has to say more; absent where a form asks. */
  operations?: Deed;
}

const intent = (name: Intent): IncidentOperations => ({ appendIntent: { intent: name } });

/** Everything that can be done with an incident, the most urgent first. */
export const actions: Readonly<Record<ActionName, Action>> = {
  acknowledge: { icon: 'eye', intent: 'Investigated', operations: intent('Investigated') },
  resolve: { icon: 'check', intent: 'Resolved', operations: intent('Resolved') },
  note: { icon: 'check', intent: 'Resolved' },
  unresolve: { icon: 'refresh', intent: 'Unresolved', operations: intent('Unresolved') },
  handOver: { icon: 'handOver', intent: 'Assigned' },
  public: { icon: 'globe', intent: 'Commented' },
  comment: { icon: 'message', intent: 'Commented' },
  assign: { icon: 'people', intent: 'Assigned' },
  escalate: { icon: 'bell', intent: 'Escalated' },
  snooze: { icon: 'moon', intent: 'Snoozed' },
  unsnooze: { icon: 'play', intent: 'Unsnoozed', operations: intent('Unsnoozed') },
  release: { icon: 'bell', intent: 'Released', operations: intent('Released') },
  severity: { icon: 'alert', intent: null },
  title: { icon: 'code', intent: null },
  affects: { icon: 'layers', intent: 'Affects' },
  forward: { icon: 'send', intent: 'Forwarded' },
  merge: { icon: 'layers', intent: null },
  unmerge: { icon: 'layers', intent: null, operations: { unmerge: true } },
  archive: { icon: 'download', intent: 'Archived', operations: intent('Archived') },
  unarchive: { icon: 'upload', intent: 'Unarchived', operations: intent('Unarchived') },
  delete: { icon: 'cross', intent: null },
};

/**
 * Whether the incident allows it to this person now. Acknowledging again what somebody looks after is possible, but not
 * offered first. A person who tells customers sees services and status pages, which needs a role in the organization.
 */
export function isAllowed(
  name: ActionName,
  incident: Incident,
  { organizationRole }: Pick<Me, 'organizationRole'>,
): boolean {
  if (name === 'delete') return incident.canDelete;
  if (name === 'merge') return statusOf(incident) === 'Open' && incident.mergedInto === null;
  if (name === 'unmerge') return statusOf(incident) === 'Open' && incident.mergedInto !== null;
  if (name === 'public' && organizationRole === null) return false;
  const { intent: needed } = actions[name];
  return needed === null || incident.allowedIntents.includes(needed);
}

export function allowedActions(
  incident: Incident,
  person: Pick<Me, 'organizationRole'>,
): ActionName[] {
  return actionNames.filter((name) => isAllowed(name, incident, person));
}
