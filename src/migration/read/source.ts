import { isObject } from '../../kernel/index.ts';
import type { FileSource, Product } from '../products/product.ts';
import type { GivenFiles } from './given.ts';
import { readSaved, type SavedAnswers } from './saved.ts';
import { resultsOfState, type State, stateIn } from './state.ts';

const howToShow = '`terraform show -json > state.json`';

/**
 * Reads what `--save` wrote, a Terraform state, what the product exports, or the one file that a product has. Throws
 * with what was found instead.
 */
export function answersIn(product: Product | FileSource, given: GivenFiles): SavedAnswers {
  const read = { product: product.name, url: '', savedAt: given.writtenAt.toISOString() };
  const [only] = given.texts.values();
  if ('file' in product) {
    if (!given.isOne || only === undefined)
      throw new Error(`${product.displayName} is read from its file: --from ${product.file}.`);
    return { ...read, results: product.read(only) };
  }
  const exported = given.isOne ? null : product.readExport?.(given.texts);
  if (exported) return { ...read, results: exported };
  const parsed = [...given.texts].map(([path, text]) => ({ path, json: jsonIn(text) }));
  const [first] = parsed;
  if (given.isOne && first && isObject(first.json) && first.json.format !== undefined)
    return readSaved(only ?? '');
  const states = parsed.flatMap(({ path, json }) => stateIn(json, path) ?? []);
  if (states.length > 0) return { ...read, ...answersInStates(product, given.name, states) };
  throw new Error(nothingIn(product, given));
}

/** A file that is no JSON is not meant, unless nothing else is there. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function answersInStates(
  product: Product,
  name: string,
  states: readonly State[],
): Pick<SavedAnswers, 'results' | 'secrets' | 'note'> {
  const { state: table, displayName } = product;
  if (!table) throw new Error(`Of ${displayName} no Terraform provider is known: read its API.`);
  const resources = states.flatMap((state) => state.resources);
  if (!resources.some(({ type }) => type.startsWith(table.prefix))) {
    const others = [...new Set(resources.map(({ type }) => type))];
    throw new Error(
      `${name} has no resource whose type begins with ${table.prefix}` +
        `${others.length > 0 ? `: it has ${others.slice(0, 5).join(', ')}` : ''}.`,
    );
  }
  const secrets = new Set(states.flatMap((state) => [...state.secrets]));
  return {
    results: resultsOfState(product, table, { resources, secrets }),
    secrets,
    note:
      'Read from a Terraform state: it has what Terraform manages or looked up, as of its last refresh. ' +
      `What was made in ${displayName} by hand is not in it.`,
  };
}

function nothingIn({ displayName, state, readExport }: Product, given: GivenFiles): string {
  const [configuration] = given.configuration;
  if (configuration !== undefined && state)
    return (
      `${configuration} is Terraform's configuration, whose values only Terraform knows: run ` +
      `${howToShow} in its folder, and give that file.`
    );
  const accepted = [
    'a file of `tocsin import --save`',
    ...(state ? [`a state (${howToShow})`] : []),
    ...(readExport ? [`what ${displayName} exports, as a folder or zip`] : []),
  ];
  return `${given.name} has nothing that can be read. Give ${accepted.join(', or ')}.`;
}
