import type { EmailMessage } from '../channels/index.ts';
import type { User } from '../identity/index.ts';
import {
  colours,
  emailFrame,
  type Html,
  html,
  ink,
  joined,
  line,
  localTime,
  nothing,
  oneLine,
  quiet,
} from '../notifications/index.ts';
import type { Resource } from '../resources/index.ts';
import type { TeamWire } from '../teams/index.ts';
import type { EngagementReport, OpenIncident } from './engagement-report.ts';
import type { Comparison, FigureName } from './incident-figures.ts';
import { nameOf } from './on-call-report.ts';

export interface EngagementMail {
  report: EngagementReport;
  team: Pick<Resource<TeamWire>, 'id' | 'wire'>;
  /** Who gets it. */
  user: User;
  publicUrl: string;
}

const peopleMax = 30;

/** The weekly report as a mail in both forms, in the time zone of the team. */
export function engagementMail(
  mail: EngagementMail,
): Pick<EmailMessage, 'subject' | 'text' | 'html'> {
  const { report, team } = mail;
  const { total } = report.figures;
  const name = oneLine(team.wire.displayName);
  const incidents = total.value === 1 ? '1 incident' : `${total.value ?? 0} incidents`;
  const content = {
    ...mail,
    name,
    days: daysText(report),
    summary: total.value === 0 ? 'A quiet week: no incidents.' : `${incidents} in this week.`,
  };
  return {
    subject: `${name}: ${total.value === 0 ? 'a quiet week' : incidents}, ${content.days}`,
    text: textOf(content),
    html: htmlOf(content),
  };
}

interface Content extends EngagementMail {
  name: string;
  days: string;
  summary: string;
}

function htmlOf(content: Content): string {
  const { report, name, days, summary, user } = content;
  const isQuiet = report.figures.total.value === 0;
  return emailFrame({
    title: `${name}: ${days}`,
    preview: summary,
    colour: '#2b64b5',
    rows: html`<tr><td class="pad" style="padding:26px 32px 0">
<p class="quiet" style="margin:0;color:${quiet};font-size:14px;line-height:20px">Engagement report</p>
<h1 class="ink" dir="auto" style="margin:4px 0 6px;color:${ink};font-size:22px;line-height:29px;font-weight:650;overflow-wrap:anywhere">${name}, ${days}</h1>
<p class="quiet" style="margin:0;color:${quiet};font-size:15px;line-height:22px">${summary}</p>
</td></tr>
${isQuiet ? nothing : section('Compared with the week before', figureTable(report))}
${section('People', peopleTable(content))}
${listOf('Open and not acknowledged', report.unacknowledged, content)}
${listOf('Open for longest', report.longestOpen, content)}
${countsOf(
  'Noisiest integrations',
  report.noisiestIntegrations.map(({ displayName, total }) => [displayName, total]),
)}
${countsOf(
  'Most frequent titles',
  report.noisiestTitles.map(({ title, total }) => [title, total]),
)}
<tr><td class="pad" style="padding:22px 32px 26px"><span class="action" style="display:inline-block"><a class="button" href="${reportUrl(content)}" style="display:inline-block;padding:12px 26px;border-radius:7px;border:1px solid #2b64b5;background:#2b64b5;color:#ffffff;font-size:16px;line-height:22px;font-weight:600;text-decoration:none">View report</a></span><span class="gap" style="display:inline-block;width:10px;line-height:0;font-size:0">&nbsp;</span><span class="action" style="display:inline-block"><a class="button second" href="${csvUrl(content)}" style="display:inline-block;padding:12px 22px;border-radius:7px;border:1px solid #c9ced5;background:#ffffff;color:${ink};font-size:16px;line-height:22px;font-weight:600;text-decoration:none">Download CSV</a></span></td></tr>`,
    footer: html`For ${oneLine(user.wire.displayName ?? user.wire.email)}. The settings of the team say when it comes; those of a person, whether.`,
  });
}

const figureNames: readonly [FigureName, string][] = [
  ['total', 'Incidents'],
  ['resolvedPercent', 'Resolved'],
  ['meanToAcknowledge', 'Mean time to acknowledge'],
  ['medianToAcknowledge', 'Median time to acknowledge'],
  ['meanToResolve', 'Mean time to resolve'],
  ['medianToResolve', 'Median time to resolve'],
];

/** Said in words, too: colours do not reach everybody. */
const changeColours: Partial<Record<Comparison['meaning'], string>> = {
  Better: colours.Resolved ?? ink,
  Worse: colours.Critical ?? ink,
};

function figureTable({ figures }: EngagementReport): Html {
  const rows = figureNames.map(([name, label]) => {
    const figure = figures[name];
    const colour = changeColours[figure.meaning];
    const change = changeText(name, figure);
    const shown = colour
      ? html`<strong style="color:${colour}" class="link">${change}</strong>`
      : html`${change}`;
    return html`<tr>${cell(html`${label}`, 'left')}${cell(html`<strong>${valueText(name, figure.value)}</strong>`, 'right')}${cell(shown, 'right')}</tr>
`;
  });
  return table(rows);
}

function peopleTable({ report: { people } }: Content): Html {
  if (people.length === 0)
    return html`<p class="quiet" style="margin:0;color:${quiet};font-size:14px;line-height:20px">The team has no members.</p>`;
  const heads = ['', 'Alerted', 'Ack.', 'Resolved', 'Median', 'On call'];
  const head = html`<tr>${joined(heads.map((name, at) => html`<th scope="col" class="quiet" align="${at === 0 ? 'left' : 'right'}" style="padding:6px 0 6px 8px;color:${quiet};font-size:12px;line-height:16px;font-weight:600">${name}</th>`))}</tr>
`;
  const rows = people.slice(0, peopleMax).map((person) => {
    const cells = [
      String(person.alerted),
      String(person.acknowledged),
      String(person.resolved),
      durationText(person.medianMillisecondsToAcknowledge),
      hoursText(person.onCallSeconds),
    ];
    const left = person.isMember ? '' : ' (has left)';
    return html`<tr>${cell(html`${oneLine(nameOf(person))}${left}`, 'left')}${joined(cells.map((text) => cell(html`${text}`, 'right')))}</tr>
`;
  });
  const more = people.length - peopleMax;
  return html`${table([head, ...rows])}${more > 0 ? html`<p class="quiet" style="margin:10px 0 0;color:${quiet};font-size:14px;line-height:20px">… and ${String(more)} more people</p>` : nothing}`;
}

function listOf(heading: string, incidents: readonly OpenIncident[], content: Content): Html {
  if (incidents.length === 0) return nothing;
  const zone = content.report.period.timeZoneId;
  const rows = incidents.map(
    (incident) =>
      html`<tr>${cell(html`<strong style="color:${colours[incident.severity] ?? ink}" class="link">${incident.severity}</strong> <a class="link" href="${incidentUrl(content, incident)}" style="color:#1f5fbf">${titleOf(incident.title)}</a><br><span class="quiet" style="color:${quiet};font-size:13px">since ${localTime(incident.startedAt, zone)}</span>`, 'left')}</tr>
`,
  );
  return section(heading, table(rows));
}

function countsOf(heading: string, counts: readonly [name: string, total: number][]): Html {
  if (counts.length === 0) return nothing;
  const rows = counts.map(
    ([name, total]) =>
      html`<tr>${cell(html`${titleOf(name)}`, 'left')}${cell(html`${String(total)}`, 'right')}</tr>
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

function cell(content: Html, align: 'left' | 'right'): Html {
  const space = align === 'left' ? '8px 0' : '8px 0 8px 8px';
  return html`<td class="ink line" align="${align}" valign="top" dir="auto" style="padding:${space};border-top:1px solid ${line};color:${ink};font-size:14px;line-height:20px;overflow-wrap:anywhere;text-align:${align}">${content}</td>`;
}

function textOf(content: Content): string {
  const { report, name, days, summary, user } = content;
  const isQuiet = report.figures.total.value === 0;
  const open = (heading: string, incidents: readonly OpenIncident[]) =>
    incidents.length === 0
      ? ''
      : [
          `${heading}:`,
          ...incidents.map(
            (incident) =>
              `- ${incident.severity}: ${titleOf(incident.title)}\n  ${incidentUrl(content, incident)}`,
          ),
        ].join('\n');
  const counts = (heading: string, list: readonly (readonly [string, number])[]) =>
    list.length === 0
      ? ''
      : [`${heading}:`, ...list.map(([what, total]) => `- ${total} x ${titleOf(what)}`)].join('\n');
  const paragraphs = [
    `Engagement report: ${name}, ${days}\n${summary}`,
    isQuiet
      ? ''
      : figureNames
          .map(([figure, label]) => {
            const compared = report.figures[figure];
            return `${label}: ${valueText(figure, compared.value)} (${changeText(figure, compared)})`;
          })
          .join('\n'),
    [
      ...report.people
        .slice(0, peopleMax)
        .map(
          (person) =>
            `- ${oneLine(nameOf(person))}${person.isMember ? '' : ' (has left)'}: alerted ${person.alerted}, acknowledged ${person.acknowledged}, resolved ${person.resolved}, on call ${hoursText(person.onCallSeconds)}`,
        ),
      ...(report.people.length > peopleMax
        ? [`… and ${report.people.length - peopleMax} more people`]
        : []),
    ].join('\n'),
    open('Open and not acknowledged', report.unacknowledged),
    open('Open for longest', report.longestOpen),
    counts(
      'Noisiest integrations',
      report.noisiestIntegrations.map((one) => [one.displayName, one.total]),
    ),
    counts(
      'Most frequent titles',
      report.noisiestTitles.map((one) => [one.title, one.total]),
    ),
    `View report: ${reportUrl(content)}\nDownload CSV: ${csvUrl(content)}`,
    `-- \nFor ${oneLine(user.wire.displayName ?? user.wire.email)}. The settings of the team say when it comes; those of a person, whether.`,
  ];
  return `${paragraphs.filter((paragraph) => paragraph !== '').join('\n\n')}\n`;
}

function titleOf(title: string): string {
  const text = oneLine(title);
  return text.length > 120 ? `${text.slice(0, 119)}…` : text || 'Incident without a title';
}

function valueText(name: FigureName, value: number | null): string {
  if (name === 'resolvedPercent') return value === null ? '–' : `${value} %`;
  if (name === 'total' || name === 'resolved' || name === 'acknowledged') return String(value ?? 0);
  return durationText(value);
}

/** `12.5 % less, better`; of percentages in points. */
function changeText(name: FigureName, { value, previous, change, meaning }: Comparison): string {
  if (value === null && previous === null) return '–';
  if (change === null) return previous === 0 ? 'new' : '–';
  if (change === 0) return 'unchanged';
  const unit = name === 'resolvedPercent' ? 'points' : '%';
  const size = `${Math.abs(change)} ${unit} ${change > 0 ? 'more' : 'less'}`;
  return meaning === 'Better' || meaning === 'Worse' ? `${size}, ${meaning.toLowerCase()}` : size;
}

/** The two largest units: `3 h 20 min`. */
export function durationText(milliseconds: number | null): string {
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

function hoursText(seconds: number): string {
  return `${Math.round(seconds / 360) / 10} h`;
}

/** `16 – 22 Mar 2026` */
function daysText({ period: { from, until } }: EngagementReport): string {
  const text = (day: Temporal.PlainDate, parts: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { ...parts, timeZone: 'UTC' }).format(
      day.toZonedDateTime('UTC').epochMilliseconds,
    );
  const isOneMonth = from.month === until.month && from.year === until.year;
  const first = text(from, isOneMonth ? { day: 'numeric' } : { day: 'numeric', month: 'short' });
  return `${first} – ${text(until, { day: 'numeric', month: 'short', year: 'numeric' })}`;
}

function reportUrl({ publicUrl, team, report: { period } }: Content): string {
  const query = new URLSearchParams({
    team: team.id,
    from: String(period.from),
    until: String(period.until),
  });
  return `${publicUrl}/reports/engagement?${query}`;
}

function csvUrl({ publicUrl, team, report: { period } }: Content): string {
  return `${publicUrl}/api/public/v1/team/${team.id}/engagement-report/csv?From=${period.from}&Until=${period.until}`;
}

function incidentUrl({ publicUrl }: Content, { id }: OpenIncident): string {
  return `${publicUrl}/incidents/${id}`;
}
