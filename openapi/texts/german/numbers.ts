/** Whether the calls of phone numbers arrive, and whom their callers reach. */
export const numbers = {
  numberMayNotArrive: 'Anrufe der Nummer „{name}“ kommen vielleicht nicht an. {why:sentence}',
  numberSet: 'Eingerichtet: Anrufe der Nummer {number} kommen hier an.',
  numberByHand:
    'Von Hand: Tragen Sie beim Anbieter {voice} für eingehende Anrufe ein, {fallback}, falls das scheitert, und {status} für Änderungen am Status eines Anrufs, alle mit POST. Mit Zugangsdaten geschieht das von selbst.',
  numberLeadsNowhere:
    'Geändert: Beim Anbieter führen Anrufe der Nummer {number} nirgendwohin; speichern Sie die Integration, damit sie wieder hier ankommen.',
  numberLeadsElsewhere:
    'Geändert: Beim Anbieter gehen Anrufe der Nummer {number} jetzt an {address}; speichern Sie die Integration, damit sie wieder hier ankommen.',
  numberOnlyLocal:
    'Wartet: Kein Anbieter erreicht {address}; setzen Sie TOCSIN_PUBLIC_URL auf die öffentliche Adresse dieses Servers.',
  numberAnsweredElsewhere:
    'Wartet: Die Integration {name} nimmt {number} an; löschen Sie sie, oder ändern Sie ihre Nummer.',
  numberWaiting: 'Wartet: Der Anbieter wird gefragt.',
  numberRefused: 'Abgelehnt: {error:sentence}',
  numberTriedAgain: 'Wartet: {error:sentence} Es wird erneut versucht.',

  callersReachNobody: '{callers:sentence}, {reach:sentence}',
  callersOf: 'Wer „{number}“ anruft',
  callersPressing: 'Wer „{number}“ anruft und {key:number} drückt',
  routeTeamDeleted: 'erreicht niemanden: Das Team dieses Weges wurde gelöscht.',
  nobodyBetween:
    'erreicht von {from:moment} bis {until:moment} niemanden: In {team} hat niemand mit bestätigter Telefonnummer Bereitschaft. {then:sentence}',
  nobodyBetweenAndMore:
    'erreicht von {from:moment} bis {until:moment} niemanden, und {count:number} weitere Male: In {team} hat niemand mit bestätigter Telefonnummer Bereitschaft. {then:sentence}',
  nobodyFrom:
    'erreicht ab {from:moment} niemanden: In {team} hat niemand mit bestätigter Telefonnummer Bereitschaft. {then:sentence}',
  nobodyFromAndMore:
    'erreicht ab {from:moment} niemanden, und {count:number} weitere Male: In {team} hat niemand mit bestätigter Telefonnummer Bereitschaft. {then:sentence}',
  thenMessage: 'Es bleibt eine Nachricht auf dem Band.',
  thenClosing: 'Zu hören ist die Schlussansage, und niemand erfährt davon.',
} as const;
