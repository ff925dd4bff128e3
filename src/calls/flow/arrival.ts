import { type Sentence, say } from '../../sentences/index.ts';
import type { CallSession } from '../call-session.ts';
import type { CallSettings, RouteSettings } from '../call-settings.ts';
import { reasonToBlock } from '../caller-number.ts';
import type { Instruction } from '../instructions.ts';
import { checkAtOf } from './deadlines.ts';
import { ended, ignored } from './end.ts';
import type { EventOf, Transition } from './facts.ts';
import { decided, heard, told } from './log-entry.ts';
import { playMenu, routesOfMenu } from './menu.ts';
import { enterRoute } from './opening-hours.ts';
import { audible, nobodyBehindNumber } from './words.ts';

/** A call comes in: lists first, then the welcome, then the menu or the only route. */
export function onCallArrived(
  session: CallSession,
  event: EventOf<'CallArrived'>,
  now: Date,
): Transition {
  if (session.phase !== 'arrived') return ignored(session, event, say('callAlreadyArrived'));
  const { settings } = session;
  const received = heard('CallReceived', 'Processed', whoCalled(session), {
    fromKind: session.fromKind,
  });
  const refusal = reasonToBlock(session.from, settings);
  if (refusal !== null) {
    return {
      session: ended(session, now, 'Blocklisted', refusal),
      answer: [{ do: 'reject' }],
      entries: [received, decided('CallerBlocklisted', 'Processed', refusal)],
    };
  }
  const next = openRoutes(settings).length === 0 ? deadNumber(session, now) : welcome(session, now);
  return { ...next, entries: [received, ...next.entries] };
}

export function whoCalled({ from: caller, settings }: CallSession): Sentence {
  const { displayName: number } = settings;
  return caller === null
    ? say('hiddenCallArrived', { number })
    : say('callArrived', { caller, number });
}

function openRoutes({ routing }: CallSettings): readonly RouteSettings[] {
  if (routing.mode === 'menu') return routesOfMenu(routing.routes);
  return routing.route.teamExists ? [routing.route] : [];
}

function welcome(session: CallSession, now: Date): Transition {
  if (session.settings.routing.mode === 'menu') return playMenu(session, 1, now);
  const routed = enterRoute(session, 0, now);
  const words = audible(session.settings.welcome);
  const spoken: Instruction[] = words ? [{ do: 'say', prompt: words }] : [];
  return {
    session: { ...routed, checkAt: checkAtOf(routed, null, now) },
    answer: [...spoken, { do: 'go', next: { at: 'route' } }],
    entries: [],
  };
}

function deadNumber(session: CallSession, now: Date): Transition {
  const reason = say('teamsOfNumberDeleted');
  return {
    session: ended(session, now, 'Failed', reason),
    answer: [{ do: 'say', prompt: nobodyBehindNumber(session.settings) }, { do: 'hang-up' }],
    entries: [decided('GatherDtmf', 'Failed', reason), told('Hangup', reason)],
  };
}
