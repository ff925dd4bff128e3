import { type IntegrationType, loadCatalogue } from '../src/catalogue/index.ts';
import { setupOf } from '../src/integrations/index.ts';
import { inEnglish } from '../src/sentences/index.ts';
import type { Generator } from './generator.ts';

const folder = 'docs/integrations';
const server = {
  baseUrl: 'https://tocsin.example.com',
  mailDomain: 'tocsin.example.com',
  receivesMail: true,
};

/** A page for every integration type, for the person who connects the tool, and an index of them. */
export const integrationPages: Generator = {
  name: 'integration-pages',
  async outputs() {
    const { types } = await loadCatalogue('templates');
    return new Map([
      [`${folder}/README.md`, renderIndex(types)],
      ...types.map((type): [string, string] => [`${folder}/${type.id}.md`, renderPage(type)]),
    ]);
  },
};

function renderIndex(types: readonly IntegrationType[]): string {
  const rows = types
    .toSorted((a, b) => a.displayName.localeCompare(b.displayName, 'en'))
    .map((type) => {
      const { splitsAlerts } = setupOf(type, server);
      const resolves = type.sendsResolve ? 'yes' : 'no';
      const mark = type.callRouting?.refusal
        ? ' (not supported)'
        : type.untested
          ? ' (untested)'
          : '';
      return `| [${type.displayName}](${type.id}.md)${mark} | \`${type.id}\` | ${resolves} | ${splitsAlerts} | ${type.authentication.sends} |`;
    });
  return `<!-- Written by npm run generate from templates/. -->
# Monitoring tools

One page for each integration type: what to do in the tool and what to expect of it. A tool that is not here posts to an integration of
type [\`Webhook\`](Webhook.md) with a mapping of your own. The same is in the Public API, with the URL of your integration filled in
(\`GET /api/public/v1/inbound-integration/types/TYPE?integrationId=ID\`).

*Resolves* is "no" where the tool never reports an end: give such an integration a timer. *Splits* says whether a request with
several alerts becomes several incidents. *Credential* is where the tool can put one.

| Tool | Type | Resolves | Splits | Credential |
|---|---|---|---|---|
${rows.join('\n')}
`;
}

function renderPage(type: IntegrationType): string {
  const { steps, pasteTexts, verification } = setupOf(type, server);
  const sections = [
    `<!-- Written by npm run generate from templates/${type.id}/. -->\n# ${type.displayName}`,
    ...[type.callRouting?.refusal?.en, type.untested && `Untested: ${type.untested.en}`].flatMap(
      (said) => (said ? [`> **${plain(said)}**`] : []),
    ),
    facts(type, verification && inEnglish(verification.description)),
    ...(steps.length > 0 ? [`## Connecting it\n\n${stepList(steps.map(inEnglish))}`] : []),
    ...pasteTexts.map(
      ({ fileName, text }) =>
        `## ${fileName.startsWith('paste.') ? 'The text to paste' : fileName}\n\n${fenced(fileName, text)}`,
    ),
    ...(type.unconfirmed.length > 0
      ? [
          `## Not confirmed\n\nThe vendor's documentation leaves these open:\n\n${bullets(type.unconfirmed.map(({ en }) => en))}`,
        ]
      : []),
    ...(type.callRouting?.refusal
      ? []
      : [
          `## As code\n\n[default.tf](../../templates/${type.id}/default.tf) is an integration of this type with its default mapping.`,
        ]),
  ];
  return `${sections.join('\n\n')}\n`;
}

function facts(type: IntegrationType, verification: string | null): string {
  const { splitsAlerts } = setupOf(type, server);
  const several = {
    never: 'They become one incident.',
    optional: 'With `splitAlerts` of the integration each becomes an incident of its own.',
    always: 'Each becomes an incident of its own.',
  }[splitsAlerts];
  const names = type.aliases.map((alias) => `\`${alias}\``).join(', ');
  return bullets([
    `Type \`${type.id}\`${names ? `, also ${names}` : ''}. ${documentationLink(type)}`,
    type.sendsResolve
      ? 'It reports the end of a problem, which resolves the incident.'
      : 'It never reports the end of a problem: a person or a timer of the integration resolves its incidents.',
    type.multiAlert
      ? `One request can report several problems. ${several}`
      : 'One request reports one problem.',
    `Credential: ${type.authentication.note.en}`,
    ...(verification ? [`Signature (\`signatureVerification\`): ${verification}`] : []),
  ]);
}

function documentationLink({ documentation }: IntegrationType): string {
  return documentation.startsWith('https://')
    ? `[Documentation of the vendor](${documentation}).`
    : `[Documentation](../../${documentation}).`;
}

/** Addresses in code, so that they are no links to nowhere; where a step has code already, that is left alone. */
function stepList(steps: readonly string[]): string {
  return steps
    .map((step, index) => {
      const text = step.replaceAll(codeOrAddress, (found) =>
        found.startsWith('`') ? found : `\`${found}\``,
      );
      return `${index + 1}. ${plain(text)}`;
    })
    .join('\n');
}

/** With what stands around the address in the same word, `.post('…')` for example. */
const codeOrAddress = /`[^`]*`|[^\s`]*https:\/\/tocsin\.example\.com[^\s`]*?(?=[;,.]?(?:\s|$))/g;

function bullets(lines: readonly string[]): string {
  return lines.map((line) => `- ${plain(line)}`).join('\n');
}

/** Text that is not taken for HTML, which would make it invisible. */
function plain(text: string): string {
  return text.replaceAll(/`[^`]*`|</g, (found) => (found === '<' ? '\\<' : found));
}

function fenced(fileName: string, text: string): string {
  // A fence longer than any in the text.
  const fence = '`'.repeat(
    Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([run]) => run.length)) + 1,
  );
  const language = fileName.endsWith('.txt') ? '' : fileName.slice(fileName.lastIndexOf('.') + 1);
  return `${fence}${language}\n${text.trimEnd()}\n${fence}`;
}
