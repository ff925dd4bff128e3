import '../../parts/fields.ts';
import { Button, MultiSelect, Popover, Select, Stack, TagsInput } from '@mantine/core';
import { Icon } from '../../parts/icon.tsx';
import { type Kind, useNames } from '../../parts/names.ts';
import { useSeverityTexts } from '../../parts/severity-badge.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { useOpensAtOnce } from '../../parts/use-opens-at-once.ts';
import { panelTexts } from './panel-texts.ts';
import { type IncidentSearch, severities, sorts } from './search.ts';
import { texts } from './texts.ts';

export interface FilterPanelProps {
  search: IncidentSearch;
  onChange(search: IncidentSearch): void;
}

/** All filters and the order. Loaded when somebody asks for it, and open then. */
export default function FilterPanel({ search, onChange }: FilterPanelProps) {
  const t = useTexts(texts);
  const p = useTexts(panelTexts);
  const severityTexts = useSeverityTexts();
  const { target, toggle, menu } = useOpensAtOnce();
  return (
    <Popover {...menu} position="bottom-start" width={320} trapFocus withinPortal>
      <Popover.Target>
        <Button
          ref={target}
          variant="default"
          size="sm"
          leftSection={<Icon name="down" />}
          onClick={toggle}
        >
          {t.addFilter}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={p.filters}>
        <Stack gap="xs">
          <MultiSelect
            label={p.severity}
            data={severities.map((value) => ({ value, label: severityTexts[value] }))}
            value={search.severity ?? []}
            comboboxProps={{ withinPortal: false }}
            onChange={(severity) =>
              onChange({ ...search, severity: severity as IncidentSearch['severity'] })
            }
          />
          <NameFilter
            kind="Team"
            label={t.filterNames.team}
            value={search.team}
            onChange={(team) => onChange({ ...search, team })}
          />
          <NameFilter
            kind="InboundIntegration"
            label={t.filterNames.integration}
            value={search.integration}
            onChange={(integration) => onChange({ ...search, integration })}
          />
          <NameFilter
            kind="Service"
            label={t.filterNames.service}
            value={search.service}
            onChange={(service) => onChange({ ...search, service })}
          />
          <NameFilter
            kind="User"
            label={t.filterNames.person}
            value={search.person?.filter((id) => id !== 'me')}
            onChange={(people) =>
              onChange({
                ...search,
                person: [...(search.person?.includes('me') ? ['me'] : []), ...people],
              })
            }
          />
          <TagsInput
            label={t.filterNames.label}
            description={p.labelHelp}
            comboboxProps={{ withinPortal: false }}
            value={search.label ?? []}
            onChange={(label) => onChange({ ...search, label })}
          />
          <Select
            label={p.view}
            data={[
              { value: 'active', label: p.active },
              { value: 'snoozed', label: t.views.snoozed },
              { value: 'held', label: t.views.held },
              { value: 'merged', label: t.views.merged },
              { value: 'archived', label: t.views.archived },
            ]}
            allowDeselect={false}
            comboboxProps={{ withinPortal: false }}
            value={search.view ?? 'active'}
            onChange={(view) =>
              onChange({
                ...search,
                view: view === 'active' ? undefined : (view as IncidentSearch['view']),
              })
            }
          />
          <SortField search={search} onChange={onChange} />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function SortField({ search, onChange }: FilterPanelProps) {
  const p = useTexts(panelTexts);
  return (
    <Select
      label={p.sort}
      data={sorts.flatMap((value) => [
        { value: `${value} `, label: p.sorts[value].down },
        { value: `${value} yes`, label: p.sorts[value].up },
      ])}
      allowDeselect={false}
      comboboxProps={{ withinPortal: false }}
      value={`${search.sort ?? 'Created'} ${search.ascending ?? ''}`}
      onChange={(value) => {
        const [sort, ascending] = (value ?? '').split(' ');
        onChange({
          ...search,
          sort: sort as IncidentSearch['sort'],
          ascending: ascending === 'yes' ? 'yes' : undefined,
        });
      }}
    />
  );
}

interface NameFilterProps {
  kind: Kind;
  label: string;
  value: string[] | undefined;
  onChange(ids: string[]): void;
}

function NameFilter({ kind, label, value = [], onChange }: NameFilterProps) {
  const p = useTexts(panelTexts);
  const names = useNames(kind);
  return (
    <MultiSelect
      label={label}
      searchable
      limit={100}
      comboboxProps={{ withinPortal: false }}
      data={[...(names.data ?? [])].map(([id, name]) => ({ value: id, label: name }))}
      nothingFoundMessage={names.isPending ? p.loading : p.nothing}
      value={value}
      onChange={onChange}
    />
  );
}
