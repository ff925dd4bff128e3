import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { createLog } from '../../src/kernel/index.ts';
import { models, modules } from '../../src/modules.ts';
import { kindsOf } from '../../src/resources/index.ts';
import { type OpenWorld, openWorld } from '../../src/world.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { databaseNameOf } from '../support/test-database.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const sources = globSync('src/**/*.ts', { cwd: root });

describe('the list of modules', () => {
  it('has every collection that a file of src defines, once', () => {
    const listed = models.map(({ collectionName }) => collectionName);
    expect(listed.toSorted()).toEqual(sources.flatMap(collectionsDefinedIn).toSorted());
    expect(new Set(listed).size).toBe(listed.length);
  });

  it('names each module by its folder', () => {
    for (const { name } of modules) expect(sources).toContain(`src/${name}/index.ts`);
  });

  it('names each kind of object once', () => {
    const types = kindsOf({ modules }).map(({ entityType }) => entityType);
    expect(types.length).toBeGreaterThan(15);
    expect(new Set(types).size).toBe(types.length);
  });

  it('is the only way to a store: the server and all commands open it in one place', () => {
    const opening = sources.filter((file) => callsIn(file, 'openStore').length > 0);
    expect(opening).toEqual(['src/world.ts']);
  });
});

describe('the world of a command beside the server', () => {
  let server: TestApp;
  let world: OpenWorld;
  beforeAll(async () => {
    server = await startTestApp();
    const mongodbUri = process.env.TOCSIN_TEST_MONGODB_URI;
    const config = readConfig({
      TOCSIN_DATA_DIR: server.dataDir,
      ...(mongodbUri ? { MONGODB_URI: mongodbUri } : {}),
    });
    world = await openWorld(config, {
      log: createLog('error'),
      ...(mongodbUri ? { databaseName: databaseNameOf(server.dataDir) } : {}),
    });
  });
  afterAll(async () => {
    await world?.store.close();
    await server?.stop();
  });

  it('has the kinds and the collections of the server', async () => {
    expect(kindsOf(world)).toEqual(kindsOf(server.app.world));
    const collections = await server.app.world.store.connection.listCollections();
    expect(collections.map(({ name }) => name)).toEqual(
      expect.arrayContaining(models.map(({ collectionName }) => collectionName)),
    );
  });
});

/** The names in `defineModel('name', …)`, `defineLog('name', …)` and `defineKind({ collection: 'name' })`. */
function collectionsDefinedIn(file: string): string[] {
  // Where the kinds and logs of others become models.
  if (file === 'src/resources/kind.ts' || file === 'src/resources/log.ts') return [];
  return ['defineModel', 'defineLog', 'defineKind'].flatMap((name) =>
    callsIn(file, name).map((call) => {
      const [first] = call.arguments;
      const collection =
        first && ts.isObjectLiteralExpression(first)
          ? first.properties
              .filter(ts.isPropertyAssignment)
              .find((property) => property.name.getText() === 'collection')?.initializer
          : first;
      if (!collection || !ts.isStringLiteral(collection))
        throw new Error(`${file}: ${name} must name its collection by a literal.`);
      return collection.text;
    }),
  );
}

function callsIn(file: string, name: string): ts.CallExpression[] {
  const text = readFileSync(join(root, file), 'utf8');
  if (!text.includes(name)) return [];
  const calls: ts.CallExpression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.getText() === name) calls.push(node);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return calls;
}
