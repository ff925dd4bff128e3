import { type Decision, decide, type Scene, type SceneAt } from '../alerting/index.ts';
import { alertingOf, type IncidentDocument, withEvent } from '../incidents/index.ts';
import type { Courier, CourierNews } from './courier.ts';

/** Something that happens to the incident, whatever is decided. */
export interface Happening {
  at: number;
  change(incident: IncidentDocument, now: Date): IncidentDocument;
}

/** An incident that goes through time. Instants are epoch milliseconds. */
export interface Course {
  /** Before anything was decided about it. */
  incident: IncidentDocument;
  sceneAt: SceneAt;
  /** Carries its messages. */
  courier: Pick<Courier, 'add' | 'deliver' | 'nextAt' | 'reached'>;
  turn(key: string): number;
  /** The next event of the incident, by its present state. */
  nextHappening(incident: IncidentDocument, now: number): Happening | null;
  /** When it is to be looked at again; infinite: not by itself. */
  nextLook(incident: IncidentDocument): number;
  at: number;
  /** Nothing happens that is due later. */
  until: number;
  /** By how much what is due at an instant is late. */
  lateOf(due: number): number;
}

/** A decision that was taken, and what came of it at that instant. */
export interface Look {
  /** When it was due. */
  due: number;
  now: Date;
  scene: Scene;
  decision: Decision;
  /** As it is then. */
  incident: IncidentDocument;
  /** When it is looked at again. */
  nextAt: number;
}

/** How it ends. */
export interface CourseEnd {
  incident: IncidentDocument;
  /** A rule has deleted it. */
  isGone: boolean;
}

/**
 * Every look at an incident, one after the other, each as the server takes it: decided, noted, and messages sent that
 * are due. A caller that has seen enough stops. Pure as long as its parts are.
 */
export function* looksOf(course: Course): Generator<Look, CourseEnd> {
  const { courier, until } = course;
  let { incident } = course;
  let lookAt = course.at;
  let isGone = false;
  for (let now = course.at; ; ) {
    const happening = isGone ? null : course.nextHappening(incident, now);
    const due = Math.min(lookAt, happening?.at ?? never, courier.nextAt());
    if (due === never || due > until) return { incident, isGone };
    now = Math.max(due + course.lateOf(due), now);
    if (happening && happening.at <= due) {
      incident = happening.change(incident, new Date(now));
      lookAt = Math.min(lookAt, happening.at);
    }
    const taken = lookAt <= due ? decidedAt(course, incident, new Date(now)) : null;
    if (taken) {
      const { after, state, deliveries, isToBeDeleted } = taken.decision;
      courier.add(deliveries);
      incident = { ...after, alerting: state };
      isGone = isToBeDeleted;
      lookAt = isGone ? never : course.nextLook(incident);
    }
    const noted = withNews(
      incident,
      courier.deliver(due, new Date(now), isGone ? null : incident),
      now,
    );
    if (noted !== incident) lookAt = Math.min(lookAt, now);
    incident = noted;
    if (taken) yield { ...taken, due, incident, nextAt: lookAt };
  }
}

const never = Number.POSITIVE_INFINITY;

function decidedAt({ sceneAt, courier, turn }: Course, incident: IncidentDocument, now: Date) {
  const scene = sceneAt(now, { reached: (_id, step) => courier.reached(step), turn });
  return { now, scene, decision: decide(incident, scene) };
}

/** As what became of messages is noted in the incident. */
function withNews(
  incident: IncidentDocument,
  { failing, unreached, remarks }: CourierNews,
  now: number,
): IncidentDocument {
  if (failing.length + unreached.length + remarks.length === 0) return incident;
  const at = new Date(now);
  const state = alertingOf(incident);
  const known = new Set(state.failing.map(({ step }) => step));
  const fresh = failing.filter(({ step }) => !known.has(step));
  let noted: IncidentDocument = {
    ...incident,
    alerting: {
      ...state,
      failing: [...state.failing, ...fresh.map(({ step, why }) => ({ step, at, why }))],
      unreached: [...new Set([...state.unreached, ...unreached])],
    },
  };
  for (const { id, message } of remarks) {
    if (noted.events.some((event) => event.id === id)) continue;
    const next = { ...noted, version: noted.version + 1, lastUpdatedAt: at };
    noted = withEvent(next, { id, intent: 'Commented', at, message, messageIsPublic: false });
  }
  return noted;
}
