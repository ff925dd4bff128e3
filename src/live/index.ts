/**
 * Live: tells the pages of people who are signed in that something changed, while they look at it. Owns no collection
 * and changes nothing. The console's surface opens a stream for a page; nobody else calls it.
 *
 * Design notes: a stream says that an incident changed, that something became of a message about it (it left, arrived
 * or failed, which changes nothing in the incident), that somebody else may be on call or that a payload came in. An
 * incident comes along as the list shows it to the reader, written once for all who may see and change the same: two
 * hundred pages that fetched it would keep a server busy for a second. Everything else the page fetches. So a stream
 * needs no rights of its own beyond those of the list, losing it costs nothing, and an event that comes twice does no
 * harm.
 *
 * Changes are found by the indexes of the changes feed and of messages, with two queries for all pages of an
 * organization, twice a second and whenever this process has written an incident. So it does not matter which process
 * wrote, or whether the store is a MongoDB. A change carries the moment of its decision and is stored a little later,
 * so every look reaches back two seconds, and every 10 s a minute; what was told before is not told again. A page that
 * comes back says what it had last (`Last-Event-ID`, a moment, good at every process) and is told what changed since a
 * minute before that. A new one is told what changed since two seconds before it began, which its document says, so
 * that what it fetches is not fetched again; where it does not say so, in the last ten seconds, and it fetches again
 * what it has had for longer.
 *
 * A payload that a crash left behind may change an incident by a moment that is longer ago. Pages therefore fetch what
 * they show from time to time, too. Deleting an incident is no event: only archived ones can be deleted.
 */
export { createLive, type Live } from './live.ts';
export { positionOf } from './position.ts';
