import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { channelWords } from '../../parts/channels.ts';
import type { Language } from '../../parts/language.ts';
import type { FieldChoice } from '../../parts/schema-form/index.ts';
import type { RulesInput } from './rules-of-settings.ts';

export type Rules = components['schemas']['UserNotificationRules'];
export type Contact = components['schemas']['NotificationContact'];
type Step = components['schemas']['NotificationStep'];

interface Device {
  id: string;
  displayName: string | null;
  target: string;
}

/** No rules, only contacts: notification settings decide. */
export const noRules: RulesInput = { rules: [], otherwise: null, quietHours: null };

/** Whether they say anything about alerts. */
export function decide({ rules, otherwise, quietHours }: RulesInput): boolean {
  return rules.length > 0 || otherwise !== null || (quietHours ?? null) !== null;
}

/** The name of a rule; null: the steps for everything else. */
export type RuleName = { displayName: string | null; place: number } | null;

/** The rules with a step that names the contact. */
export function rulesUsing({ rules, otherwise }: RulesInput, { id }: Contact): RuleName[] {
  const names = (steps: readonly Step[]) => steps.some(({ contactId }) => isSame(contactId, id));
  return [
    ...rules.flatMap(({ steps, displayName }, index) =>
      names(steps) ? [{ displayName: displayName ?? null, place: index + 1 }] : [],
    ),
    ...(names(otherwise ?? []) ? [null] : []),
  ];
}

/** Without the contact; the steps that named it go where their channel finds the person. */
export function withoutContact(
  { rules, otherwise, quietHours, contacts }: RulesInput,
  { id }: Contact,
): RulesInput {
  const free = (steps: readonly Step[]): Step[] =>
    steps.map((step) => (isSame(step.contactId, id) ? { ...step, contactId: null } : step));
  return {
    quietHours: quietHours ?? null,
    rules: rules.map((rule) => ({ ...rule, steps: free(rule.steps) })),
    otherwise: otherwise && free(otherwise),
    contacts: (contacts ?? []).filter((one) => !isSame(one.id, id)),
  };
}

/** With one more, which gets its id when it is stored. */
export function withContact(
  { rules, otherwise, quietHours, contacts }: RulesInput,
  contact: Contact,
): RulesInput {
  return {
    rules,
    otherwise,
    quietHours: quietHours ?? null,
    contacts: [...(contacts ?? []), contact],
  };
}

/** The contacts, devices and accounts that a step may name, by its channel. */
export function contactChoices(
  contacts: readonly Contact[],
  devices: readonly Device[],
  accounts: readonly components['schemas']['ChatAccount'][],
): FieldChoice[] {
  return [
    ...contacts.map(({ id, channel, target, label }) => ({
      value: id ?? '',
      label: label ? `${label} (${target})` : target,
      beside: { channel },
    })),
    ...devices.map(({ id, displayName, target }) => ({
      value: id,
      label: displayName ?? target,
      beside: { channel: 'Push' },
    })),
    ...accounts.map(({ id, channel, displayName, chatUserId }) => ({
      value: id,
      label: displayName ?? chatUserId,
      beside: { channel },
    })),
  ];
}

/** As people speak of it. */
export function nameOf({ label, target, channel }: Contact, language: Language): string {
  return `${label || target} (${channelWords(channel).name[language]})`;
}

function isSame(one: string | null | undefined, other: string | null | undefined): boolean {
  return !!one && one.toLowerCase() === other?.toLowerCase();
}
