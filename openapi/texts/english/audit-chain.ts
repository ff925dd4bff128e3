/** What is wrong with an audit log: what the check of its chain found. */
export const auditChain = {
  chainBeginAltered:
    'The signed beginning of the log was altered: entries may have been removed that retention did not remove.',
  entryHasMembers:
    'Entry {sequence:number} ({id}) has members that no entry has ({members:list}): somebody added them.',
  entryAltered: 'Entry {sequence:number} ({id}) was altered: it does not say what was recorded.',
  chainEmpty:
    'The log is empty: it was removed, as every log holds the creation of its organization.',
  chainWithoutCreation:
    'The creation of the organization is not in the log: what was recorded before was removed.',
  entryMissing: 'Entry {sequence:number} is missing: somebody removed it.',
  entriesMissing: 'Entries {from:number} to {to:number} are missing: somebody removed them.',
  entryOutOfLine:
    'Entry {sequence:number} ({id}) does not continue the one before it: one of the two was replaced.',
  headMissing:
    'The signed head is missing: it was removed, and whether the end was cut off is unknown.',
  headAltered: 'The signed head was altered: whether the end of the log was cut off is unknown.',
  headBegunAnew:
    'The signed head was removed and begun anew at entry {sequence:number}: entries behind that one may have been cut off before.',
  chainEndsBeforeHead:
    'The log ends with entry {last:number}, but its signed head is entry {sequence:number}: the end was cut off.',
  entryNotOfHead:
    'Entry {sequence:number} is not the one of the signed head: entries were replaced.',
  copyNotComparable:
    'Entry {sequence:number} of your copy cannot be compared: retention removed everything up to entry {begin:number}.',
  chainEndsBeforeCopy:
    'Your copy names entry {sequence:number}, but the log ends with entry {last:number}: the end was cut off.',
  entryNotOfCopy:
    'Entry {sequence:number} is missing or not the one of your copy: the log was removed or replaced since the copy was made.',
  entryLacksUnerasable:
    'Entry {sequence:number} ({id}) lacks {part:sentence}, which names nobody and is never erased: somebody removed it.',
  entryLacksUnerased:
    'Entry {sequence:number} ({id}) lacks {part:sentence}, and no erasure entry says that it was erased: somebody removed it.',
  entryPartNames: 'the name of who acted',
  entryPartContent: 'its changes',
  entryStillHolds:
    'Entry {sequence:number} still holds what entry {erasing:number} says was erased: the erasure was interrupted, or old data was put back.',
} as const;
