/** The incident on which a change is to be tried, from the page that shows it to the form of what decided. */
export interface Aim {
  title: string;
  openedAt: string;
  integrationId: string | null;
}

const key = 'tocsin-try';

/** For this tab, until another one is chosen. */
export function keepAim(aim: Aim): void {
  sessionStorage.setItem(key, JSON.stringify(aim));
}

export function keptAim(): Aim | null {
  try {
    // as: nobody else writes it.
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as Aim | null;
  } catch {
    return null;
  }
}
