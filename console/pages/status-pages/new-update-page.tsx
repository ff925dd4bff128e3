import { Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { api } from '../../api/client.ts';
import { fieldErrors } from '../../api/problem.ts';
import { BackNotice, useKept } from '../../parts/draft/index.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { useTell } from '../../parts/tell.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';
import { isComplete, requestOf, type UpdateDraft, UpdateFields } from './update-form.tsx';
import { UpdatePreviews } from './update-previews.tsx';
import { pageTexts } from './update-texts.ts';
import { useAll } from './use-all.ts';

type Schemas = components['schemas'];

/** Write once, for all services, incidents and pages that it is about. */
export default function NewUpdatePage() {
  const t = useTexts(pageTexts);
  const above = useTexts(texts);
  const all = useAll();
  const { incident: ids = [] } = useSearch({ from: '/status-pages/updates/new' });
  const incidents = api.useQuery(
    'get',
    '/incident/search/changes',
    { params: { query: { IncidentIds: ids, Limit: 100, IncludeSnoozed: true } } },
    { enabled: ids.length > 0 },
  );
  return (
    <Page
      title={t.create}
      above={[
        { title: above.title, to: '/status-pages' },
        { title: t.title, to: '/status-pages/updates' },
      ]}
    >
      <Loaded query={all}>
        {({ services }) => {
          if (ids.length === 0) return <Form affected={[]} />;
          return (
            <Loaded query={incidents}>
              {({ incidents: found }) => <Form affected={affectedBy(found, services)} />}
            </Loaded>
          );
        }}
      </Loaded>
    </Page>
  );
}

/** Services that somebody named at one of the incidents, and those of their integrations. */
function affectedBy(
  incidents: readonly Schemas['Incident'][],
  services: readonly Schemas['Service'][],
): string[] {
  const named = incidents.flatMap((incident) => incident.services.map(({ id }) => id));
  const integrations = new Set(incidents.map(({ integration }) => integration?.id));
  const linked = services.filter((service) =>
    service.integrations?.some((link) => integrations.has(link.integrationId.toLowerCase())),
  );
  return [...named, ...linked.map(({ id }) => id)];
}

function Form({ affected }: { affected: readonly string[] }) {
  const t = useTexts(pageTexts);
  const tell = useTell();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const {
    incident = [],
    service = [],
    page = [],
  } = useSearch({
    from: '/status-pages/updates/new',
  });
  // A draft about another incident is not a draft about this one.
  const about = [...incident, ...service, ...page].join(' ');
  const kept = useKept<UpdateDraft>(`public-update ${about}`, {
    words: { state: 'Investigating', en: '', de: '' },
    serviceIds: [...new Set([...service, ...affected])],
    statusPageIds: page,
  });
  const { value: draft, set } = kept;
  const making = api.useMutation('post', '/public-update', {
    async onSuccess({ id, isPublished }) {
      kept.settle();
      await queries.invalidateQueries({ queryKey: ['get', '/public-update/search/list'] });
      await queries.invalidateQueries({ queryKey: ['get', '/status-page/status/{id}'] });
      if (isPublished) tell.done(t.isPublished);
      await navigate({ to: '/status-pages/updates/$updateId', params: { updateId: id } });
    },
  });
  const { isPending, error } = making;
  const isPublishing = making.variables?.body.isPublished;

  function save(isPublished: boolean): void {
    making.mutate({ body: requestOf(draft, { incidentIds: incident, isPublished }) });
  }

  const isEmpty = !isComplete(draft);
  return (
    <form
      noValidate
      className="with-preview"
      onSubmit={(event) => {
        event.preventDefault();
        save(false);
      }}
    >
      <Stack>
        <BackNotice back={kept.back} />
        <UpdateFields draft={draft} errors={fieldErrors(error)} change={set} />
        {error && <ProblemNotice error={error} />}
        <Text size="sm" c="dimmed">
          {t.publishHelp}
        </Text>
        <Group>
          <Button
            type="submit"
            disabled={isEmpty || isPending}
            loading={isPending && !isPublishing}
          >
            {t.saveDraft}
          </Button>
          <Button
            variant="default"
            disabled={isEmpty || isPending}
            loading={isPending && isPublishing}
            onClick={() => save(true)}
          >
            {t.publish}
          </Button>
        </Group>
      </Stack>
      <UpdatePreviews draft={draft} />
    </form>
  );
}
