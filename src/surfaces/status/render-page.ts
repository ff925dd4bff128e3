import { createHash } from 'node:crypto';
import { type Html, html, joined, nothing, trusted } from '../../kernel/index.ts';
import type { Speech } from '../../sentences/index.ts';
import type { PageContent, PublicState, ServiceContent } from '../../status-pages/index.ts';
import { bars } from './bars.ts';
import {
  incidentCard,
  maintenanceCard,
  namesOf,
  shortTitle,
  stateMark,
  type Telling,
  tellingOf,
  within,
} from './cards.ts';
import { cleanLine, cleanText, cutText, mailAddress, webAddress } from './clean-text.ts';
import { type Document, documentOf } from './document.ts';
import { monthOf } from './history-page.ts';

/** The channels that this server offers on a page, and the path of the page. */
export interface PageOffers {
  mail: boolean;
  sms: boolean;
  /** Path of the page, without a slash at its end: empty on a host of its own. */
  base: string;
}

/** The page stays short whatever happened; history, feed and JSON have the rest. */
const pageMarkupMax = 29_500;
/** About that of a bar with words. */
const wordedDayMarkup = 80;
const pastMarkupMax = 5_000;
const maintenanceMarkupMax = 4_000;
const openMarkupMax = 9_000;
const pastShown = 10;

/**
 * A page for people: no script, nothing from elsewhere. Bars have words for as many days as there is room for. Pure:
 * the same content gives the same bytes.
 */
export function renderPage(content: PageContent, speech: Speech, offers: PageOffers): Document {
  const told = tellingOf(content, speech);
  const without = pageWith(0, told, offers);
  const count = content.groups.flatMap(({ services }) => services).length;
  const room = pageMarkupMax - Buffer.byteLength(without.text);
  // Words of one's own for states may be long.
  for (let most = Math.floor(room / wordedDayMarkup / count); most > 0; most = most >> 1) {
    const worded = pageWith(most, told, offers);
    if (Buffer.byteLength(worded.text) <= pageMarkupMax) return worded;
  }
  return without;
}

/** The page, with words for so many days of each service. */
function pageWith(wordsMax: number, told: Telling, offers: PageOffers): Document {
  const { content, texts, language } = told;
  const { wire } = content.page;
  const title = cleanLine(wire.publicTitle);
  const maintenances = [...content.current, ...content.upcoming];
  const body = html`<header><div class="in">
${
  offers.mail || offers.sms
    ? html`<a class="get" href="#subscribe">${texts.subscribe}</a>
`
    : nothing
}${logo(content, offers)}${company(content)}<h1 dir="auto">${title}</h1>
${wire.publicDescription ? html`<p dir="auto">${cleanText(wire.publicDescription)}</p>` : nothing}
</div></header>
<main class="in">
${headline(told)}
${joined(content.groups.map((group) => serviceGroup(group, told, wordsMax)))}
${listSection(
  'open',
  texts.incidents,
  within(
    content.open.map((one) => incidentCard(one, told)),
    openMarkupMax,
    texts.cut,
  ),
)}
${listSection(
  'maintenance',
  texts.maintenance,
  within(
    maintenances.map((one) => maintenanceCard(one, told)),
    maintenanceMarkupMax,
    texts.cut,
  ),
)}
${wire.publicDisplayLiveStateOnly ? nothing : pastSection(told, offers)}
${subscribeSection(offers, told)}
</main>
<footer><div class="in">${footer(content, offers, told)}</div></footer>`;
  return documentOf({ title, language, wire, body, state: content.state, base: offers.base });
}

/** How everything is, and what to read about it. */
function headline({ content, texts }: Telling): Html {
  const { groups, state } = content;
  const overall =
    groups.length === 0
      ? texts.nothing
      : state === 'operational'
        ? texts.allGood
        : texts.overall[state];
  // Not those of the cards: a card may name one of which somebody only says something.
  const services = [
    ...new Map(
      groups
        .flatMap((group) => group.services)
        .filter((one) => one.state !== 'operational' && one.state !== 'maintenance')
        .map((one) => [one.id, one]),
    ).values(),
  ];
  const more =
    services.length === 0
      ? nothing
      : html`<small>${texts.concerned} <a href="#open" dir="auto">${namesOf(services.slice(0, 5), texts)}${services.length > 5 ? ' …' : ''}</a></small>`;
  return html`<div class="card over" role="status"><span class="${state}">${icon(state)}</span><span>${overall}${more}</span></div>`;
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

function serviceGroup(
  { id, name, description, services }: PageContent['groups'][number],
  told: Telling,
  wordsMax: number,
): Html {
  const heading = name === null ? told.texts.services : cleanLine(name);
  const label = `g-${id ?? 'services'}`;
  return html`<section aria-labelledby="${label}"><h2 id="${label}" dir="auto">${heading}</h2>
${description === null ? nothing : html`<p class="note" dir="auto">${cleanText(description)}</p>`}
<div class="card">${joined(services.map((service) => serviceRow(service, told, wordsMax)))}</div></section>
`;
}

function serviceRow(service: ServiceContent, told: Telling, wordsMax: number): Html {
  const { texts, words } = told;
  const { title, description, state, days, uptimePercent } = service;
  const percent = uptimePercent === null ? texts.noData : texts.uptime(uptimePercent);
  const history =
    days === null
      ? nothing
      : html`
${bars({ ...service, title: cleanLine(title), days }, told, wordsMax)}
<div class="ends"><span aria-hidden="true">${texts.daysAgo(days.length - 1)}</span><span>${percent}</span><span aria-hidden="true">${texts.today}</span></div>`;
  return html`<div class="row"><div class="top"><h3 dir="auto">${shortTitle(title, texts)}</h3>${stateMark(state, html`${words(state)}`)}</div>
${description === null ? nothing : html`<p class="note" dir="auto">${cutText(cleanText(description), 300)}</p>`}${history}</div>
`;
}

function pastSection(told: Telling, { base }: PageOffers): Html {
  const { content, texts } = told;
  const { timeZoneId, at, page } = content;
  const entries = [
    ...content.past.map((one) => ({ at: one.startedAt, card: () => incidentCard(one, told) })),
    ...content.pastMaintenances.map((one) => ({
      at: one.start,
      card: () => maintenanceCard(one, told),
    })),
  ].toSorted((a, b) => b.at.getTime() - a.at.getTime());
  const [latest] = entries;
  const month = monthOf(latest?.at ?? at, timeZoneId);
  const history = html`<a href="${base}/history?month=${month}&amp;lang=${told.language}">${texts.allOf(told.month(month))}</a>`;
  const shown = within(
    entries.slice(0, pastShown).map(({ card }) => card()),
    pastMarkupMax,
    '',
  );
  const empty = html`<div class="card"><p class="row note">${texts.noPast(page.wire.historyInDays)}</p></div>`;
  return listSection(
    'past',
    texts.past,
    latest ? html`${shown}<p class="all">${history}</p>` : empty,
  );
}

function subscribeSection(offers: PageOffers, { texts, language }: Telling): Html {
  if (!offers.mail && !offers.sms) return nothing;
  const action = `${offers.base}/subscribe?lang=${language}`;
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
  const [other = '', otherName = ''] = texts.otherLanguage;
  const link = (href: string, text: string) => html`<a href="${href}">${text}</a>
`;
  return html`${support === null ? nothing : link(support, texts.support)}${mail === null ? nothing : link(mail, cleanLine(wire.publicSupportEmail ?? ''))}${link(`${offers.base}/feed.atom`, texts.feed)}${wire.publicHideMaintenances ? nothing : link(`${offers.base}/maintenance.ics`, texts.calendar)}${wire.disablePublicJson ? nothing : link(`${offers.base}/status.json`, texts.json)}<a href="${offers.base || '/'}?lang=${other}" hreflang="${other}" lang="${other}">${otherName}</a><span>${texts.times(timeZoneId)}</span><span>${texts.by}</span>`;
}
