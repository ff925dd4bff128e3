import { createHash } from 'node:crypto';
import { type Html, html, joined, nothing, trusted } from '../../kernel/index.ts';
import {
  type NamedService,
  type PageContent,
  type PageLanguage,
  type PublicIncident,
  type PublicMaintenance,
  type PublicState,
  type ServiceContent,
  stateWord,
} from '../../status-pages/index.ts';
import { bars } from './bars.ts';
import { cleanLine, cleanText, cutText, mailAddress, webAddress } from './clean-text.ts';
import { type Document, documentOf } from './document.ts';
import { type PageTexts, pageTexts } from './texts.ts';
import { rangeText, timeText } from './times.ts';

/** What of this server decides what a page offers. */
export interface PageOffers {
  mail: boolean;
  sms: boolean;
  /** Path of the page, without a slash at its end: empty on a host of its own. */
  base: string;
}

/** The page stays short whatever happened; the feed and the JSON have the rest. */
const pastMarkupMax = 7_000;
const openMarkupMax = 11_000;
const messageCharactersMax = 1_200;
const titleCharactersMax = 200;

/** A page for people: no script, nothing from elsewhere. Pure: the same content gives the same bytes. */
export function renderPage(
  content: PageContent,
  language: PageLanguage,
  offers: PageOffers,
): Document {
  const { page, groups, timeZoneId } = content;
  const { wire } = page;
  const texts = pageTexts[language];
  const words = (state: PublicState) => cutText(cleanLine(stateWord(page, state, language)), 60);
  const told: Telling = {
    content,
    texts,
    words,
    time: (at) => timeText(at, timeZoneId, texts),
    range: (start, end) => rangeText(start, end, timeZoneId, texts),
  };
  const title = cleanLine(wire.publicTitle);
  const overall =
    groups.length === 0
      ? texts.nothing
      : content.state === 'operational'
        ? texts.allGood
        : texts.overall[content.state];
  const body = html`<header><div class="in">
${logo(content, offers)}${company(content)}<h1 dir="auto">${title}</h1>
${wire.publicDescription ? html`<p dir="auto">${cleanText(wire.publicDescription)}</p>` : nothing}
</div></header>
<main class="in">
<div class="card over" role="status"><span class="${content.state}">${icon(content.state)}</span><span>${overall}</span></div>
${listSection(
  'open',
  texts.incidents,
  within(
    content.open.map((one) => incidentCard(one, told)),
    openMarkupMax,
    texts,
  ),
)}
${listSection(
  'maintenance',
  texts.maintenance,
  within(
    [
      ...content.current.map((one) => maintenanceCard(one, told, texts.underWay)),
      ...content.upcoming.map((one) => maintenanceCard(one, told, texts.planned)),
    ],
    pastMarkupMax,
    texts,
  ),
)}
${joined(groups.map((group) => serviceGroup(group, told)))}
${wire.publicDisplayLiveStateOnly ? nothing : pastSection(told)}
${subscribeSection(offers, texts)}
</main>
<footer><div class="in">${footer(content, offers, told)}</div></footer>`;
  return documentOf({ title, language, wire, body, state: content.state, base: offers.base });
}

interface Telling {
  content: PageContent;
  texts: PageTexts;
  words(state: PublicState): string;
  time(at: Date): string;
  range(start: Date, end: Date): string;
}

/** Its address changes with it, so that no cache shows an old one. */
function logo({ page: { wire } }: PageContent, { base }: PageOffers): Html {
  if (!wire.publicLogo) return nothing;
  const version = createHash('sha256').update(wire.publicLogo).digest('base64url').slice(0, 12);
  return html`<img class="logo" src="${base}/logo?v=${version}" alt="" height="40">
`;
}

function company({ page: { wire } }: PageContent): Html {
  const name = cleanLine(wire.publicCompanyName ?? '');
  const url = webAddress(wire.publicCompanyUrl);
  if (name === '' && url === null) return nothing;
  const shown = name || new URL(url ?? '').hostname;
  return html`<p class="who" dir="auto">${url === null ? html`${shown}` : html`<a href="${url}" rel="noopener">${shown}</a>`}</p>
`;
}

const paths: Readonly<Record<PublicState, string>> = {
  operational: '<path d="m7 12.5 3.5 3.5L17 9"/>',
  maintenance: '<path d="M12 7v5l3.5 2"/>',
  Minor: '<path d="M12 7.5v5.5m0 3v.5"/>',
  Warning: '<path d="M12 7.5v5.5m0 3v.5"/>',
  Critical: '<path d="m8.5 8.5 7 7m0-7-7 7"/>',
};

function icon(state: PublicState): Html {
  return html`<svg width="28" height="28" viewBox="0 0 24 24" fill="none" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><circle cx="12" cy="12" r="12" fill="currentColor"/><g stroke="var(--card)">${trusted(paths[state])}</g></svg>`;
}

function listSection(id: string, title: string, content: Html): Html {
  if (content.markup === '') return nothing;
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
${content}</section>`;
}

/** As many as fit, the first in any case. */
function within(cards: readonly Html[], markupMax: number, texts: PageTexts): Html {
  const kept: Html[] = [];
  let length = 0;
  for (const card of cards) {
    length += Buffer.byteLength(card.markup);
    if (kept.length > 0 && length > markupMax)
      return html`${joined(kept)}<p class="note">${texts.older}</p>`;
    kept.push(card);
  }
  return joined(kept);
}

function incidentCard(incident: PublicIncident, told: Telling): Html {
  const { texts, words, time, range } = told;
  const { id, severity, startedAt, endedAt, messages } = incident;
  const title = incident.title === null ? texts.incident : shortTitle(incident.title, texts);
  const when = endedAt === null ? texts.since(time(startedAt)) : range(startedAt, endedAt);
  const shown = messages.map(
    ({ at, text }) =>
      html`<li><time datetime="${at.toISOString()}">${time(at)}</time><p dir="auto">${cutText(cleanText(text), messageCharactersMax)}</p></li>`,
  );
  const mark = endedAt === null ? html`${words(severity)}` : html`${texts.over}`;
  const state = endedAt === null ? severity : 'operational';
  return html`<article class="card mark ${severity}" id="i-${id}"><div class="row"><div class="top"><h3 dir="auto">${title}</h3>${stateMark(state, mark)}</div>
<p class="note">${when}${affected(incident.services, texts)}</p>
${shown.length === 0 ? nothing : html`<ul class="says">${within(shown, openMarkupMax / 2, texts)}</ul>`}</div></article>
`;
}

function maintenanceCard(maintenance: PublicMaintenance, told: Telling, word: string): Html {
  const { texts, range } = told;
  const { id, name, description, start, end, services } = maintenance;
  return html`<article class="card mark maintenance" id="m-${id}"><div class="row"><div class="top"><h3 dir="auto">${shortTitle(name, texts)}</h3>${stateMark('maintenance', html`${word}`)}</div>
<p class="note">${range(start, end)}${affected(services, texts)}</p>
${description === null ? nothing : html`<ul class="says"><li><p dir="auto">${cutText(cleanText(description), messageCharactersMax)}</p></li></ul>`}</div></article>
`;
}

function affected(services: readonly NamedService[], texts: PageTexts): Html {
  if (services.length === 0) return nothing;
  const shown = services.slice(0, 20).map(({ title }) => shortTitle(title, texts));
  return html`<br>${texts.affects} ${shown.join(', ')}${services.length > 20 ? ' …' : ''}`;
}

function stateMark(state: PublicState, word: Html): Html {
  return html`<span class="state ${state}"><i></i><b>${word}</b></span>`;
}

function serviceGroup(
  { id, name, description, services }: PageContent['groups'][number],
  told: Telling,
): Html {
  const heading = name === null ? told.texts.services : cleanLine(name);
  const label = `g-${id ?? 'services'}`;
  return html`<section aria-labelledby="${label}"><h2 id="${label}" dir="auto">${heading}</h2>
${description === null ? nothing : html`<p class="note" dir="auto">${cleanText(description)}</p>`}
<div class="card">${joined(services.map((service) => serviceRow(service, told)))}</div></section>
`;
}

function serviceRow(service: ServiceContent, { texts, words }: Telling): Html {
  const { title, description, state, days, uptimePercent } = service;
  const percent = uptimePercent === null ? texts.noData : texts.uptime(uptimePercent);
  const history =
    days === null
      ? nothing
      : html`
${bars({ ...service, title: cleanLine(title), days }, words, texts)}
<div class="ends"><span>${texts.daysAgo(days.length - 1)}</span><span>${percent}</span><span>${texts.today}</span></div>`;
  return html`<div class="row"><div class="top"><h3 dir="auto">${shortTitle(title, texts)}</h3>${stateMark(state, html`${words(state)}`)}</div>
${description === null ? nothing : html`<p class="note" dir="auto">${cutText(cleanText(description), 300)}</p>`}${history}</div>
`;
}

function pastSection(told: Telling): Html {
  const { content, texts } = told;
  const entries = [
    ...content.past.map((one) => ({ at: one.startedAt, card: () => incidentCard(one, told) })),
    ...content.pastMaintenances.map((one) => ({
      at: one.start,
      card: () => maintenanceCard(one, told, texts.done),
    })),
  ].toSorted((a, b) => b.at.getTime() - a.at.getTime());
  const shown = within(
    entries.slice(0, 60).map(({ card }) => card()),
    pastMarkupMax,
    texts,
  );
  const empty = html`<div class="card"><p class="row note">${texts.noPast(content.page.wire.historyInDays)}</p></div>`;
  return listSection('past', texts.past, shown.markup === '' ? empty : shown);
}

function subscribeSection(offers: PageOffers, texts: PageTexts): Html {
  if (!offers.mail && !offers.sms) return nothing;
  const action = `${offers.base}/subscribe`;
  const field = (name: string, label: string, type: string, autocomplete: string) =>
    html`<form method="post" action="${action}"><label for="${name}">${label}</label><div class="fields"><input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" required maxlength="254"><button>${texts.subscribeButton}</button></div></form>`;
  return html`<section aria-labelledby="subscribe"><h2 id="subscribe">${texts.subscribe}</h2><div class="card"><div class="row"><p class="note">${texts.subscribeWhy}</p>
${offers.mail ? field('email', texts.byMail, 'email', 'email') : nothing}
${offers.sms ? html`${field('telephoneNumber', texts.bySms, 'tel', 'tel')}<p class="note">${texts.smsHint}</p>` : nothing}
</div></div></section>`;
}

function footer({ page, timeZoneId }: PageContent, offers: PageOffers, { texts }: Telling): Html {
  const { wire } = page;
  const support = webAddress(wire.publicSupportUrl);
  const mail = mailAddress(wire.publicSupportEmail);
  const link = (href: string, text: string) => html`<a href="${href}">${text}</a>
`;
  return html`${support === null ? nothing : link(support, texts.support)}${mail === null ? nothing : link(mail, cleanLine(wire.publicSupportEmail ?? ''))}${link(`${offers.base}/feed.atom`, texts.feed)}${wire.publicHideMaintenances ? nothing : link(`${offers.base}/maintenance.ics`, texts.calendar)}${wire.disablePublicJson ? nothing : link(`${offers.base}/status.json`, texts.json)}<span>${texts.times(timeZoneId)}</span><span>${texts.by}</span>`;
}

function shortTitle(title: string, texts: PageTexts): string {
  return cutText(cleanLine(title), titleCharactersMax) || texts.incident;
}
