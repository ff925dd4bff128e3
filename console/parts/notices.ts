import type { ReactNode } from 'react';
import { sharedValue } from './shared-value.ts';

/** A short message at the edge of the page. */
export interface Notice {
  id: number;
  /** Takes the place of an earlier one about the same. */
  about?: string;
  tone: 'done' | 'early' | 'refused';
  title?: string;
  message: ReactNode;
  /** How long it stays; null until somebody closes it. */
  milliseconds: number | null;
}

/** The messages that are there, the oldest first. */
export const notices = sharedValue<readonly Notice[]>([]);
let lastId = 0;

/** Shows a message, and gives its id. */
export function showNotice(notice: Omit<Notice, 'id'>): number {
  lastId += 1;
  const { about } = notice;
  const others = notices.get().filter((one) => about === undefined || one.about !== about);
  notices.set([...others, { ...notice, id: lastId }]);
  return lastId;
}

export function hideNotice(id: number): void {
  notices.set(notices.get().filter((one) => one.id !== id));
}

export function hideNotices(): void {
  notices.set([]);
}
