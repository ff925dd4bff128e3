import { type Sentence, say } from '../../sentences/index.ts';
import type { CallSession } from '../call-session.ts';
import type { CallSettings, RouteSettings } from '../call-settings.ts';
import { checkAtOf } from './deadlines.ts';
import { ended, ignored } from './end.ts';
import type { EventOf, Transition } from './facts.ts';
import { heard, told } from './log-entry.ts';
import { enterRoute } from './opening-hours.ts';
import { welcomeToMenu } from './words.ts';

/** The routes that a key leads to. */
export function routesOfMenu(routes: readonly RouteSettings[]): readonly RouteSettings[] {
  return routes.filter(({ teamExists }) => teamExists);
}

/** Plays the menu for the `attempt`th time, counted from 1, and waits for a key. */
export function playMenu(session: CallSession, attempt: number, now: Date): Transition {
  const menu = menuOf(session.settings);
  const keys = routesOfMenu(menu.routes).map(({ key }) => key);
  const waiting: CallSession = { ...session, phase: 'menu', menuAttempts: attempt };
  const reason = say('menuPlayed', {
    attempt,
    attemptsMax: menu.attemptsMax,
    keys: keys.map(String),
  });
  return {
    session: { ...waiting, checkAt: checkAtOf(waiting, null, now) },
    answer: [
      {
        do: 'gather',
        prompts: [welcomeToMenu(session.settings, keys)],
        seconds: menu.keySeconds,
        next: { at: 'menu', attempt },
      },
    ],
    entries: [told('GatherDtmf', reason, { attempt })],
  };
}

/** A key of a route chooses it; anything else plays the menu again, as often as it may be played. */
export function onMenuKey(session: CallSession, event: EventOf<'MenuKey'>, now: Date): Transition {
  const { attempt, key } = event;
  if (session.phase !== 'menu' || attempt !== session.menuAttempts) {
    return ignored(session, event, say('menuKeyTooLate'));
  }
  const menu = menuOf(session.settings);
  const route = menu.routes.find((one) => String(one.key) === key);
  if (route?.teamExists) {
    const routed = enterRoute(session, route.key, now);
    return {
      session: { ...routed, checkAt: checkAtOf(routed, null, now) },
      answer: [{ do: 'go', next: { at: 'route' } }],
      entries: [heard('GatherDtmf', 'Processed', say('callerPressed', { key }), { attempt, key })],
    };
  }
  const why = route
    ? say('callerPressedDeleted', { key })
    : key === ''
      ? say('callerPressedNothing', { within: menu.keySeconds })
      : say('callerPressedNowhere', { key });
  const row = heard('GatherDtmf', 'Ignored', why, { attempt, key });
  if (attempt < menu.attemptsMax) {
    const again = playMenu(session, attempt + 1, now);
    return { ...again, entries: [row, ...again.entries] };
  }
  const reason = nothingChosen(menu.attemptsMax);
  return {
    session: ended(session, now, 'Missed', reason),
    answer: [{ do: 'hang-up' }],
    entries: [row, told('Hangup', reason)],
  };
}

function nothingChosen(count: number): Sentence {
  return count === 1 ? say('nothingChosenOnce') : say('nothingChosen', { count });
}

function menuOf({ routing }: CallSettings) {
  return routing.mode === 'menu' ? routing : { routes: [], attemptsMax: 0, keySeconds: 0 };
}
