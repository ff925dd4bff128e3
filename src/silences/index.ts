/**
 * Silences: times in which incidents that match are opened muted. Owns their documents and says which one mutes an
 * incident; `ingest` and `calls` ask when an incident opens, a task here lets what was muted alert when its silence is
 * over. Nothing is discarded: one that opens nothing leaves the payload with its reason. It may come again by rules of
 * iCalendar, or be active around those times; then it is over each time.
 *
 * Design notes: a silence matches by the conditions of routing rules, so the module lies above `routing`. An incident
 * holds the id of its silence and no end: whether that is over is asked of the silence, so a shorter, longer or deleted
 * one counts at once. What cannot be read or compared mutes nothing.
 */
export { type ActiveSilence, circumstancesOf, opensNothing } from './circumstances.ts';
export { keepersOf } from './matching.ts';
export { silences } from './module.ts';
export { loadSilences, SilenceCache } from './silence-cache.ts';
export { type Silence, silenceEnd, silenceKind, silencesEndingAfter } from './silence-kind.ts';
export { activeUntil } from './silence-times.ts';
export { silencesOver } from './silences-over.ts';
export { timesOfSilence } from './time-sources.ts';
