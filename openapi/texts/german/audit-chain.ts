/** What is wrong with an audit log: what the check of its chain found. */
export const auditChain = {
  chainBeginAltered:
    'Der unterschriebene Anfang des Protokolls wurde verändert: Es können Einträge entfernt sein, die nicht durch die Aufbewahrungsfrist wegfielen.',
  entryHasMembers:
    'Eintrag {sequence:number} ({id}) hat Angaben, die kein Eintrag hat ({members:list}): Jemand hat sie hinzugefügt.',
  entryAltered:
    'Eintrag {sequence:number} ({id}) wurde verändert: Er sagt nicht, was aufgezeichnet wurde.',
  chainEmpty:
    'Das Protokoll ist leer: Es wurde entfernt, denn jedes enthält, dass seine Organisation angelegt wurde.',
  chainWithoutCreation:
    'Im Protokoll steht nicht, dass die Organisation angelegt wurde: Was vorher aufgezeichnet war, wurde entfernt.',
  entryMissing: 'Eintrag {sequence:number} fehlt: Jemand hat ihn entfernt.',
  entriesMissing: 'Die Einträge {from:number} bis {to:number} fehlen: Jemand hat sie entfernt.',
  entryOutOfLine:
    'Eintrag {sequence:number} ({id}) setzt den davor nicht fort: Einer der beiden wurde ersetzt.',
  headMissing:
    'Der unterschriebene Stand fehlt: Er wurde entfernt, und ob das Ende abgeschnitten ist, weiß man nicht.',
  headAltered:
    'Der unterschriebene Stand wurde verändert: Ob das Ende des Protokolls abgeschnitten ist, weiß man nicht.',
  headBegunAnew:
    'Der unterschriebene Stand wurde entfernt und bei Eintrag {sequence:number} neu begonnen: Einträge dahinter können vorher abgeschnitten worden sein.',
  chainEndsBeforeHead:
    'Das Protokoll endet mit Eintrag {last:number}, sein unterschriebener Stand ist aber Eintrag {sequence:number}: Das Ende wurde abgeschnitten.',
  entryNotOfHead:
    'Eintrag {sequence:number} ist nicht der des unterschriebenen Stands: Einträge wurden ersetzt.',
  copyNotComparable:
    'Eintrag {sequence:number} Ihrer Kopie lässt sich nicht vergleichen: Alles bis Eintrag {begin:number} ist durch die Aufbewahrungsfrist weggefallen.',
  chainEndsBeforeCopy:
    'Ihre Kopie nennt Eintrag {sequence:number}, das Protokoll endet aber mit Eintrag {last:number}: Das Ende wurde abgeschnitten.',
  entryNotOfCopy:
    'Eintrag {sequence:number} fehlt oder ist nicht der Ihrer Kopie: Das Protokoll wurde entfernt oder ersetzt, seit die Kopie gemacht wurde.',
  entryLacksUnerasable:
    'In Eintrag {sequence:number} ({id}) fehlt {part:sentence}. Das nennt niemanden und wird nie gelöscht: Jemand hat es entfernt.',
  entryLacksUnerased:
    'In Eintrag {sequence:number} ({id}) fehlt {part:sentence}, und kein Eintrag über eine Löschung sagt, dass es gelöscht wurde: Jemand hat es entfernt.',
  entryPartNames: 'der Name dessen, der gehandelt hat',
  entryPartContent: 'der Teil mit den Änderungen',
  entryStillHolds:
    'Eintrag {sequence:number} enthält noch, was laut Eintrag {erasing:number} gelöscht wurde: Die Löschung wurde unterbrochen, oder alte Daten wurden zurückgespielt.',
} as const;
