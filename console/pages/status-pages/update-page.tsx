import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useRef } from 'react';
import { asSeen } from '../../api/as-seen.ts';
import { api } from '../../api/client.ts';
import { fieldErrors, isConflict } from '../../api/problem.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { DraftNotices, useDraft } from '../../parts/draft/index.ts';
import { LoadedPage } from '../../parts/loaded.tsx';
import { Moment } from '../../parts/moment.tsx';
import { useNames } from '../../parts/names.ts';
import { Page } from '../../parts/page.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { type PublicUpdate, wordsOf } from '../../parts/public-update/words.ts';
import { sharedTexts } from '../../parts/shared-texts.ts';
import { useTexts } from '../../parts/texts.tsx';
import { Together } from '../../parts/together.tsx';
import { texts } from './texts.ts';
import { isComplete, requestOf, type UpdateDraft, UpdateFields } from './update-form.tsx';
import { UpdatePreviews } from './update-previews.tsx';
import { pageTexts } from './update-texts.ts';
import { useDescribe } from './use-describe.ts';

export default function UpdatePage() {
  const { updateId: id } = useParams({ from: '/status-pages/updates/$updateId' });
  const update = api.useQuery('get', '/public-update/{id}', { params: { path: { id } } });
  return <LoadedPage query={update}>{(data) => <Shown key={data.id} update={data} />}</LoadedPage>;
}

/** The changes that somebody writes, and the update as they saw it. */
interface Edited extends UpdateDraft {
  seen: PublicUpdate;
}

function editedOf(seen: PublicUpdate): Edited {
  const { serviceIds, statusPageIds } = seen;
  return { words: wordsOf(seen), serviceIds, statusPageIds: statusPageIds ?? [], seen };
}

/** The changes to an update, and the ways to store them. */
function useEdited(update: PublicUpdate) {
  const t = useTexts(pageTexts);
  const queries = useQueryClient();
  const change = api.useMutation('put', '/public-update/{id}');
  const { id, isPublished = false } = update;
  /** Whether the update is to be published once it is stored. */
  const published = useRef(isPublished);
  const edited = useDraft<Edited>({
    stored: editedOf(update),
    name: `public-update ${id}`,
    saved: () => {
      if (published.current === isPublished) return undefined;
      return published.current ? t.isPublished : t.isWithdrawn;
    },
    async save(draft, { seen }) {
      await change.mutateAsync({
        params: { path: { id }, header: asSeen(seen) },
        body: requestOf(draft, {
          incidentIds: seen.incidentIds ?? null,
          isPublished: published.current,
        }),
      });
      for (const path of [
        '/public-update/{id}',
        '/public-update/search/list',
        '/status-page/status/{id}',
      ])
        await queries.invalidateQueries({ queryKey: ['get', path] });
    },
  });
  return {
    edited,
    change,
    /** Which of both is on its way. */
    saving: edited.isSaving ? published.current : null,
    save(isToBePublished: boolean): Promise<void> {
      published.current = isToBePublished;
      return edited.submit();
    },
  };
}

function Shown({ update }: { update: PublicUpdate }) {
  const t = useTexts(pageTexts);
  const above = useTexts(texts);
  const shared = useTexts(sharedTexts);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { id, isPublished } = update;
  const { edited, change, saving, save } = useEdited(update);
  const removal = api.useMutation('delete', '/public-update/{id}');
  const { value: draft, isChanged } = edited;
  const describe = useDescribe();

  const isEmpty = !isComplete(draft);
  return (
    <Page
      title={update.messages[0]?.message.split('\n')[0]?.slice(0, 80) ?? t.title}
      mark={<StateMark isPublished={isPublished} />}
      above={[
        { title: above.title, to: '/status-pages' },
        { title: t.title, to: '/status-pages/updates' },
      ]}
    >
      <Together>
        <div className="with-preview">
          <form
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              void save(isPublished === true);
            }}
          >
            <Stack>
              <Published update={update} />
              <UpdateFields
                draft={draft}
                errors={fieldErrors(change.error)}
                change={(next) => edited.change({ ...draft, ...next })}
              />
              <DraftNotices draft={edited} describe={describe} />
              {/* Nothing is written that could be merged: what is shown is what there is by now. */}
              {!isChanged && isConflict(change.error) && <ProblemNotice error={change.error} />}
              <Group>
                {!isPublished && (
                  <Button
                    disabled={isEmpty || saving !== null}
                    loading={saving === true}
                    onClick={() => void save(true)}
                  >
                    {t.publish}
                  </Button>
                )}
                <Button
                  type="submit"
                  variant={isPublished ? 'filled' : 'default'}
                  disabled={isEmpty || !isChanged || saving !== null}
                  loading={saving === isPublished}
                >
                  {shared.save}
                </Button>
                {isPublished && (
                  <Confirm
                    label={t.withdraw}
                    question={t.withdrawQuestion}
                    mutation={change}
                    onConfirm={() => save(false)}
                  />
                )}
                <Confirm
                  label={t.remove}
                  question={t.removeQuestion}
                  mutation={removal}
                  onConfirm={async () => {
                    await removal.mutateAsync({ params: { path: { id }, header: asSeen(update) } });
                    await queries.invalidateQueries({
                      queryKey: ['get', '/public-update/search/list'],
                    });
                    await navigate({ to: '/status-pages/updates' });
                  }}
                />
              </Group>
            </Stack>
          </form>
          <UpdatePreviews draft={draft} id={id} isThere={isPublished === true && !isChanged} />
        </div>
      </Together>
    </Page>
  );
}

function Published({ update: { publishedAt, publishedById } }: { update: PublicUpdate }) {
  const t = useTexts(pageTexts);
  const people = useNames('User');
  if (publishedAt === null) return null;
  const name = people.data?.get(publishedById ?? '');
  return (
    <Text size="sm">
      {t.publishedAt} <Moment at={publishedAt} absolute /> {name !== undefined && t.by(name)}
    </Text>
  );
}

export function StateMark({ isPublished }: { isPublished: boolean | undefined }) {
  const t = useTexts(pageTexts);
  return (
    <Badge variant="light" color={isPublished ? 'teal' : 'gray'} tt="none" miw="max-content">
      {isPublished ? t.published : t.draft}
    </Badge>
  );
}
