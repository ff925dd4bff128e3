import { Anchor, Button, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useRef, useState } from 'react';
import { api } from '../../api/client.ts';
import { useMayAdminister, useMe } from '../../api/session.tsx';
import { Empty } from '../../parts/empty.tsx';
import type { Incident } from '../../parts/incident-actions/incident.ts';
import { useActions } from '../../parts/incident-actions/use-actions.tsx';
import { Later, later } from '../../parts/later/index.ts';
import { linkTo } from '../../parts/link-to.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { useKeys } from '../../parts/use-keys.ts';
import { FilterBar } from './filter-bar.tsx';
import { IncidentList } from './incident-list.tsx';
import { parametersOf } from './list-query.ts';
import { type IncidentSearch, isFiltered } from './search.ts';
import { texts } from './texts.ts';
import { useListPages } from './use-list-pages.ts';
import { useSayNew } from './use-say-new.ts';

const KeyHelp = later(() => import('./key-help.tsx'));
const BulkBar = later(() => import('./bulk-bar.tsx'));
const LeftOut = later(() => import('./left-out.tsx'));

export default function IncidentsPage() {
  const t = useTexts(texts);
  const search = useSearch({ from: '/' });
  const navigate = useNavigate({ from: '/' });
  const { person } = useMe();
  const pages = useListPages(parametersOf(search, person.id));
  useSayNew(JSON.stringify(search), pages.first.data?.incidents);
  const { selected, toggle, deselect, clear } = useSelection();
  const [cursor, setCursor] = useState(-1);
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const searchField = useRef<HTMLInputElement>(null);

  const { perform, dialog } = useActions((results) => {
    deselect(results.filter(({ error }) => error === null).map(({ id }) => id));
  });

  function change(next: IncidentSearch): void {
    setCursor(-1);
    void navigate({ search: next, replace: true });
  }
  /** The selected incidents, or else the one in the row of the keyboard. */
  function targets(): Incident[] {
    if (selected.size > 0) return [...selected.values()];
    const incident = pages.incidentAt(cursor);
    return incident ? [incident] : [];
  }

  useKeys({
    j: () => setCursor((row) => Math.min(row + 1, pages.count - 1)),
    k: () => setCursor((row) => Math.max(row - 1, 0)),
    x: () => {
      const incident = pages.incidentAt(cursor);
      if (incident) toggle(incident);
    },
    a: () => perform('acknowledge', targets()),
    r: () => perform('resolve', targets()),
    s: () => perform('snooze', targets()),
    '/': () => searchField.current?.focus(),
    Enter: () => {
      const incident = pages.incidentAt(cursor);
      if (incident)
        void navigate({ to: '/incidents/$incidentId', params: { incidentId: incident.id } });
    },
    '?': () => setIsHelpOpen(true),
    Escape: clear,
  });

  return (
    <Page title={t.title} actions={<WhereIsLink text={search.text} />}>
      <FilterBar search={search} counts={pages.counts} onChange={change} field={searchField} />
      {pages.isPartial && (
        <Text role="status" size="sm" c="dimmed">
          {t.partial}
        </Text>
      )}
      <Later>{pages.leftOut && <LeftOut search={search} leftOut={pages.leftOut} />}</Later>
      <Loaded query={pages.first}>
        {() =>
          pages.count === 0 ? (
            <Nothing search={search} />
          ) : (
            <IncidentList pages={pages} cursor={cursor} selected={selected} onSelect={toggle} />
          )
        }
      </Loaded>
      {selected.size > 0 && (
        <Later onMissing={clear}>
          <BulkBar
            selected={[...selected.values()]}
            onAction={(name) => perform(name, targets())}
            onClear={clear}
          />
        </Later>
      )}
      {dialog}
      {isHelpOpen && (
        <Later onMissing={() => setIsHelpOpen(false)}>
          <KeyHelp onClose={() => setIsHelpOpen(false)} />
        </Later>
      )}
    </Page>
  );
}

function WhereIsLink({ text }: { text: string | undefined }) {
  const t = useTexts(texts);
  return (
    <Anchor
      size="sm"
      renderRoot={linkTo({ to: '/incidents/where-is-my-alert', search: text ? { text } : {} })}
    >
      {t.whereIs}
    </Anchor>
  );
}

/** Incidents by id, which something is done with at once. */
function useSelection() {
  const [selected, setSelected] = useState<ReadonlyMap<string, Incident>>(new Map());
  const toggle = useCallback(
    (incident: Incident) =>
      setSelected((before) => {
        const after = new Map(before);
        if (!after.delete(incident.id)) after.set(incident.id, incident);
        return after;
      }),
    [],
  );
  return {
    selected,
    toggle,
    deselect: (ids: readonly string[]) =>
      setSelected((before) => new Map([...before].filter(([id]) => !ids.includes(id)))),
    clear: () => setSelected(new Map()),
  };
}

function Nothing({ search }: { search: IncidentSearch }) {
  const t = useTexts(texts);
  const mayAdminister = useMayAdminister();
  // A fresh installation is not quiet, it is deaf.
  const integrations = api.useQuery(
    'get',
    '/inbound-integration/search/list',
    { params: { query: { Limit: 1 } } },
    { enabled: mayAdminister, staleTime: 60_000 },
  );
  const hasNothing = integrations.data?.inboundIntegrations.length === 0;
  if (isFiltered(search) || search.status !== undefined)
    return (
      <Empty title={t.none}>
        <Text c="dimmed">{t.noneHelp}</Text>
      </Empty>
    );
  return (
    <Empty
      title={t.quiet}
      action={
        mayAdminister &&
        hasNothing && (
          <Button mt="xs" renderRoot={linkTo({ to: '/first-run' })}>
            {t.firstRun}
          </Button>
        )
      }
    >
      {hasNothing ? t.nothingConnected : t.quietHelp}
    </Empty>
  );
}
