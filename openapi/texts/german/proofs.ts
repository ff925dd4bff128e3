/** Was Beweise von Garantien sagen. */
export const proofs = {
  proofGoesOn:
    'Zehn Beweise dieser Organisation warten schon. Sehen Sie sie in der Liste der Beweise an, und fragen Sie wieder, wenn einer fertig ist.',
  guaranteeOfNothing: 'Keine Integration eröffnet solche Störungen.',
  guaranteeOfNoSeverity:
    'Nach ihren Zuordnungen eröffnen {integrations:list} keine Störung dieser Schweregrade.',
  guaranteeExcusedAlways: 'Solche Störungen sind zu allen Zeiten entschuldigt.',
  guaranteeMostlyExcused:
    'Bei Störungen von „{integration}“ sind {percent} % der Zeit entschuldigt, und niemand muss dann informiert werden.',
  guaranteeExcusedBecause: '{reasons:sentences}',
  excusedBySilence: 'Dann gilt die Stummschaltung „{name}“.',
  excusedByInvertedSilence: 'Die Stummschaltung „{name}“ gilt außerhalb ihrer Zeiten.',
  excusedByWindow: 'Dann sind Wartungsfenster offen.',
  proofTooManyTimes:
    'Für Störungen von „{integration}“ ändert sich mit der Zeit zu viel: Weniger Tage, oder eine kürzere Zeit, in der jemand informiert wird, lassen sich vielleicht entscheiden.',
  proofTooManyIncidents:
    'Bedingungen unterscheiden zu viele Störungen von „{integration}“, nach den Attributen {attributes:list}.',
  proofOfTextsUndecided:
    'Für Störungen von „{integration}“ ist nicht entschieden, welche Bedingungen an die Attribute {attributes:list} zusammen gelten können.',
  proofTooManyWays:
    'Bei Störungen von „{integration}“ geschieht mehr, oder auf mehr Weisen, als durchgespielt werden kann.',
  proofTookTooLong:
    'Die Störungen von „{integration}“ wurden nicht alle durchgespielt: Es dauerte zu lange.',
  proofMuted: 'Sie ist stumm, also wird niemand verständigt.',
  proofSnoozed: 'Sie ist bis {until:moment} zurückgestellt.',
  proofSnoozedForGood: 'Sie ist zurückgestellt, bis sie gelöst ist.',
  proofRule: 'Regel {rule} von „{routing}“: {effects:sentence}',
  proofRuleOfNoService:
    'Regel {rule} von „{routing}“ läuft nie: Die Dienste, nach denen sie fragt, gibt es nicht mehr.',
  proofRuleOfNoSource:
    'Regel {rule} von „{routing}“ läuft nie: Die Integrationen, nach denen sie fragt, gibt es nicht mehr.',
  proofStepSkipped: 'Schritt {step:number} von „{policy}“ wird übergangen: {why:sentence}',
  proofStepNobody: 'Schritt {step:number} von „{policy}“ verständigt niemanden: {why:sentence}',
  proofStepEmpty: 'Schritt {step:number} von „{policy}“ verständigt niemanden. {reasons:sentences}',
  proofSuspended: 'Gesperrt, von denen, die „{of}“ nennt: {people:people}.',
  proofAbsent: 'Abwesend, von denen, die „{of}“ nennt: {people:people}.',
  proofOnLeave: 'Im Urlaub, von denen, die „{of}“ nennt: {people:people}.',
  proofRemoved: '„{of}“ nennt jemanden, der gelöscht wurde.',
  proofByHand: 'Die von Hand geplanten Tage von „{schedule}“ nennen für diese Zeit niemanden.',
  proofNoMembers: '{team} hat keine Mitglieder.',
  mendTemporary: 'Die von Hand geplanten Tage von „{schedule}“ ab {start:moment} löschen.',
  proofTierNobody: 'Stufe {step:number} von {team} verständigt niemanden: {why:sentence}',
  proofTierEmpty: 'Stufe {step:number} von {team} verständigt niemanden. {reasons:sentences}',
  proofTierNamesNobody: 'Die Stufe von {of} nennt niemanden.',
  proofLeaveUnread:
    'Der Dienstplan „{follower}“ richtet sich nach dem Urlaub von {person}, und was der Kalender „{calendar}“ davon sagt, ist nicht bekannt: {why:sentence}',
  proofHolidaysUnread:
    '„{follower}“ richtet sich nach dem Feiertagskalender „{calendar}“, und was er sagt, ist nicht bekannt: {why:sentence}',
  proofHasChance: 'Wer von Störungen von „{integration}“ erfährt, entscheidet der Zufall.',
  proofStopped: 'Der Beweis brauchte mehr Speicher oder Zeit, als er darf, und wurde abgebrochen.',
  proofNeedsFacts:
    'Nichts im Plan verletzt sie. Was sonst eingerichtet ist und wie Personen zu erreichen sind, ist nicht bekannt: --facts angeben.',
  proofAtBest: 'Allein nach dem Plan, im besten Fall: Jeder Kanal kann senden und erreicht alle.',
  proofOfUnknownPeople: 'Die Tatsachen sagen nichts über {people:list}.',
  proofOfUnknownConfirmation:
    'Es ist nicht bekannt, ob Adressen, die der Plan setzt, jene sind, die {people:list} noch nicht bestätigt haben.',
  channelNotInFacts: 'Nach den angegebenen Tatsachen kann über ihn nichts gesendet werden.',
  faultNeedsCount: 'bei PeopleAway nennen, wie viele Personen es sind',
  faultNeedsChannel: 'bei ChannelDown den Kanal nennen',
  faultHasNone: 'gehört nicht zu {fault}',
  alarmNeedsWebhook: 'eine Integration des Typs Webhook nennen',
  guaranteeBrokenTitle: 'Garantie verletzt: {name}',
  guaranteeBrokenBody:
    'Seit {at:moment} würden von einer Störung von „{integration}“ weniger Personen rechtzeitig erfahren, als die Garantie sagt.',
  guaranteeBreaksTitle: 'Die Garantie „{name}“ wird am {at:moment} verletzt',
  guaranteeBreaksBody:
    'Ab dann würden von einer Störung von „{integration}“ weniger Personen rechtzeitig erfahren, als die Garantie sagt.',
  guaranteeOverTitle: 'Die Garantie „{name}“ ist nicht mehr verletzt',
  guaranteeOverBody: 'Was sie verletzte, ist nicht mehr so.',
  guaranteePage: 'Ansehen, warum, und was hilft',
  guaranteeAlarmTitle: 'Eine Garantie hält nicht: {name}',
  mendSilence: 'Die Stummschaltung „{name}“ löschen.',
  mendMuted: 'Die Integration „{integration}“ nicht mehr stumm schalten.',
  mendMaintenance: 'Die Wartung der Integration „{integration}“ beenden.',
  mendWindow: 'Das Wartungsfenster von „{integration}“ löschen.',
  mendWithout: '{attribute} aus „{name}“ entfernen.',
  mendSetting: '{attribute} von „{name}“ auf {value} setzen.',
  mendRule: 'Regel {rule:number} von „{routing}“ löschen.',
  mendNumber: '{person} bekommt eine Telefonnummer.',
  mendOverride: 'Die Vertretung von {person} löschen, die am {start:moment} beginnt.',
  mendOverrideAlways: 'Die Vertretung von {person} löschen, die keinen Beginn hat.',
  mendMember: '{person} in {team} aufnehmen.',
  mendPolicy: '{team} einer Richtlinie folgen lassen, die {person} sofort verständigt.',
  mendConfirmed: '{person} bestätigt die Telefonnummer.',
  mendChannelAtOnce: '{person} sofort verständigen: {channel:choice}.',
  mendChannel: '{person} nach {minutes:number} min verständigen: {channel:choice}.',
  mendTier: 'Stufe {tier:number} von {team} nach {minutes:number} min eskalieren lassen.',
  mendStep: 'Schritt {step:number} von „{policy}“ {minutes:number} min nach dem davor gehen.',
  mendDuty: '{person} von {start:moment} bis {end:moment} zusätzlich Bereitschaft in {team} geben.',
  mendWithAdministrators:
    'Als letzten Schritt von „{policy}“ nach {minutes:number} min Administratoren von {team} verständigen.',
  mendWithMembers:
    'Als letzten Schritt von „{policy}“ nach {minutes:number} min alle Mitglieder von {team} verständigen.',
} as const;
