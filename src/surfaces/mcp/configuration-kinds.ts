import { type ApiOperation, agentUseOf, type Rights } from '../public-api/index.ts';
import { isForAgent } from './for-agent.ts';

/** A kind of objects that code describes: how it is listed, and how one of it is read. */
export interface ConfigurationKind {
  list: ApiOperation;
  read: ApiOperation | undefined;
  replace: ApiOperation;
}

/** The kinds that this caller may list, by their tags. */
export function configurationKinds(
  all: ReadonlyMap<string, ApiOperation>,
  caller: Rights,
): Map<string, ConfigurationKind> {
  const operations = [...all.values()];
  const replaces = operations.filter(
    (one) => /^replace/.test(one.operationId) && agentUseOf(one) === 'suggest',
  );
  return new Map(
    replaces.flatMap((replace): [string, ConfigurationKind][] => {
      const { tag } = replace;
      const of = operations.filter((one) => one.tag === tag && one.method === 'get');
      const list = of.find(({ path }) => /^[^{]*\/search\/list$/.test(path));
      if (!list || !isForAgent(list, caller)) return [];
      return [[tag, { list, read: of.find(({ path }) => path === replace.path), replace }]];
    }),
  );
}
