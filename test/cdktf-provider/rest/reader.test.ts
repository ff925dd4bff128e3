import { describe, expect, test } from 'vitest';
import { resolved } from '../../../cdktf-provider/provider.ts';
import type { ApiClient } from '../../../cdktf-provider/rest/client.ts';
import { ApiFailure } from '../../../cdktf-provider/rest/failure.ts';
import { createReader } from '../../../cdktf-provider/rest/reader.ts';
import type { ApiRequest } from '../../../cdktf-provider/rest/request.ts';
import type { ResolvedResource } from '../../../cdktf-provider/rest/resolved.ts';

const team = resolved.resources.tocsin_team as ResolvedResource;
const user = resolved.resources.tocsin_user as ResolvedResource;

/** A server with this many objects; the last one is in no list. */
function serverOf(count: number) {
  const requests: ApiRequest[] = [];
  const ids = Array.from({ length: count }, (_value, index) => `id-${index}`);
  const client: ApiClient = {
    send: async (request) => {
      requests.push(request);
      if (!request.path.endsWith('/search/list')) {
        const id = request.path.split('/').at(-1) ?? '';
        if (!ids.includes(id)) throw new ApiFailure('Not found', 'gone', { status: 404 });
        return { id, from: 'read' };
      }
      const offset = Number(request.query?.Offset);
      const listed = ids.slice(0, -1);
      return {
        teams: listed.slice(offset, offset + 100).map((id) => ({ id, from: 'list' })),
        hasMore: offset + 100 < listed.length,
      };
    },
  };
  const lists = () => requests.filter(({ path }) => path.endsWith('/search/list')).length;
  return { client, ids, requests, lists };
}

describe('many reads of a type', () => {
  test('become pages of its list, and each object is still its own', async () => {
    const { client, ids, requests, lists } = serverOf(1000);
    const reader = createReader(client, () => 0);
    const found = await Promise.all(ids.map((id) => reader.read(team, { id })));
    expect(found.map((object) => object?.id)).toEqual(ids);
    expect(lists()).toBe(10);
    // Twenty before it pays to list, and the one that no list shows.
    expect(requests).toHaveLength(20 + 10 + 1);
  });

  test('stay single reads while there are few, and for types whose list shows less', async () => {
    const { client, ids, lists } = serverOf(30);
    const reader = createReader(client, () => 0);
    for (const id of ids.slice(0, 20)) await reader.read(team, { id });
    for (const id of ids) await reader.read(user, { id });
    expect(lists()).toBe(0);
  });

  test('see what is gone only when a read of its own says so', async () => {
    const { client, ids } = serverOf(50);
    const reader = createReader(client, () => 0);
    for (const id of ids) await reader.read(team, { id });
    expect(await reader.read(team, { id: 'never-was' })).toBeNull();
    expect(await reader.read(team, { id: 'id-49' })).toMatchObject({ from: 'read' });
  });

  test('list again after a write, and after half a minute', async () => {
    let now = 0;
    const { client, ids, lists } = serverOf(50);
    const reader = createReader(client, () => now);
    for (const id of ids) await reader.read(team, { id });
    expect(lists()).toBe(1);
    reader.forget();
    await reader.read(team, { id: 'id-0' });
    expect(lists()).toBe(2);
    now += 31_000;
    await reader.read(team, { id: 'id-0' });
    expect(lists()).toBe(3);
  });
});
