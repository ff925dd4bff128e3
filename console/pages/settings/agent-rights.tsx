import { List } from '@mantine/core';
import { useSeverityTexts } from '../../parts/severity-badge.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { agentTexts } from './agent-texts.ts';
import type { ApiKey } from './key-dialogs.tsx';

/** The rights of an agent's key beside reading and trying, and whether it sees payloads. Empty if there are none. */
export function useActsOf() {
  const t = useTexts(agentTexts);
  const severityTexts = useSeverityTexts();
  return ({ scopes, agent }: Pick<ApiKey, 'scopes' | 'agent'>): string[] => {
    const may = (permission: string) =>
      scopes?.some(
        ({ resource, permissions }) =>
          resource === 'incidents' && permissions.some((one) => one === permission),
      ) ?? false;
    const named = (severities: readonly ('Minor' | 'Warning' | 'Critical')[] | null | undefined) =>
      severities?.map((one) => severityTexts[one]).join(', ') ?? '';
    const taken = named(agent?.mayAcknowledge);
    const ended = named(agent?.mayResolve);
    return [
      ...(may('create') ? [t.opens] : []),
      ...(may('update') ? [t.comments] : []),
      ...(may('update') && taken ? [t.acknowledges(taken)] : []),
      ...(may('update') && ended ? [t.resolves(ended)] : []),
      ...(agent?.readsPayloads ? [t.payloads] : []),
    ];
  };
}

/** All that a key may do, a line each. */
export function AgentRights({ apiKey }: { apiKey: ApiKey }) {
  const t = useTexts(agentTexts);
  const actsOf = useActsOf();
  const resources = apiKey.scopes?.map(({ resource }) => resource).join(', ');
  return (
    <List size="sm">
      <List.Item>
        {t.reads}: {resources}
      </List.Item>
      {actsOf(apiKey).map((act) => (
        <List.Item key={act}>{act}</List.Item>
      ))}
    </List>
  );
}
