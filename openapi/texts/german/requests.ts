/** What is wrong with a request, whatever it is about. */
export const requests = {
  timeZoneUnknown: '{timeZone} ist keine IANA-Zeitzone; siehe /timezone.',
  notInCalendar: 'Den Zeitpunkt {value} gibt es im Kalender nicht.',
  endBeforeStart: 'Das Ende liegt vor dem Beginn.',
  addressListEmpty:
    'Nennen Sie mindestens eine Adresse oder einen CIDR-Bereich, oder senden Sie null, wenn jede Adresse senden darf.',
  secretInvisible:
    'Ein Geheimnis braucht mindestens ein sichtbares Zeichen; senden Sie null, wenn es keines gibt.',
  credentialsInUrl:
    'Lassen Sie Benutzername und Passwort aus der URL weg; verwenden Sie {instead:choices}.',
  maskSent:
    '{field} enthält statt eines Geheimnisses die Maske {mask}; senden Sie das Geheimnis selbst.',
  immutable: 'lässt sich nicht mehr ändern, wenn das Objekt da ist',
  immutableSent:
    'Das lässt sich nicht ändern: {members:choices}. Löschen Sie das Objekt und legen Sie ein anderes an.',
  addressListEntryInvalid: 'hat einen Eintrag, der weder Adresse noch CIDR-Bereich ist: {entry}',
  addressListRangeTooLong: 'hat einen Bereich mit mehr als {bits:number} Bits: {entry}',
  changedByOther:
    '{what} {id} ist nicht mehr, wie Sie es gelesen haben: {by} hat es um {at} geändert. Lesen Sie es neu, und wiederholen Sie Ihre Änderung mit dem ETag dieser Antwort. Ohne If-Match überschreiben Sie, was andere geändert haben.',
  changedSince:
    '{what} {id} ist nicht mehr, wie Sie es gelesen haben: Es wurde um {at} geändert. Lesen Sie es neu, und wiederholen Sie Ihre Änderung mit dem ETag dieser Antwort. Ohne If-Match überschreiben Sie, was andere geändert haben.',
} as const;
