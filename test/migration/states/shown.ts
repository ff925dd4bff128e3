import { importFrom } from '../../../src/migration/import-from.ts';
import { importers } from '../../../src/migration/importers.ts';
import { createLedger } from '../../../src/migration/model/ledger.ts';
import type { Product } from '../../../src/migration/products/product.ts';
import { answersIn } from '../../../src/migration/read/source.ts';
import type { Texts } from '../../../src/migration/read/unpack.ts';

export const since = new Date('2026-11-01T00:00:00Z');

type Attributes = Record<string, unknown>;

/** A resource as `terraform show -json` prints it: https://developer.hashicorp.com/terraform/internals/json-format. */
export function resource(address: string, values: Attributes, sensitive: Attributes = {}) {
  const isData = address.startsWith('data.');
  const [type = '', name = ''] = address.replace(/^data\./, '').split('.');
  return {
    ...{ address, mode: isData ? 'data' : 'managed', type, name, schema_version: 0, values },
    ...{ provider_name: `registry.terraform.io/example/${type.split('_')[0]}` },
    sensitive_values: sensitive,
  };
}

export function shown(resources: readonly object[], inModule: readonly object[] = []): string {
  return JSON.stringify({
    ...{ format_version: '1.0', terraform_version: '1.9.5' },
    values: {
      root_module: { resources, child_modules: [{ address: 'module.more', resources: inModule }] },
    },
  });
}

export function given(texts: Texts, isOne = texts.size === 1, configuration: string[] = []) {
  return { name: 'infra', isOne, texts, configuration, writtenAt: since };
}

export function readState(product: Product, text: string) {
  return answersIn(product, given(new Map([['state.json', text]])));
}

/** Through all of an import, up to its files. */
export function imported(product: Product, text: string) {
  const { name, displayName } = product;
  const importer = importers.get(name);
  if (!importer) throw new Error(`${name} has no importer.`);
  const saved = readState(product, text);
  const options = { answers: new Map(), since, lock: new Map() };
  const result = importFrom({ name, displayName, importer }, saved, options);
  if (result.outcome !== 'written') throw new Error('Questions are left without an answer.');
  const ledger = createLedger(name, saved.results, importer.fields);
  return { ...result, saved, ledger };
}

/** Objects of a kind, with what they hang on before them. */
export function objectsOf(saved: ReturnType<typeof readState>, kind: string): unknown[] {
  const result = saved.results.get(kind);
  if (result?.state !== 'whole') throw new Error(`${kind} is ${result?.state}`);
  return result.answers.flatMap(({ of, objects }) =>
    objects.map((object) => (of.length === 0 ? object : [...of, object])),
  );
}
