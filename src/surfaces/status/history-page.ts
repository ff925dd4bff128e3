import { type Html, html, joined, nothing } from '../../kernel/index.ts';
import type { Speech } from '../../sentences/index.ts';
import type { PageContent } from '../../status-pages/index.ts';
import { incidentCard, maintenanceCard, type Telling, tellingOf } from './cards.ts';
import { cleanLine } from './clean-text.ts';
import { type Document, documentOf } from './document.ts';

/** With the sheet and all around it, a page stays below 30 kB. */
const pageMarkupMax = 20_000;
const listedMax = 500;

/** The months of which the page tells, the present one first: `2026-03`. */
export function monthsOf({ at, timeZoneId, page }: PageContent): string[] {
  const last = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZoneId);
  const first = last
    .subtract({ days: page.wire.historyInDays - 1 })
    .toPlainDate()
    .toPlainYearMonth();
  const months: string[] = [];
  for (
    let month = last.toPlainDate().toPlainYearMonth();
    Temporal.PlainYearMonth.compare(month, first) >= 0;
    month = month.subtract({ months: 1 })
  )
    months.push(month.toString());
  return months;
}

/** The events of a month, newest first; `null` for a month or a page of it that is not there. Pure. */
export function renderHistory(
  content: PageContent,
  speech: Speech,
  { month, place, base }: { month: string; place: number; base: string },
): Document | null {
  const months = monthsOf(content);
  const told = tellingOf(content, speech);
  const { texts, language } = told;
  const pages = pagesOf(cardsOf(month, told));
  const shown = pages[place - 1];
  if (!months.includes(month) || !shown) return null;
  const { wire } = content.page;
  const [title, name] = [cleanLine(wire.publicTitle), told.month(month)];
  const [earlier, later] = [months[months.indexOf(month) + 1], months[months.indexOf(month) - 1]];
  const home = `${base || '/'}?lang=${language}`;
  const link = (to: string, text: string, rel: string) =>
    html`<a rel="${rel}" href="${base}/history?month=${to}&amp;lang=${language}">${text}</a>`;
  const turn = (to: number, text: string, rel: string) =>
    pages[to - 1]
      ? html`<a rel="${rel}" href="${base}/history?month=${month}&amp;page=${String(to)}&amp;lang=${language}">${text}</a>`
      : nothing;
  const empty = html`<div class="card"><p class="row note">${texts.noneIn(name)}</p></div>`;
  const body = html`<header><div class="in"><p class="who" dir="auto"><a href="${home}">${title}</a></p><h1>${texts.history}</h1></div></header>
<main class="in"><nav class="card months" aria-label="${texts.history}">${earlier ? link(earlier, `← ${told.month(earlier)}`, 'prev') : html`<span></span>`}${later ? link(later, `${told.month(later)} →`, 'next') : nothing}</nav>
<section aria-labelledby="month"><h2 id="month">${name}</h2>${shown.length === 0 ? empty : joined(shown)}${isCut(content, month) ? html`<p class="note">${texts.cutHistory}</p>` : nothing}</section>
${pages.length > 1 ? html`<nav class="months" aria-label="${texts.pages(place, pages.length)}">${turn(place - 1, texts.after, 'prev')}<span>${texts.pages(place, pages.length)}</span>${turn(place + 1, texts.before, 'next')}</nav>` : nothing}</main>
<footer><div class="in"><a href="${home}">${texts.back}</a><span>${texts.times(content.timeZoneId)}</span></div></footer>`;
  return documentOf({
    title: `${texts.history}: ${title}`,
    language,
    wire,
    body,
    state: null,
    base,
  });
}

function cardsOf(month: string, told: Telling): Html[] {
  const { open, past, current, pastMaintenances, timeZoneId } = told.content;
  return [
    ...[...open, ...past].map((one) => ({
      at: one.startedAt,
      card: () => incidentCard(one, told),
    })),
    ...[...current, ...pastMaintenances].map((one) => ({
      at: one.start,
      card: () => maintenanceCard(one, told),
    })),
  ]
    .filter(({ at }) => monthOf(at, timeZoneId) === month)
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
    .map(({ card }) => card());
}

/** At least one, which may be empty. */
function pagesOf(cards: readonly Html[]): Html[][] {
  const pages: Html[][] = [[]];
  let length = 0;
  for (const card of cards) {
    length += Buffer.byteLength(card.markup);
    if (length > pageMarkupMax && pages.at(-1)?.length) {
      pages.push([]);
      length = Buffer.byteLength(card.markup);
    }
    pages.at(-1)?.push(card);
  }
  return pages;
}

/** Whether earlier ones of the month are not listed. */
function isCut({ past, timeZoneId }: PageContent, month: string): boolean {
  const last = past.at(-1);
  return (
    past.length >= listedMax && last !== undefined && monthOf(last.startedAt, timeZoneId) >= month
  );
}

export function monthOf(at: Date, timeZoneId: string): string {
  const there = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZoneId);
  return there.toPlainDate().toPlainYearMonth().toString();
}
