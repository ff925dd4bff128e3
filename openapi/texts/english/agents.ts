/** What agents did, for the people who answer for them. */
export const agents = {
  agentDayTitle: 'What the agent “{name}” did yesterday',
  agentDay: 'Changes between {from:moment} and {until:moment}: {count:number}.',
  agentOpened: 'Opened: {titles:list}{more:more}.',
  agentCommented: 'Commented: {titles:list}{more:more}.',
  agentEscalated: 'Escalated: {titles:list}{more:more}.',
  agentAcknowledged: 'Acknowledged: {titles:list}{more:more}.',
  agentAssigned: 'Assigned: {titles:list}{more:more}.',
  agentSnoozed: 'Snoozed: {titles:list}{more:more}.',
  agentResolved: 'Resolved: {titles:list}{more:more}.',
  agentDidOther: 'Others: {titles:list}{more:more}.',
  agentDayNext: 'You answer for this agent. Revoke its key if it did what it should not.',
  agentPage: 'Open the agent',
} as const;
