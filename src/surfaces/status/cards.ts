import { type Html, html, joined, nothing } from '../../kernel/index.ts';
import type { Speech } from '../../sentences/index.ts';
import {
  type NamedService,
  type PageContent,
  type PageLanguage,
  type PublicIncident,
  type PublicMaintenance,
  type PublicMessage,
  type PublicState,
  stateWord,
  textIn,
} from '../../status-pages/index.ts';
import { cleanLine, cleanText, cutText } from './clean-text.ts';
import { type PageTexts, pageTexts } from './texts.ts';
import { dayText, monthText, rangeText, timeText } from './times.ts';

const messageCharactersMax = 1_200;
const messagesMarkupMax = 5_500;
const titleCharactersMax = 200;
/** Messages that are read at once; earlier ones are unfolded. */
const messagesShown = 3;
const titlesShown = 5;
const namesShown = 20;

/** How a page tells what it has to tell. */
export interface Telling {
  content: PageContent;
  language: PageLanguage;
  texts: PageTexts;
  words(state: PublicState): string;
  time(at: Date): string;
  /** The words for a day such as `2026-11-28`. */
  day(day: string): string;
  /** The words for a month such as `2026-11`. */
  month(month: string): string;
  range(start: Date, end: Date): string;
}

export function tellingOf(content: PageContent, { language, locale }: Speech): Telling {
  const { page, timeZoneId } = content;
  const texts = pageTexts[language];
  return {
    content,
    language,
    texts,
    words: (state) => cutText(cleanLine(stateWord(page, state, language)), 60),
    time: (at) => timeText(at, timeZoneId, locale),
    day: (day) => dayText(day, locale),
    month: (month) => monthText(month, locale),
    range: (start, end) => rangeText(start, end, timeZoneId, locale),
  };
}

/** An incident as customers see it: its services, since when, and what was said of it. */
export function incidentCard(incident: PublicIncident, told: Telling): Html {
  const { texts, words, time, range } = told;
  const { id, severity, startedAt, endedAt, services } = incident;
  const isOpen = endedAt === null;
  const when = isOpen ? texts.since(time(startedAt)) : range(startedAt, endedAt);
  const word = isOpen ? (severity === null ? texts.news : words(severity)) : texts.over;
  const state = isOpen ? (severity ?? 'maintenance') : 'operational';
  const names = namesOf(services, texts);
  return html`<article class="card mark ${severity ?? 'maintenance'}" id="i-${id}"><div class="row"><div class="top"><h3 dir="auto">${names}</h3>${stateMark(state, html`${word}`)}</div>
<p class="note">${when}</p>
${saidOf(incident, told, isOpen ? texts.looking(names) : null)}${titlesOf(incident, texts)}</div></article>
`;
}

/** The messages, newest first; before anybody has said something, a sentence that fits every incident. */
function saidOf({ messages }: PublicIncident, told: Telling, before: string | null): Html {
  if (messages.length === 0)
    return before === null
      ? nothing
      : html`<ul class="says"><li><p dir="auto">${before}</p></li></ul>`;
  const shown = messages.map((message) => messageItem(message, told));
  const [now, earlier] = [shown.slice(0, messagesShown), shown.slice(messagesShown)];
  return html`<ul class="says">${joined(now)}</ul>${
    earlier.length === 0
      ? nothing
      : html`<details><summary>${told.texts.earlier(earlier.length)}</summary><ul class="says">${within(earlier, messagesMarkupMax, told.texts.cut)}</ul></details>`
  }`;
}

function messageItem({ at, state, texts: said }: PublicMessage, told: Telling): Html {
  const { texts, time, language } = told;
  const text = cutText(cleanText(textIn(said, language)), messageCharactersMax);
  const head = state === null ? nothing : html`<b>${texts.updates[state]}</b> · `;
  return html`<li>${head}<time datetime="${at.toISOString()}">${time(at)}</time><p dir="auto">${text}</p></li>`;
}

/** Only where the page shows them. */
function titlesOf({ incidents }: PublicIncident, texts: PageTexts): Html {
  const titles = incidents.flatMap(({ title }) => (title === null ? [] : shortTitle(title, texts)));
  if (titles.length === 0) return nothing;
  const more = titles.length - titlesShown;
  return html`<ul class="titles">${joined(titles.slice(0, titlesShown).map((title) => html`<li dir="auto">${title}</li>`))}${more > 0 ? html`<li class="note">${texts.more(more)}</li>` : nothing}</ul>`;
}

export function maintenanceCard(maintenance: PublicMaintenance, told: Telling): Html {
  const { texts, range, content } = told;
  const { id, name, description, start, end, services } = maintenance;
  const word =
    end <= content.at ? texts.done : start <= content.at ? texts.underWay : texts.planned;
  return html`<article class="card mark maintenance" id="m-${id}"><div class="row"><div class="top"><h3 dir="auto">${shortTitle(name, texts)}</h3>${stateMark('maintenance', html`${word}`)}</div>
<p class="note">${range(start, end)}${services.length === 0 ? nothing : html`<br>${texts.affects} ${namesOf(services, texts)}`}</p>
${description === null ? nothing : html`<ul class="says"><li><p dir="auto">${cutText(cleanText(description), messageCharactersMax)}</p></li></ul>`}</div></article>
`;
}

export function namesOf(services: readonly NamedService[], texts: PageTexts): string {
  const shown = services.slice(0, namesShown).map(({ title }) => shortTitle(title, texts));
  return `${shown.join(', ')}${services.length > namesShown ? ' …' : ''}`;
}

export function stateMark(state: PublicState, word: Html): Html {
  return html`<span class="state ${state}"><i></i><b>${word}</b></span>`;
}

/** As many as fit, the first in any case, and a word on the rest. */
export function within(cards: readonly Html[], markupMax: number, rest: string): Html {
  const kept: Html[] = [];
  let length = 0;
  for (const card of cards) {
    length += Buffer.byteLength(card.markup);
    if (kept.length > 0 && length > markupMax)
      return html`${joined(kept)}${rest === '' ? nothing : html`<p class="note">${rest}</p>`}`;
    kept.push(card);
  }
  return joined(kept);
}

export function shortTitle(title: string, texts: PageTexts): string {
  return cutText(cleanLine(title), titleCharactersMax) || texts.incident;
}
