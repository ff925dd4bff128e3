/**
 * Kinds of objects whose pages are alike. `touches` is what changes of them show on other pages, by the addresses
 * that these asked; `decides` are those that decide who is told, as the audit log calls them.
 */
export const kinds = {
  schedule: {
    path: '/on-call-schedule',
    schema: 'OnCallScheduleInput',
    decides: 'OnCallSchedule',
    resource: 'tocsin_schedule',
    pages: '/on-call/schedules',
    touches: /^\/on-call-schedule|^OnCallSchedule$/,
  },
  policy: {
    path: '/escalation-policy',
    schema: 'EscalationPolicyInput',
    decides: 'EscalationPolicy',
    resource: 'tocsin_escalation_policy',
    pages: '/on-call/policies',
    touches: /^\/(escalation-policy|coverage)|^EscalationPolicy$|^policy-uses$/,
  },
  suppressionRule: {
    path: '/suppression-rule',
    schema: 'SuppressionRuleInput',
    decides: 'SuppressionRule',
    resource: 'tocsin_suppression_rule',
    pages: '/routing/suppression',
    touches: /^\/suppression-rule/,
  },
  shadowRun: {
    path: '/shadow-run',
    schema: 'ShadowRunInput',
    resource: 'tocsin_shadow_run',
    pages: '/settings/shadow-runs',
    // Every page says of whom nobody is told.
    touches: /^\/(shadow-run|me$)/,
  },
  supportHours: {
    path: '/support-hours',
    schema: 'SupportHoursInput',
    decides: 'SupportHours',
    resource: 'tocsin_support_hours',
    pages: '/on-call/support-hours',
    touches: /^\/support-hours|^SupportHours$/,
  },
  guarantee: {
    path: '/guarantee',
    schema: 'GuaranteeInput',
    resource: 'tocsin_guarantee',
    pages: '/on-call/guarantees',
    touches: /^\/guarantee/,
  },
  temporarySchedule: {
    path: '/temporary-schedule',
    schema: 'TemporaryScheduleInput',
    resource: 'tocsin_temporary_schedule',
    touches: /^\/(temporary-schedule|on-call-schedule)/,
  },
  override: {
    path: '/on-call-override',
    schema: 'OnCallOverrideInput',
    resource: 'tocsin_on_call_override',
    touches: /^\/on-call/,
  },
  silence: {
    path: '/silence',
    schema: 'SilenceInput',
    decides: 'Silence',
    resource: 'tocsin_silence',
    touches: /^\/silence/,
  },
  personCalendar: {
    path: '/person-calendar',
    schema: 'PersonCalendarInput',
    resource: 'tocsin_person_calendar',
    touches: /^\/person-calendar/,
  },
} as const;

export type Kind = keyof typeof kinds;

/** The kinds that have pages of their own. */
export type KindWithPages = {
  [Each in Kind]: (typeof kinds)[Each] extends { pages: string } ? Each : never;
}[Kind];
