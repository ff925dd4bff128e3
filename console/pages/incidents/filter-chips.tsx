import { Pill } from '@mantine/core';
import { type Kind, useNames } from '../../parts/names.ts';
import { useSeverityTexts } from '../../parts/severity-badge.tsx';
import { useTexts } from '../../parts/texts.tsx';
import type { IncidentSearch } from './search.ts';
import { texts } from './texts.ts';

export interface FilterChipsProps {
  search: IncidentSearch;
  onChange(search: IncidentSearch): void;
}

const named = [
  ['team', 'Team'],
  ['integration', 'InboundIntegration'],
  ['service', 'Service'],
  ['person', 'User'],
] as const;

/** The filters that narrow the list; each can be removed. */
export default function FilterChips({ search, onChange }: FilterChipsProps) {
  const t = useTexts(texts);
  const severities = useSeverityTexts();
  const without = <Name extends keyof IncidentSearch>(name: Name, value: string) => {
    const values = search[name];
    const rest = Array.isArray(values) ? values.filter((one) => one !== value) : undefined;
    onChange({ ...search, [name]: rest });
  };
  return (
    <>
      {search.severity?.map((severity) => (
        <FilterChip
          key={severity}
          text={severities[severity]}
          onRemove={() => without('severity', severity)}
        />
      ))}
      {named.map(([name, kind]) =>
        search[name]
          ?.filter((id) => id !== 'me')
          .map((id) => (
            <NamedChip
              key={id}
              kind={kind}
              id={id}
              label={t.filterNames[name]}
              onRemove={() => without(name, id)}
            />
          )),
      )}
      {search.label?.map((label) => (
        <FilterChip
          key={label}
          text={`${t.filterNames.label}: ${label}`}
          onRemove={() => without('label', label)}
        />
      ))}
      {search.view && (
        <FilterChip text={t.views[search.view]} onRemove={() => without('view', '')} />
      )}
    </>
  );
}

interface NamedChipProps {
  kind: Kind;
  id: string;
  label: string;
  onRemove(): void;
}

function NamedChip({ kind, id, label, onRemove }: NamedChipProps) {
  const names = useNames(kind);
  return <FilterChip text={`${label}: ${names.data?.get(id) ?? '…'}`} onRemove={onRemove} />;
}

function FilterChip({ text, onRemove }: { text: string; onRemove(): void }) {
  const t = useTexts(texts);
  return (
    <Pill
      size="lg"
      withRemoveButton
      onRemove={onRemove}
      removeButtonProps={{
        'aria-label': t.removeFilter(text),
        'aria-hidden': false,
        tabIndex: 0,
      }}
    >
      {text}
    </Pill>
  );
}
