/** Pages of documentation in the format of Terraform's registry, from the schema and the examples. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { providerSchema, resolved, tocsinProvider } from '../provider.ts';
import { catalogues, ephemeralResources, resources } from '../resources/index.ts';
import type { ResolvedProvider } from '../rest/resolved.ts';
import type { FunctionDefinition } from '../runtime/provider.ts';
import type { Attribute, Attributes, Schema, ValueType } from '../runtime/schema.ts';
import { describe, isConfigurable } from '../runtime/schema.ts';
import { providerVersion } from '../version.ts';

const examples = join(dirname(dirname(fileURLToPath(import.meta.url))), 'examples');

/** Path below this folder -> content of every page. */
export function documentationPages(current: ResolvedProvider = resolved): Map<string, string> {
  const provider = tocsinProvider(current);
  const pages = new Map([['docs/index.md', indexPage()]]);
  const categoryOf = new Map<string, string>();
  for (const { type, category, dataSources } of resources) {
    categoryOf.set(type, category);
    for (const source of dataSources ?? []) categoryOf.set(`data ${source.type}`, category);
  }
  categoryOf.set('data tocsin_default_mapping', 'Integrations');
  categoryOf.set('tocsin_call_routing_media', 'Integrations');
  for (const { type } of catalogues) categoryOf.set(`data ${type}`, 'Catalogues');
  for (const { type, category } of ephemeralResources)
    categoryOf.set(`ephemeral ${type}`, category);

  for (const [type, { schema, takesOver, isImportable = true }] of Object.entries(
    provider.resources,
  )) {
    const more = [
      isImportable ? importSection(type) : notImportable,
      ...(takesOver ?? []).map((other) => takeoverSection(other.type, type)),
    ];
    pages.set(
      `docs/resources/${shortName(type)}.md`,
      page({
        type,
        kind: 'Resource',
        category: categoryOf.get(type),
        schema,
        example: exampleOf('resources', type),
        more,
      }),
    );
  }
  for (const [type, { schema }] of Object.entries(provider.dataSources)) {
    pages.set(
      `docs/data-sources/${shortName(type)}.md`,
      page({
        type,
        kind: 'Data Source',
        category: categoryOf.get(`data ${type}`),
        schema,
        example: dataSourceExample(type, schema, current),
      }),
    );
  }
  for (const [type, { schema }] of Object.entries(provider.ephemeralResources)) {
    pages.set(
      `docs/ephemeral-resources/${shortName(type)}.md`,
      page({
        type,
        kind: 'Ephemeral Resource',
        category: categoryOf.get(`ephemeral ${type}`),
        schema,
        example: exampleOf('ephemeral-resources', type),
      }),
    );
  }
  for (const [name, entry] of Object.entries(provider.functions)) {
    pages.set(`docs/functions/${name}.md`, functionPage(name, entry));
  }
  return pages;
}

/** The configuration of every page, by the name of the page: a test validates them all. */
export function documentedExamples(): Map<string, string> {
  const provider = tocsinProvider();
  return new Map([
    ...Object.keys(provider.resources).map((type): [string, string] => [
      type,
      exampleOf('resources', type),
    ]),
    ...Object.keys(provider.ephemeralResources).map((type): [string, string] => [
      `ephemeral_${type}`,
      exampleOf('ephemeral-resources', type),
    ]),
    ...Object.entries(provider.dataSources).map(([type, { schema }]): [string, string] => [
      `data_${type}`,
      dataSourceExample(type, schema, resolved),
    ]),
    ...Object.entries(provider.functions).map(([name]): [string, string] => [
      `function_${name}`,
      functionExample(name),
    ]),
  ]);
}

interface Page {
  readonly type: string;
  readonly kind: string;
  readonly category: string | undefined;
  readonly schema: Schema;
  readonly example: string;
  readonly more?: readonly string[];
}

function page({ type, kind, category, schema, example, more = [] }: Page): string {
  return paragraphs([
    frontMatter(`${type} ${kind} - tocsin`, category ?? '', schema.description),
    `# ${type} (${kind})`,
    schema.description,
    '## Example Usage',
    fenced(example),
    schemaSections(schema.attributes),
    ...more,
  ]);
}

function indexPage(): string {
  return paragraphs([
    frontMatter('tocsin Provider', '', providerSchema.description),
    '# tocsin Provider',
    providerSchema.description,
    '## Example Usage',
    fenced(`terraform {
  required_providers {
    tocsin = {
      source  = "tocsin/tocsin"
      version = "~> ${providerVersion.split('.').slice(0, 2).join('.')}"
    }
  }
}

# Endpoint and key from TOCSIN_ENDPOINT and TOCSIN_API_KEY.
provider "tocsin" {}`),
    schemaSections(providerSchema.attributes),
    `## Network

Certificates are trusted as the system and Node trust them; \`SSL_CERT_FILE\` and \`NODE_EXTRA_CA_CERTS\` name more, and so does \`ca_cert\`. Requests go through the proxy of \`HTTPS_PROXY\` or \`HTTP_PROXY\`, except to what \`NO_PROXY\` names (with Node 24.5 or later). A server that answered in a run and is away is waited for (\`wait_in_sec\`); one that never answered fails the run at once.

## Limits

A server allows a key 300 requests in 20 seconds and 2,700 in 5 minutes. The provider stays under both by itself, waits when the server answers 429 or 503 (for as long as \`Retry-After\` says), and reads whole pages of a list when many objects of a kind are refreshed.

## Secrets

Attributes marked sensitive are stored in the state if you set them, as with any provider. Beside each secret \`x\` stands the write-only attribute \`x_wo\`, which takes the same value, also an ephemeral one, and stores it in neither plan nor state; it needs Terraform 1.11. Nobody sees that such a value has changed, so \`x_wo_version\` says it: change that number, and the value is sent again. A secret that is configured in neither way stays as it is on the server, and is read into the state.`,
  ]);
}

function functionPage(name: string, entry: FunctionDefinition): string {
  const parameters = [
    ...entry.parameters,
    ...(entry.variadic === undefined ? [] : [entry.variadic]),
  ];
  const signature = parameters.map(
    (parameter) =>
      `${parameter.name} ${typeText(parameter.type)}${parameter === entry.variadic ? '...' : ''}`,
  );
  return paragraphs([
    frontMatter(`${name} function - tocsin`, '', entry.summary),
    `# function: ${name}`,
    entry.description,
    '## Example Usage',
    fenced(functionExample(name)),
    '## Signature',
    fenced(`${name}(${signature.join(', ')}) ${typeText(entry.returns)}`, 'text'),
    '## Arguments',
    parameters
      .map(
        (parameter) =>
          `- \`${parameter.name}\` (${typeText(parameter.type)}) ${parameter.description}`,
      )
      .join('\n'),
  ]);
}

function schemaSections(attributes: Attributes): string {
  const nested: [string, Attribute][] = [];
  const sections = ['## Schema', ...attributeLists(attributes, '', nested)];
  // Objects inside objects follow in the order in which they are met.
  for (let index = 0; index < nested.length; index += 1) {
    const [path, attribute] = nested[index] ?? ['', undefined];
    if (attribute?.nested === undefined) continue;
    sections.push(
      `<a id="nestedatt--${path.replaceAll('.', '--')}"></a>\n### Nested Schema for \`${path}\``,
      ...attributeLists(attribute.nested.attributes, `${path}.`, nested),
    );
  }
  return sections.join('\n\n');
}

function attributeLists(
  attributes: Attributes,
  prefix: string,
  nested: [string, Attribute][],
): string[] {
  const entries = Object.entries(attributes).sort(([left], [right]) => (left < right ? -1 : 1));
  const line = ([name, attribute]: [string, Attribute]): string => {
    const path = `${prefix}${name}`;
    if (attribute.nested !== undefined) nested.push([path, attribute]);
    const below =
      attribute.nested === undefined
        ? ''
        : ` (see [below for nested schema](#nestedatt--${path.replaceAll('.', '--')}))`;
    return `- \`${name}\` (${kindText(attribute)}) ${describe(attribute)}${below}`;
  };
  const group = (title: string, keep: (attribute: Attribute) => boolean): string[] => {
    const lines = entries.filter(([, attribute]) => keep(attribute)).map(line);
    const heading = prefix === '' ? `### ${title}` : `${title}:`;
    return lines.length === 0 ? [] : [heading, lines.join('\n')];
  };
  return [
    ...group('Required', ({ presence }) => presence === 'required'),
    ...group('Optional', ({ presence }) => presence.startsWith('optional')),
    ...group('Read-Only', (attribute) => !isConfigurable(attribute)),
  ];
}

function kindText(attribute: Attribute): string {
  const nesting = {
    single: 'Attributes',
    list: 'Attributes List',
    set: 'Attributes Set',
    map: 'Attributes Map',
  };
  const kind =
    attribute.nested === undefined
      ? typeText(attribute.type ?? 'string')
      : nesting[attribute.nested.nesting];
  const marks = [
    ...(attribute.sensitive === true ? ['Sensitive'] : []),
    ...(attribute.writeOnly === true ? ['Write-only'] : []),
    ...(attribute.deprecated === undefined ? [] : ['Deprecated']),
  ];
  return [kind, ...marks].join(', ');
}

function typeText(type: ValueType): string {
  if (type === 'string') return 'String';
  if (type === 'number') return 'Number';
  if (type === 'bool') return 'Boolean';
  if ('list' in type) return `List of ${typeText(type.list)}`;
  return 'set' in type ? `Set of ${typeText(type.set)}` : `Map of ${typeText(type.map)}`;
}

const notImportable =
  '## Import\n\nIt cannot be imported: the server does not tell which file was uploaded. Declare it, and it is uploaded again.';

function importSection(type: string): string {
  return paragraphs([
    '## Import',
    'With a block, which also lets Terraform write the configuration (`terraform plan -generate-config-out=generated.tf`):',
    fenced(`import {\n  to = ${type}.example\n  id = "3f0c2a52-6f1e-4b7e-9a55-2f3c1a7d8e90"\n}`),
    'Or with the command:',
    fenced(`terraform import ${type}.example 3f0c2a52-6f1e-4b7e-9a55-2f3c1a7d8e90`, 'shell'),
  ]).trimEnd();
}

function takeoverSection(from: string, to: string): string {
  return paragraphs([
    `## Taking over \`${from}\``,
    'State of the commercial original is taken over without making a new object, once its data is on the server:',
    fenced(`moved {\n  from = ${from}.example\n  to   = ${to}.example\n}`),
  ]).trimEnd();
}

function exampleOf(folder: string, type: string): string {
  const path = join(examples, folder, `${type}.tf`);
  if (!existsSync(path))
    throw new Error(`${type} has no example: write examples/${folder}/${type}.tf`);
  return readFileSync(path, 'utf8').trimEnd();
}

/** One that was written for it; else a search by the first argument, or a list of everything. */
function dataSourceExample(
  type: string,
  { attributes }: Schema,
  { dataSources }: ResolvedProvider,
): string {
  if (existsSync(join(examples, 'data-sources', `${type}.tf`)))
    return exampleOf('data-sources', type);
  const isList = dataSources[type]?.items !== undefined;
  const isById = dataSources[type]?.byId !== undefined;
  const asked = Object.entries(attributes).filter(
    ([name, attribute]) => isConfigurable(attribute) && !(isById && name === 'id'),
  );
  const [first] = asked.toSorted(([, one], [, other]) => rankOf(one) - rankOf(other));
  const needed = asked
    .filter(([name]) => (isList ? false : name.endsWith('_id') || first?.[0] === name))
    .slice(0, 2);
  if (needed.length === 0) return `data "${type}" "all" {}`;
  const width = Math.max(...needed.map(([name]) => name.length));
  const lines = needed.map(([name]) => `  ${name.padEnd(width)} = "${sampleOf(name)}"`);
  return `data "${type}" "example" {\n${lines.join('\n')}\n}`;
}

/** Required attributes come first. */
function rankOf({ presence }: Attribute): number {
  return presence === 'required' ? 0 : 1;
}

function sampleOf(name: string): string {
  if (name === 'type') return 'Datadog';
  if (name.endsWith('_id')) return '3f0c2a52-6f1e-4b7e-9a55-2f3c1a7d8e90';
  return name === 'email' ? 'alice@example.com' : 'Platform';
}

const functionCalls: Readonly<Record<string, string>> = {
  seconds: 'provider::tocsin::seconds("1h30m")',
  minutes: 'provider::tocsin::minutes("1h30m")',
  value_map: 'provider::tocsin::value_map({ passed = "Resolved" }, "Open")',
};

function functionExample(name: string): string {
  const call = functionCalls[name];
  if (call === undefined) throw new Error(`the function ${name} has no example`);
  return `output "example" {\n  value = ${call}\n}`;
}

function frontMatter(title: string, subcategory: string, description: string): string {
  return `---\npage_title: "${title}"\nsubcategory: "${subcategory}"\ndescription: |-\n  ${description}\n---`;
}

function fenced(text: string, language = 'terraform'): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

function shortName(type: string): string {
  return type.replace(/^tocsin_/, '');
}

function paragraphs(parts: readonly string[]): string {
  return `${parts.join('\n\n')}\n`;
}
