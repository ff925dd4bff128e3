import ical, { ICalEventTransparency } from 'ical-generator';
import type { PageContent } from '../../status-pages/index.ts';
import { cleanLine, cleanText } from './clean-text.ts';
import type { Document } from './document.ts';

/** Planned maintenance as a calendar of single events; times are exact, whatever the time zone of the reader. */
export function renderCalendar(content: PageContent, host: string, url: string): Document {
  const { page, current, upcoming, pastMaintenances } = content;
  const calendar = ical({
    name: cleanLine(page.wire.publicTitle),
    prodId: { company: 'Tocsin', product: 'Status page' },
    ttl: 3600,
  });
  for (const maintenance of [...pastMaintenances, ...current, ...upcoming]) {
    const { id, name, description, start, end, services } = maintenance;
    calendar.createEvent({
      id: `${id}@${host}`,
      start,
      end,
      // Time of the maintenance and not of now, so that the same plan gives the same bytes.
      stamp: page.createdAt,
      summary: cleanLine(name),
      description: [
        ...(description === null ? [] : [cleanText(description)]),
        services.map(({ title }) => cleanLine(title)).join(', '),
      ].join('\n\n'),
      url: `${url}#m-${id}`,
      transparency: ICalEventTransparency.TRANSPARENT,
    });
  }
  return { text: calendar.toString(), headers: { 'content-type': 'text/calendar; charset=utf-8' } };
}
