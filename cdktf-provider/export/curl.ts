/** An object as the request that makes it what it is. */
import { toBody } from '../rest/objects.ts';
import { target } from '../rest/target.ts';
import { stringifyExactJson } from '../runtime/exact-json.ts';
import type { Block } from './blocks.ts';
import { withoutSecrets } from './document.ts';

/** A call for a shell with TOCSIN_API_KEY in its environment. Secrets are taken from there, too. */
export function curlOf(block: Block, serverUrl: string): string {
  const { attributes, operations } = block.resource;
  const values = block.values();
  const secrets: ShellVariable[] = [];
  const masked = withoutSecrets(attributes, values, ({ type }, path) => {
    secrets.push({
      name: shellName([block.name, ...path]),
      isText: (type ?? 'string') === 'string',
    });
    return `${opening}${secrets.length - 1}${closing}`;
  });
  const operation = block.id === null ? operations.create : operations.update;
  const { method, path } = target(operation, { ...values, id: block.id });
  const body = stringifyExactJson(toBody(attributes, masked, masked), 2);
  const call = [
    `curl --fail-with-body -X ${method} ${shellQuoted(`${serverUrl}/api/public/v1${path}`)}`,
    '-H "X-Authorization: $TOCSIN_API_KEY"',
    "-H 'Content-Type: application/json'",
    '--data-binary @-',
  ].join(' \\\n  ');
  if (secrets.length === 0) return `${call} <<'JSON'\n${body}\nJSON\n`;
  const notices = secrets.map(({ name }) => `# Set ${name} to the secret, written as in JSON.\n`);
  return `${notices.join('')}${call} <<JSON\n${expandable(body, secrets)}\nJSON\n`;
}

interface ShellVariable {
  readonly name: string;
  /** Goes between quotation marks; everything else is JSON as a whole. */
  readonly isText: boolean;
}

/** Around the number of a secret until the body is text; for private use, so in nobody's names. */
const opening = '\uE000';
const closing = '\uE001';

/** Only the secrets are to be expanded by the shell. */
function expandable(body: string, secrets: readonly ShellVariable[]): string {
  const escaped = body.replaceAll(/[\\$`]/g, (sign) => `\\${sign}`);
  return escaped.replaceAll(/"\uE000(\d+)\uE001"/g, (text, index: string) => {
    const secret = secrets[Number(index)];
    if (secret === undefined) return text;
    return secret.isText ? `"\${${secret.name}}"` : `\${${secret.name}}`;
  });
}

function shellName(path: readonly string[]): string {
  return path.join('_').replaceAll(/\W/g, '_').toUpperCase();
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
