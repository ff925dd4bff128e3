import { useQueryClient } from '@tanstack/react-query';
import { asSeen } from '../../api/as-seen.ts';
import { api, publicApi } from '../../api/client.ts';
import { type Kind, kinds } from './kinds.ts';

export type Fields = Record<string, unknown>;

/** As every answer has it. */
export interface StoredObject {
  id: string;
  isProvisioned: boolean;
}

/** How objects of a kind are stored and deleted; what pages show of them is asked for again. */
export function useObjects(kind: Kind) {
  const { path, touches } = kinds[kind];
  const queries = useQueryClient();
  const removal = api.useMutation('delete', `${path}/{id}`);
  const refresh = () =>
    queries.invalidateQueries({
      predicate: ({ queryKey: [of, asked] }) => touches.test(String(asked ?? of)),
    });
  return {
    removal,
    refresh,
    /** Answers the id. */
    async create(body: object): Promise<string> {
      const { data, error } = await publicApi.POST(path, { body: asChecked(body) });
      if (error) throw error;
      await refresh();
      return data.id;
    },
    async replace(id: string, body: object, seen: object): Promise<string> {
      const { error } = await publicApi.PUT(`${path}/{id}`, {
        params: { path: { id }, header: asSeen(seen) },
        body: asChecked(body),
      });
      if (error) throw error;
      await refresh();
      return id;
    },
    /** Asks nothing again: a page of what is gone would be told so. */
    remove: (object: StoredObject) =>
      removal.mutateAsync({ params: { path: { id: object.id }, header: asSeen(object) } }),
  };
}

/** A form is made from the document of its request, by which the server checks what it sends. */
function asChecked(body: object): never {
  return body as never;
}
