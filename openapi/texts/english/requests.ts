/** What is wrong with a request, whatever it is about. */
export const requests = {
  timeZoneUnknown: '{timeZone} is not an IANA time zone; see /timezone.',
  notInCalendar: '{value} is not a date and time of the calendar.',
  endBeforeStart: 'This is before the start.',
  addressListEmpty: 'Name at least one address or CIDR range, or send null for no filter.',
  secretInvisible: 'A secret needs at least one visible character; send null for none.',
  credentialsInUrl: 'Leave the user name and password out of the URL; use {instead:choices}.',
  maskSent: '{field} contains the mask {mask} instead of a secret; send the secret itself.',
  immutable: 'cannot change once the object is there',
  immutableSent: '{members:choices} cannot change; delete the object and create another one.',
  addressListEntryInvalid: 'has an entry that is not an address or CIDR range: {entry}',
  addressListRangeTooLong: 'has a range with more than {bits:number} bits: {entry}',
  changedByOther:
    '{what} {id} is not as you read it: it was changed by {by} at {at}. Read it again and repeat your change with the ETag of that answer. Without If-Match you overwrite what others changed.',
  changedSince:
    '{what} {id} is not as you read it: it was changed at {at}. Read it again and repeat your change with the ETag of that answer. Without If-Match you overwrite what others changed.',
} as const;
