import { useState } from 'react';
import { useMe } from '../../api/session.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { agentTexts } from './agent-texts.ts';
import { NewKey, type NewKeyProps } from './key-dialogs.tsx';

export const agentMembers = ['displayName', 'agent', 'teamIds', 'expiresAt', 'scopes'];

/** The same scopes as `tocsin keys create --agent` gives: reading and trying. */
const readingScopes = [
  ...['incidents', 'incident-report', 'teams', 'services', 'on-call-schedules'],
  ...['escalation-policies', 'routings', 'silences', 'inbound-integrations'],
  ...['inbound-integration-mappings', 'service-maintenance', 'status-pages'],
]
  .map((resource) => ({ resource, permissions: ['get', 'list'] }))
  .concat(['on-call', 'coverage'].map((resource) => ({ resource, permissions: ['get'] })));

const daysMax = 90;

export function NewAgent({ isQuiet, onMade }: Pick<NewKeyProps, 'isQuiet' | 'onMade'>) {
  const t = useTexts(agentTexts);
  const { person } = useMe();
  const [stored] = useState(() => ({
    displayName: '',
    kind: 'agent',
    scopes: readingScopes,
    expiresAt: new Date(Date.now() + (daysMax - 1) * 86_400_000).toISOString(),
    agent: { ownerId: person.id },
  }));
  return (
    <NewKey
      label={t.newAgent}
      isQuiet={isQuiet}
      stored={stored}
      members={agentMembers}
      fixed={['agent']}
      onMade={onMade}
    />
  );
}
