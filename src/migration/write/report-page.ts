import { lineInGerman } from '../german/in-german.ts';
import type { Line } from '../model/ledger.ts';
import type { Report } from './report.ts';
import { type ReportTexts, reportTexts } from './report-texts.ts';

export type ReportLanguage = keyof typeof reportTexts;

/** The report for people: what could not be read, what changes who is told, then the rest by object, then counts. */
export function reportPage(
  report: Report,
  displayName: string,
  language: ReportLanguage = 'en',
): string {
  const t: ReportTexts = reportTexts[language];
  const inLanguage = (said: string) => (language === 'de' ? (lineInGerman(said) ?? said) : said);
  const lines = report.lines.map((line) => ({ ...line, text: inLanguage(line.text) }));
  const { notRead } = report;
  const who = lines.filter(({ level }) => level === 'behaviour');
  const others = lines.filter(({ level }) => level !== 'behaviour');
  const written = Object.entries(report.written);
  return [
    `# ${t.title(displayName)}`,
    t.read(report.savedAt, report.since),
    ...(report.note === null ? [] : [inLanguage(report.note)]),
    ...section(
      t.notRead,
      t.notReadLead,
      notRead.map(
        ({ kind, why, right }) =>
          `**${kind}**: ${inLanguage(why)}${right ? `. ${t.keyNeeds(inLanguage(right))}` : ''}`,
      ),
    ),
    `## ${t.who}`,
    who.length === 0
      ? t.nothing
      : bullets(who.map((line) => `**${text(line.name)}** (${line.kind}): ${said(line)}`)),
    ...comparison(report, t),
    ...eventsOf(report, t),
    ...section(
      t.byHand,
      t.byHandLead,
      report.handEdited.map(({ address, file, wanted }) =>
        wanted === null
          ? t.removeIt(code(address), file)
          : `\`${address}\` in ${file}\n\n  \`\`\`hcl\n${indented(wanted)}  \`\`\``,
      ),
    ),
    ...section(t.removed, t.removedLead, report.removed.map(code)),
    ...section(t.unsure, t.unsureLead, report.unsure.map(code)),
    ...section(
      t.answers,
      t.answersLead,
      report.answers.map(
        ({ id, text: asked, answer, isUsual }) =>
          `\`${id}\`: ${text(inLanguage(asked))} **${text(answer)}**${isUsual ? ` (${t.usual})` : ''}`,
      ),
    ),
    ...section(t.values, t.valuesLead, report.variables.map(code)),
    ...byObject(others, t),
    `## ${t.written}`,
    table(
      t.writtenHead,
      written.map(([type, count]) => [code(type), String(count)]),
    ),
    `## ${t.counts}`,
    t.countsLead,
    table(
      t.countsHead,
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

function comparison({ compared, comparedPolicies }: Report, t: ReportTexts): string[] {
  if (!compared) return [];
  const { schedules, different, left, windows, shown } = compared;
  return [
    `## ${t.compared}`,
    t.schedules(schedules, different),
    bullets(windows.map(({ from, until }) => t.window(from, until))),
    ...(shown > 0 ? [t.shown(shown)] : []),
    ...(left.length > 0 ? [t.left(left.map(text).join(', '))] : []),
    ...(comparedPolicies && comparedPolicies.policies > 0
      ? [t.policies(comparedPolicies.policies, comparedPolicies.different)]
      : []),
  ];
}

function eventsOf({ comparedEvents }: Report, t: ReportTexts): string[] {
  if (!comparedEvents) return [];
  const { events, different, untold } = comparedEvents;
  return [
    `## ${t.events}`,
    t.wentWhere(events, different),
    ...(untold > 0 ? [t.untold(untold)] : []),
  ];
}

function section(title: string, lead: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : [`## ${title}`, lead, bullets(items)];
}

function byObject(lines: readonly Line[], t: ReportTexts): string[] {
  const byKey = Map.groupBy(lines, ({ key }) => key);
  if (byKey.size === 0) return [];
  const objects = [...byKey].map(([key, own]) => {
    const [first] = own;
    const title = `### ${text(first?.name ?? key)} (${first?.kind ?? ''})`;
    return `${title}\n\n${bullets(own.map((line) => `${t.levels[line.level]}: ${said(line)}`))}`;
  });
  return [`## ${t.byObject}`, ...objects];
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
