import {
  colours,
  type EmailContent,
  emailButtons,
  emailFrame,
  ink,
  line,
  localTime,
  oneLine,
  quiet,
} from '../channels/index.ts';
import { personName, type User } from '../identity/index.ts';
import { type Html, html, joined, nothing } from '../kernel/index.ts';
import type { Resource } from '../resources/index.ts';
import type { TeamWire } from '../teams/index.ts';
import { type EngagementReport, isQuiet, type OpenIncident } from './engagement-report.ts';
import { type EngagementWords, engagementWords, type ReportLanguage } from './engagement-words.ts';
import type { Comparison, FigureName } from './incident-figures.ts';
import { nameOf } from './on-call-report.ts';

export interface EngagementMail {
  report: EngagementReport;
  team: Pick<Resource<TeamWire>, 'id' | 'wire'>;
  /** Who gets it. */
  user: User;
  publicUrl: string;
  language: ReportLanguage;
  locale: string;
}

const peopleMax = 30;

/** The weekly report as a mail in both forms, in the time zone of the team. */
export function engagementMail(
  mail: EngagementMail,
): Pick<EmailContent, 'subject' | 'text' | 'html'> {
  const { report, team, language, locale } = mail;
  const words = { ...engagementWords[language], locale };
  const name = oneLine(team.wire.displayName);
  const { happened, summary } = inBrief(report, words);
  const content = { ...mail, words, name, days: daysText(report, words), summary };
  return {
    subject: `${name}: ${happened}, ${content.days}`,
    text: textOf(content),
    html: htmlOf(content),
  };
}

function inBrief(report: EngagementReport, words: EngagementWords) {
  const total = report.figures.total.value ?? 0;
  if (isQuiet(report)) return { happened: words.quietWeek, summary: words.quietSummary };
  if (total === 0) return { happened: words.nothingNew, summary: words.nothingNewSummary };
  const happened = words.incidents(total);
  return { happened, summary: words.summary(happened) };
}

interface Content extends EngagementMail {
  words: EngagementWords;
  name: string;
  days: string;
  summary: string;
}

function htmlOf(content: Content): string {
  const { report, words, name, days, summary, user, language } = content;
  return emailFrame({
    language,
    title: `${name}: ${days}`,
    preview: summary,
    colour: '#2b64b5',
    rows: html`<tr><td class="pad" style="padding:26px 32px 0">
<p class="quiet" style="margin:0;color:${quiet};font-size:14px;line-height:20px">${words.report}</p>
<h1 class="ink" dir="auto" style="margin:4px 0 6px;color:${ink};font-size:22px;line-height:29px;font-weight:650;overflow-wrap:anywhere">${name}, ${days}</h1>
<p class="quiet" style="margin:0;color:${quiet};font-size:15px;line-height:22px">${summary}</p>
</td></tr>
${report.figures.total.value === 0 ? nothing : section(words.compared, figureTable(content))}
${section(words.people, peopleTable(content))}
${listOf(words.unacknowledged, report.unacknowledged, content)}
${listOf(words.longestOpen, report.longestOpen, content)}
${countsOf(
  words.noisiestIntegrations,
  content,
  report.noisiestIntegrations.map(({ displayName, total }) => [displayName, total]),
)}
${countsOf(
  words.noisiestTitles,
  content,
  report.noisiestTitles.map(({ title, total }) => [title, total]),
)}
<tr><td class="pad" style="padding:22px 32px 26px">${emailButtons({ url: reportUrl(content), label: words.view, colour: '#2b64b5' })}</td></tr>`,
    footer: html`${words.footer(oneLine(personName(user.wire)))}`,
  });
}

/** Said in words, too: colours do not reach everybody. */
const tones: Partial<Record<Comparison['meaning'], string>> = {
  Better: 'Resolved',
  Worse: 'Critical',
};

/** In the colour of a severity or an end, for light and for dark mail programs. */
function toned(tone: string, text: string): Html {
  return html`<strong class="${tone}" style="color:${colours[tone] ?? ink}">${text}</strong>`;
}

function figureTable({ report: { figures }, words }: Content): Html {
  const rows = words.figures.map(([name, label]) => {
    const figure = figures[name];
    const tone = tones[figure.meaning];
    const change = changeText(words, name, figure);
    const shown = tone ? toned(tone, change) : html`${change}`;
    return html`<tr>${cell(html`${label}`, 'left')}${cell(html`<strong>${unbroken(valueText(words, name, figure.value))}</strong>`, 'right')}${cell(shown, 'right')}</tr>
`;
  });
  return table(rows);
}

/** The median, for which a phone has no room beside names. */
const deskColumn = 4;

function peopleTable({ report: { people }, words }: Content): Html {
  if (people.length === 0)
    return html`<p class="quiet" style="margin:0;color:${quiet};font-size:14px;line-height:20px">${words.noMembers}</p>`;
  const head = html`<tr>${joined(words.columns.map((name, at) => html`<th scope="col" class="quiet${at === deskColumn ? ' desk' : ''}" align="${at === 0 ? 'left' : 'right'}" style="padding:6px 0 6px 8px;color:${quiet};font-size:12px;line-height:16px;font-weight:600">${name}</th>`))}</tr>
`;
  const rows = people.slice(0, peopleMax).map((person) => {
    const cells = [
      ...[person.alerted, person.acknowledged, person.resolved].map((count) =>
        count.toLocaleString(words.locale),
      ),
      durationText(person.medianMillisecondsToAcknowledge),
      hoursText(words, person.onCallSeconds),
    ];
    const left = person.isMember ? '' : ` (${words.hasLeft})`;
    return html`<tr>${cell(html`${oneLine(nameOf(person))}${left}`, 'left')}${joined(cells.map((text, at) => cell(html`${unbroken(text)}`, 'right', at + 1 === deskColumn ? ' desk' : '')))}</tr>
`;
  });
  const more = people.length - peopleMax;
  return html`${table([head, ...rows])}${more > 0 ? html`<p class="quiet" style="margin:10px 0 0;color:${quiet};font-size:14px;line-height:20px">${words.morePeople(more)}</p>` : nothing}`;
}

function listOf(heading: string, incidents: readonly OpenIncident[], content: Content): Html {
  if (incidents.length === 0) return nothing;
  const zone = content.report.period.timeZoneId;
  const rows = incidents.map(
    (incident) =>
      html`<tr>${cell(html`${toned(incident.severity, content.words.severities[incident.severity])} <a class="link" href="${incidentUrl(content, incident)}" style="color:#1f5fbf">${titleOf(content, incident.title)}</a><br><span class="quiet" style="color:${quiet};font-size:13px">${content.words.since} ${localTime(incident.startedAt, zone, content.words.locale)}</span>`, 'left')}</tr>
`,
  );
  return section(heading, table(rows));
}

function countsOf(
  heading: string,
  content: Content,
  counts: readonly [name: string, total: number][],
): Html {
  if (counts.length === 0) return nothing;
  const rows = counts.map(
    ([name, total]) =>
      html`<tr>${cell(html`${titleOf(content, name)}`, 'left')}${cell(html`${String(total)}`, 'right')}</tr>
`,
  );
  return section(heading, table(rows));
}

function section(heading: string, content: Html): Html {
  return html`<tr><td class="pad" style="padding:24px 32px 0"><h2 class="ink" style="margin:0 0 6px;color:${ink};font-size:16px;line-height:22px;font-weight:650">${heading}</h2>
${content}</td></tr>
`;
}

function table(rows: readonly Html[]): Html {
  return html`<table width="100%" cellpadding="0" cellspacing="0" border="0">${joined(rows)}</table>`;
}

function cell(content: Html, align: 'left' | 'right', further = ''): Html {
  // Numbers at the right are whole.
  const style = align === 'left' ? 'padding:8px 0;overflow-wrap:anywhere' : 'padding:8px 0 8px 8px';
  return html`<td class="ink line${further}" align="${align}" valign="top" dir="auto" style="${style};border-top:1px solid ${line};color:${ink};font-size:14px;line-height:20px;text-align:${align}">${content}</td>`;
}

function textOf(content: Content): string {
  const { report, words, name, days, summary, user } = content;
  const open = (heading: string, incidents: readonly OpenIncident[]) =>
    incidents.length === 0
      ? ''
      : [
          `${heading}:`,
          ...incidents.map(
            (incident) =>
              `- ${words.severities[incident.severity]}: ${titleOf(content, incident.title)}\n  ${incidentUrl(content, incident)}`,
          ),
        ].join('\n');
  const counts = (heading: string, list: readonly (readonly [string, number])[]) =>
    list.length === 0
      ? ''
      : [
          `${heading}:`,
          ...list.map(([what, total]) => `- ${total} x ${titleOf(content, what)}`),
        ].join('\n');
  const paragraphs = [
    `${words.report}: ${name}, ${days}\n${summary}`,
    report.figures.total.value === 0
      ? ''
      : words.figures
          .map(([figure, label]) => {
            const compared = report.figures[figure];
            return `${label}: ${valueText(words, figure, compared.value)} (${changeText(words, figure, compared)})`;
          })
          .join('\n'),
    [
      ...report.people
        .slice(0, peopleMax)
        .map(
          (person) =>
            `- ${oneLine(nameOf(person))}${person.isMember ? '' : ` (${words.hasLeft})`}: ${words.person({ ...person, onCall: hoursText(words, person.onCallSeconds) })}`,
        ),
      ...(report.people.length > peopleMax
        ? [words.morePeople(report.people.length - peopleMax)]
        : []),
    ].join('\n'),
    open(words.unacknowledged, report.unacknowledged),
    open(words.longestOpen, report.longestOpen),
    counts(
      words.noisiestIntegrations,
      report.noisiestIntegrations.map((one) => [one.displayName, one.total]),
    ),
    counts(
      words.noisiestTitles,
      report.noisiestTitles.map((one) => [one.title, one.total]),
    ),
    `${words.view}: ${reportUrl(content)}`,
    `-- \n${words.footer(oneLine(personName(user.wire)))}`,
  ];
  return `${paragraphs.filter((paragraph) => paragraph !== '').join('\n\n')}\n`;
}

function titleOf({ words }: Content, title: string): string {
  const text = oneLine(title);
  return text.length > 120 ? `${text.slice(0, 119)}…` : text || words.untitled;
}

function valueText(words: EngagementWords, name: FigureName, value: number | null): string {
  if (name === 'resolvedPercent') return value === null ? '–' : percentText(value, words);
  if (name === 'total' || name === 'resolved' || name === 'acknowledged')
    return (value ?? 0).toLocaleString(words.locale);
  return durationText(value);
}

/** `12.5% less, better`; of percentages in points. */
function changeText(
  words: EngagementWords,
  name: FigureName,
  { value, previous, change, meaning }: Comparison,
): string {
  if (value === null && previous === null) return '–';
  if (change === null) return previous === 0 ? words.isNew : '–';
  if (change === 0) return words.unchanged;
  const much = Math.abs(change);
  const number =
    name === 'resolvedPercent'
      ? `${much.toLocaleString(words.locale)} ${words.points}`
      : percentText(much, words);
  const size = `${number} ${change > 0 ? words.more : words.less}`;
  const judged = words.meanings[meaning];
  return judged === undefined ? size : `${size}, ${judged}`;
}

/** `12.5%`; where the language has a space, the one that keeps both together. */
function percentText(value: number, { locale }: EngagementWords): string {
  return (value / 100).toLocaleString(locale, { style: 'percent', maximumFractionDigits: 1 });
}

/** The two largest units: `3 h 20 min`. */
function durationText(milliseconds: number | null): string {
  if (milliseconds === null) return '–';
  const seconds = Math.round(milliseconds / 1000);
  const parts = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor((seconds % 86_400) / 3600), 'h'],
    [Math.floor((seconds % 3600) / 60), 'min'],
    [seconds % 60, 's'],
  ] as const;
  const first = parts.findIndex(([count]) => count > 0);
  if (first < 0) return '0 s';
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');
}

/** Breaks between `3 h` and `20 min` only. */
function unbroken(text: string): string {
  return text.replaceAll(/ (?=\p{L})/gu, '\u00a0');
}

function hoursText({ locale }: EngagementWords, seconds: number): string {
  return `${(Math.round(seconds / 360) / 10).toLocaleString(locale, { useGrouping: false })} h`;
}

/** `16 – 22 Mar 2026`, `Mar 16 – 22, 2026`, `16.–22. März 2026` */
function daysText({ period: { from, until } }: EngagementReport, words: EngagementWords): string {
  const format = new Intl.DateTimeFormat(words.locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const instant = (day: Temporal.PlainDate) => day.toZonedDateTime('UTC').epochMilliseconds;
  // With spaces that every mail program has.
  return format.formatRange(instant(from), instant(until)).replaceAll('\u2009', ' ');
}

function reportUrl({ publicUrl, team, report: { period } }: Content): string {
  const query = new URLSearchParams({
    team: team.id,
    from: String(period.from),
    until: String(period.until),
  });
  return `${publicUrl}/reports/engagement?${query}`;
}

function incidentUrl({ publicUrl }: Content, { id }: OpenIncident): string {
  return `${publicUrl}/incidents/${id}`;
}
