import type { Line } from '../model/ledger.ts';
import type { Report } from './report.ts';

/** The report for people: what could not be read, what changes who is told, then the rest by object, then counts. */
export function reportPage(report: Report, displayName: string): string {
  const { lines, notRead } = report;
  const who = lines.filter(({ level }) => level === 'behaviour');
  const others = lines.filter(({ level }) => level !== 'behaviour');
  const written = Object.entries(report.written);
  return [
    `# Import from ${displayName}`,
    `Read ${report.savedAt}. What had ended before ${report.since} was left out.`,
    ...(report.note === null ? [] : [report.note]),
    ...section(
      'Not read',
      'Nothing of these kinds was imported, and nothing was removed from the files.',
      notRead.map(
        ({ kind, why, right }) => `**${kind}**: ${why}${right ? `. The key needs ${right}.` : ''}`,
      ),
    ),
    '## What changes who is told',
    who.length === 0
      ? 'Nothing that is known.'
      : bullets(who.map((line) => `**${text(line.name)}** (${line.kind}): ${said(line)}`)),
    ...comparison(report),
    ...section(
      'Changed by hand',
      'These blocks stay as they are. What the import would write:',
      report.handEdited.map(({ address, file, wanted }) =>
        wanted === null
          ? `\`${address}\` in ${file}: no longer at the source; remove it yourself.`
          : `\`${address}\` in ${file}\n\n  \`\`\`hcl\n${indented(wanted)}  \`\`\``,
      ),
    ),
    ...section('Removed', 'No longer at the source.', report.removed.map(code)),
    ...section(
      'Kept, though not found',
      'They may be in a kind that could not be read, or of a team that was not asked for.',
      report.unsure.map(code),
    ),
    ...section(
      'Answers',
      'Change them in answers.yaml and run the import again.',
      report.answers.map(
        ({ id, text: asked, answer, isUsual }) =>
          `\`${id}\`: ${text(asked)} **${text(answer)}**${isUsual ? ' (usual)' : ''}`,
      ),
    ),
    ...section(
      'Values to bring',
      'Variables without a value; `--secrets FILE` writes those that the source has.',
      report.variables.map(code),
    ),
    ...byObject(others),
    '## Written',
    table(
      ['Resource', 'Objects'],
      written.map(([type, count]) => [code(type), String(count)]),
    ),
    '## Counts',
    'Each value that was read is imported, in a line above, or says nothing about how people are told.',
    table(
      ['Kind', 'Objects', 'Values', 'Imported', 'In lines', 'Noise'],
      report.counts
        .filter(({ objects }) => objects > 0)
        .map(({ kind, objects, read, imported, residue, noise }) =>
          [kind, objects, read, imported, residue, noise].map(String),
        ),
    ),
  ]
    .join('\n\n')
    .concat('\n');
}

function comparison({ compared, comparedPolicies }: Report): string[] {
  if (!compared) return [];
  const { schedules, different, left, windows, shown } = compared;
  return [
    '## Compared',
    `Who is on call there, by the product's own rules, and here: ${schedules} schedules, ${different} differ.`,
    bullets(windows.map(({ from, until }) => `from ${from} to ${until}`)),
    ...(shown > 0
      ? [`Of ${shown} of them the product itself says who is on call at first; there, that counts.`]
      : []),
    ...(left.length > 0
      ? [`Not compared, as only one side has them: ${left.map(text).join(', ')}.`]
      : []),
    ...(comparedPolicies && comparedPolicies.policies > 0
      ? [
          `Whom each escalation tells, minute by minute: ${comparedPolicies.policies} escalations, ` +
            `${comparedPolicies.different} differ.`,
        ]
      : []),
  ];
}

function section(title: string, lead: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : [`## ${title}`, lead, bullets(items)];
}

function byObject(lines: readonly Line[]): string[] {
  const byKey = Map.groupBy(lines, ({ key }) => key);
  if (byKey.size === 0) return [];
  const objects = [...byKey].map(([key, own]) => {
    const [first] = own;
    const title = `### ${text(first?.name ?? key)} (${first?.kind ?? ''})`;
    return `${title}\n\n${bullets(own.map((line) => `${line.level}: ${said(line)}`))}`;
  });
  return ['## By object', ...objects];
}

function said({ pointer, text: line, value, members = [] }: Line): string {
  const at = pointer === '' ? '' : `${code(pointer)}${value === null ? '' : ` = ${code(value)}`}: `;
  const of = members.length === 0 ? '' : ` (with ${members.map(code).join(', ')})`;
  return `${at}${text(line)}${of}`;
}

function bullets(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');
}

function indented(wanted: string): string {
  return wanted.replaceAll(/^(?=.)/gm, '  ');
}

/** Names are somebody else's text: none of it is markup. */
function text(plain: string): string {
  return plain.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_[\]<>|#]/g, '\\$&');
}

function code(plain: string): string {
  return `\`${plain.replaceAll(/\s+/g, ' ').replaceAll('`', 'ʼ')}\``;
}
