import { type Html, html, joined } from '../../kernel/index.ts';
import type { Speech } from '../../sentences/index.ts';
import {
  type PageContent,
  type PublicIncident,
  type PublicMaintenance,
  stateWord,
  textIn,
} from '../../status-pages/index.ts';
import { cleanLine, cleanText } from './clean-text.ts';
import type { Document } from './document.ts';
import { pageTexts } from './texts.ts';
import { rangeText, timeText } from './times.ts';

const entriesMax = 50;
const titlesMax = 20;

/** The page as an Atom feed (RFC 4287): an entry for each incident and each maintenance, changed last first. */
export function renderFeed(content: PageContent, speech: Speech, url: string): Document {
  const { page } = content;
  const entries = [
    ...[...content.open, ...content.past].map((incident) =>
      incidentEntry(incident, content, speech, url),
    ),
    ...[...content.current, ...content.upcoming, ...content.pastMaintenances].map((maintenance) =>
      maintenanceEntry(maintenance, content, speech, url),
    ),
  ]
    .toSorted((a, b) => b.updated.getTime() - a.updated.getTime())
    .slice(0, entriesMax);
  const updated = entries[0]?.updated ?? page.createdAt;
  const { markup } = html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${speech.language}">
<id>urn:uuid:${page.id}</id>
<title>${cleanLine(page.wire.publicTitle)}</title>
<updated>${updated.toISOString()}</updated>
<author><name>${cleanLine(page.wire.publicCompanyName || page.wire.publicTitle)}</name></author>
<link rel="self" type="application/atom+xml" href="${url}/feed.atom"/>
<link rel="alternate" type="text/html" href="${url}"/>
${joined(entries.map(({ entry }) => entry))}</feed>
`;
  return { text: markup, headers: { 'content-type': 'application/atom+xml; charset=utf-8' } };
}

interface Entry {
  updated: Date;
  entry: Html;
}

function incidentEntry(
  incident: PublicIncident,
  { page, timeZoneId }: PageContent,
  { language, locale }: Speech,
  url: string,
): Entry {
  const texts = pageTexts[language];
  const { id, severity, startedAt, endedAt, services, messages } = incident;
  const moments = [startedAt, endedAt ?? startedAt, ...messages.map(({ at }) => at)];
  const [latest] = messages;
  const current = severity === null ? texts.news : cleanLine(stateWord(page, severity, language));
  const word = endedAt === null ? current : texts.over;
  const names = services.map(({ title }) => cleanLine(title)).join(', ');
  const titles = incident.incidents.flatMap(({ title }) => cleanLine(title ?? '') || []);
  const lines = [
    ...(latest || endedAt !== null ? [] : [texts.looking(names)]),
    ...messages.map(({ at, state, texts: said }) => {
      const head = [timeText(at, timeZoneId, locale), ...(state ? [texts.updates[state]] : [])];
      return `${head.join(' · ')}\n${cleanText(textIn(said, language))}`;
    }),
    ...titles.slice(0, titlesMax),
  ];
  return entryOf({
    id,
    url: `${url}#i-${id}`,
    title: `${word}: ${names || texts.incident}`,
    published: startedAt,
    updated: new Date(Math.max(...moments.map(Number))),
    text: lines.join('\n\n'),
  });
}

function maintenanceEntry(
  { id, name, description, start, end, services }: PublicMaintenance,
  { at, timeZoneId, page }: PageContent,
  { language, locale }: Speech,
  url: string,
): Entry {
  const texts = pageTexts[language];
  const word = end <= at ? texts.done : start <= at ? texts.underWay : texts.planned;
  const lines = [
    rangeText(start, end, timeZoneId, locale),
    `${texts.affects} ${services.map((service) => cleanLine(service.title)).join(', ')}`,
    ...(description === null ? [] : [cleanText(description)]),
  ];
  // A plan has no instant of its own in the page; it is news when the page is made, when it begins and when it ends.
  const updated = end <= at ? end : start <= at ? start : page.createdAt;
  return entryOf({
    id,
    url: `${url}#m-${id}`,
    title: `${texts.maintenance}, ${word}: ${cleanLine(name)}`,
    published: updated,
    updated,
    text: lines.join('\n\n'),
  });
}

function entryOf(given: {
  id: string;
  url: string;
  title: string;
  published: Date;
  updated: Date;
  text: string;
}): Entry {
  return {
    updated: given.updated,
    entry: html`<entry>
<id>urn:uuid:${given.id}</id>
<title>${given.title}</title>
<link rel="alternate" type="text/html" href="${given.url}"/>
<published>${given.published.toISOString()}</published>
<updated>${given.updated.toISOString()}</updated>
<content type="text">${given.text}</content>
</entry>
`,
  };
}
