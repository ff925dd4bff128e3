/** Why somebody may not, or cannot: people, roles, keys, groups, accounts and signing in. */
export const access = {
  crossOrigin:
    'Eine Anfrage mit dem Cookie einer Sitzung muss von einer Seite dieses Servers kommen. Skripte nehmen einen API-Schlüssel.',
  foreignHost: 'Fragen Sie unter der Adresse {url}, und nicht von einer Seite anderer Herkunft.',
  youAreSuspended:
    'Sie sind in dieser Organisation gesperrt; bitten Sie einen Administrator, das aufzuheben.',
  youAreGone: 'Sie gehören nicht mehr zu dieser Organisation; fragen Sie einen Administrator.',
  cannotProvision:
    'Persönliche Schlüssel und Sitzungen können Objekte nicht als von Code verwaltet kennzeichnen; lassen Sie provision weg.',
  keyOrganizationDeleted: 'Die Organisation dieses API-Schlüssels wurde gelöscht.',
  keyKindNeeded: 'Diese Operation braucht einen Schlüssel der Art {kinds:anyOf}.',
  wholeOrganizationKeyNeeded:
    'Diese Operation braucht einen Schlüssel für die ganze Organisation, nicht nur für einige Teams.',
  scopeMissing: 'Diesem API-Schlüssel fehlt der Scope {scope}.',
  foreignKeyNeedsRights:
    'Einen Schlüssel einer anderen Organisation macht nur ein Organisationsschlüssel, der Organisationen anlegen darf.',
  foreignKeyKind: 'Für eine andere Organisation gibt es nur Organisationsschlüssel.',
  userSuspended: 'Diese Person ist gesperrt; heben Sie die Sperre zuerst auf.',
  personSuspendedResumeFirst: 'Diese Person ist gesperrt; heben Sie die Sperre zuerst auf.',
  someTeamRoleNeeded:
    'Dafür braucht man die Rolle Administrator in einem Team oder in der Organisation.',
  invitationNeedsFullKey:
    'Eine Einladung gibt alle Rechte der Person, deshalb kann ein Schlüssel mit Scopes keine machen; nehmen Sie einen Schlüssel ohne Scopes.',
  updateNeedsRole:
    'Dafür braucht man die Rolle Administrator in der Organisation, oder Störungen der eigenen Teams in incidentIds.',
  memberRoleNeeded:
    'Dafür braucht man mindestens die Rolle Mitglied der Organisation; ohne sie kann man nur sich selbst lesen.',
  linkOver: 'Dieser Link gilt nicht, oder nicht mehr. Fordern Sie einen neuen an.',
  confirmFirst:
    'Dafür darf die Anmeldung höchstens 15 Minuten her sein: Bestätigen Sie, wer Sie sind, und versuchen Sie es noch einmal.',
  signedInElsewhere:
    'Sie haben sich beim Identitätsanbieter Ihrer Organisation angemeldet; ändern Sie dort, wie Sie sich anmelden.',
  nobodySignedIn: 'Niemand ist angemeldet; melden Sie sich unter /sign-in an.',
  incidentTeamRoleNeeded: 'Dafür braucht man die Rolle Administrator in einem Team der Störung.',
  keyUserGone:
    'Die Person dieses Schlüssels gehört nicht mehr zur Organisation; nehmen Sie einen anderen Schlüssel.',
  keyUserSuspended:
    'Die Person dieses Schlüssels ist gesperrt; bitten Sie einen Administrator, das aufzuheben.',
  keyInvalid:
    'Senden Sie einen gültigen API-Schlüssel als X-Api-Key oder Authorization: Bearer; dieser fehlt, ist unbekannt, abgelaufen oder widerrufen.',
  keyEnded: 'Dieser Schlüssel wurde widerrufen oder ist abgelaufen; legen Sie einen neuen an.',
  keyHasSuccessor: 'Dieser Schlüssel hat schon einen Nachfolger; erneuern Sie den.',
  onlyForAgents: 'Nur ein Schlüssel der Art agent hat diese Rechte; lassen Sie agent weg.',
  agentNeedsOwner:
    'Der Schlüssel eines Agenten braucht agent.ownerId: die Person, die für ihn einsteht.',
  agentNeedsScopes: 'Der Schlüssel eines Agenten braucht Scopes.',
  agentNeedsEnd:
    'Der Schlüssel eines Agenten endet binnen {days:number} Tagen; geben Sie expiresAt an.',
  agentMayNot:
    'Ein Agent liest, probiert und handelt an Störungen; bitten Sie für alles andere einen Menschen.',
  agentReadsNoPayloads:
    'Dieser Schlüssel darf nicht lesen, was Werkzeuge eingesandt haben; readsPayloads seines Agenten erlaubt es.',
  agentMayNotDoThis:
    'Dieser Schlüssel darf das bei einer Störung mit dem Schweregrad {severity} nicht; bitten Sie einen Menschen.',
  agentChangesNothingElse:
    'Ein Agent kommentiert, eskaliert, nimmt an, weist zu, stellt zurück und löst, soweit sein Schlüssel es erlaubt, und ändert sonst nichts.',
  agentTellsNoPublic:
    'Ein Agent sagt der Öffentlichkeit nichts; lassen Sie Dienste und öffentliche Mitteilungen weg.',
  personalKeyNeedsUser:
    'Ein persönlicher Schlüssel braucht eine userId: die Person, für die er handelt.',
  organizationKeyHasNoUser:
    'Ein Organisationsschlüssel gehört zu keiner Person; lassen Sie userId weg.',
  keyScopesTooWide:
    'Ein Schlüssel kann nicht mehr Scopes bekommen, als der Schlüssel hat, der ihn verwaltet.',
  twoKeysSent:
    'X-Api-Key und Authorization enthalten verschiedene Schlüssel; senden Sie nur einen.',
  membershipOfGroups:
    'Diese Mitgliedschaft kommt von Gruppen eines Identitätsanbieters; legen Sie stattdessen eine andere an.',
  roleOfGroups:
    'Diese Rolle kommt von Gruppen eines Identitätsanbieters: Nehmen Sie die Person aus der Gruppe, oder ändern Sie die Zuordnung der Gruppe.',
  membershipChangingNow:
    'Diese Mitgliedschaft wird gerade von anderen geändert; versuchen Sie es noch einmal.',
  notEmailOfUser: 'Das ist nicht die E-Mail-Adresse dieser Person; lassen Sie sie weg.',
  nameUser: 'Nennen Sie die Person mit userId, oder mit email, um sie einzuladen.',
  userManagesSettings:
    'Die Person verwaltet diese Einstellungen selbst; senden Sie provision=true, um sie zu überschreiben.',
  ownOrganizationStays: 'Ein Schlüssel kann seine eigene Organisation nicht löschen.',
  subOrganizationsFirst: 'Löschen Sie zuerst die Organisationen unter dieser.',
  lastOwner:
    'Das ist der letzte aktive Inhaber der Organisation; ernennen Sie zuerst einen anderen.',
  notAnActiveOwner: 'Diese Person ist kein aktiver Inhaber der Organisation.',
  userHasNoPhone: 'Diese Person hat keine Telefonnummer.',
  noValidCode: 'Es gibt keinen gültigen Code; fordern Sie einen neuen an.',
  codeTriedTooOften: 'Dieser Code wurde zu oft versucht; fordern Sie einen neuen an.',
  wrongTextedCode: 'Das ist nicht der Code, der an die Nummer ging.',
  codesTooMany:
    'Mehr als {max:number} Codes in einer Stunde; versuchen Sie es in {seconds:number} s noch einmal.',
  noSuchContact: 'In den Regeln dieser Person gibt es keinen Kontakt {id}.',
  contactChangedMeanwhile:
    'Der Kontakt wurde inzwischen geändert; fordern Sie einen neuen Code an.',
  contactNotConfirmed:
    'Dieser Kontakt ist nicht bestätigt: Fordern Sie zuerst einen Code an und geben Sie ihn ein.',
  contactOfOtherChannel:
    'Der Kontakt {id} gehört zu {channel:choice}: Testen Sie ihn über diesen Kanal.',
  noSuchDevice: 'Diese Person hat kein Gerät {id} für Push-Nachrichten.',
  codeNotSpoken: 'An eine E-Mail-Adresse geht kein Anruf: Lassen Sie byCall weg.',
  contactNeedsCode: 'Geben Sie den Code an, der an den Kontakt ging.',
  wrongSentCode: 'Das ist nicht der Code, der an den Kontakt ging.',
  contactCodeTitle: 'Ihr Tocsin-Code: {code}',
  contactCodeText:
    '{code} bestätigt, dass Alarme hierher gesendet werden dürfen. Er gilt 10 Minuten. Jemand anderes hat ihn angefordert? Dann tun Sie nichts.',
  phoneChangedMeanwhile:
    'Die Telefonnummer wurde inzwischen geändert; fordern Sie einen neuen Code an.',
  keyMayNotChange:
    'Ein Schlüssel, der keine Rollen geben darf, darf das bei niemandem: {change:sentence}. Fügen Sie den Scope organization-memberships:update hinzu.',
  rankTooLow:
    'Diese Person hat eine höhere Rolle als Sie, also dürfen Sie das nicht: {change:sentence}. Fragen Sie einen Inhaber.',
  viewsTooMany: 'Es gibt schon {max:number} Ansichten; löschen Sie zuerst eine.',
  secretKeyChanging:
    'Der geheime Schlüssel wird gerade ersetzt. Wenn kein npx tocsin rotate-secret-key läuft, wurde es unterbrochen: Starten Sie es noch einmal, mit denselben Einstellungen und Optionen; es macht weiter, wo es aufgehört hat.',
  secretKeyDiffers:
    'Diese Datenbank nutzt einen anderen geheimen Schlüssel: Setzen Sie TOCSIN_SECRET_KEY auf den der anderen Prozesse, oder kopieren Sie deren Datei secret.key in das Datenverzeichnis. Nach npx tocsin rotate-secret-key ist es der neue Schlüssel; wenn der Befehl nicht von selbst endete, starten Sie ihn noch einmal. Eine Sicherung von davor braucht den früheren.',
  notSuspendSelf:
    'Sie können sich nicht selbst sperren; fragen Sie einen anderen Inhaber oder Administrator.',
  ownersOnly: 'Diese Person ist Inhaber: Das dürfen nur Inhaber.',
  notOwnEmail:
    'An Ihrer E-Mail-Adresse erkennt man Sie; bitten Sie einen Administrator, sie zu ändern.',
  notDeleteSelf: 'Sie können sich nicht selbst löschen; fragen Sie einen anderen Inhaber.',
  groupsChangingFast:
    'Die Gruppen ändern sich zu schnell, um ihre Rollen zu geben; versuchen Sie es noch einmal.',
  nameGroup: 'Nennen Sie die Gruppe mit groupDisplayName oder mit groupId.',
  nameGroupOnce: 'Nennen Sie die Gruppe mit groupDisplayName oder mit groupId, nicht mit beiden.',
  mappingGivesNothing: 'Geben Sie eine Rolle in der Organisation, im Team, oder beides.',
  teamOrCreateTeam: 'Lassen Sie teamId weg, oder setzen Sie createTeam auf false.',
  teamRoleNeedsTeam: 'Geben Sie teamRole zusammen mit teamId oder createTeam an.',
  groupOfOtherOrigin:
    'Diese Gruppe hat eine andere Herkunft; setzen Sie origin auf die der Gruppe.',
  previewNeedsMapping: 'Geben Sie mapping an, die Id einer vorhandenen Zuordnung, oder beides.',
  onePushAddress: 'Geben Sie entweder webPush oder ntfyTopicUrl an, nicht beides.',
  mustBeHttpUrl: 'muss eine URL mit http oder https sein',
  pushAddressMissing: 'Geben Sie webPush oder ntfyTopicUrl an.',
  mustBeNtfyTopic: 'muss ein Thema sein, wie https://ntfy.sh/my-topic',
  noUserWithAddress: 'Es gibt niemanden mit der Adresse {email}.',
  accountJustMade: 'Jemand hat dieses Konto gerade angelegt; öffnen Sie den Link noch einmal.',
  accountAddressTaken: 'Inzwischen hat ein anderes Konto diese Adresse.',
  accountChangingNow: 'Das Konto wird gerade von anderen geändert; versuchen Sie es noch einmal.',
  mustBeEmail: 'muss eine E-Mail-Adresse sein',
  accountGone: 'Dieses Konto gibt es nicht mehr.',
  presentAddress: 'ist die jetzige Adresse',
  attemptsAtOnce: 'Zu viele Versuche auf einmal; versuchen Sie es noch einmal.',
  attemptsTooMany: 'Zu viele falsche Versuche; versuchen Sie es in {seconds:number} s noch einmal.',
  passkeyTaken: 'Dieser Passkey gehört schon zu einem Konto.',
  lastWayIn: 'Wählen Sie zuerst ein Passwort: Sonst kämen Sie nicht mehr hinein.',
  passkeysTooMany: 'Ein Konto hat höchstens {max:number} Passkeys; entfernen Sie einen.',
  noSuchPasskey: 'Diesen Passkey hat das Konto nicht.',
  passwordTooShort: 'braucht mindestens {length:number} Zeichen',
  passwordTooLong: 'darf höchstens {length:number} Zeichen haben',
  passwordOwnName: 'darf nicht Ihre Adresse, Ihr Name oder der Name des Produkts sein',
  passwordCommon: 'steht auf Listen häufiger Passwörter; wählen Sie ein anderes',
  appFirst: 'Richten Sie zuerst eine Authenticator-App ein; die Codes ersetzen sie.',
  enrolmentTooOld: 'Die Einrichtung ist zu lange her; beginnen Sie noch einmal.',
  wrongAppCode: 'Das ist nicht der Code, den die App jetzt zeigt.',
  keyRankTooLow:
    'Diese Person ist {role:choice}, also darf dieser Schlüssel das nicht: {change:sentence}. Ein Inhaber darf es, oder ein Schlüssel, der Rollen geben darf.',
  scimRankTooLow:
    'Diese Person ist {role:choice}, und das haben andere als dieser SCIM-Client entschieden, also darf dieser Schlüssel das nicht: {change:sentence}. Ein Inhaber darf es, oder ein Schlüssel, der Rollen geben darf.',
  toChangeEmail: 'die E-Mail-Adresse ändern',
  toChangePhone: 'die Telefonnummer ändern',
  toRegisterPush: 'einen Empfänger von Push-Nachrichten anmelden',
  toInvite: 'sie einladen',
  billableUserStays: 'Wer die Rechnung zahlt, muss bleiben; nennen Sie zuerst jemand anderen.',
  billableUserStaysOwner:
    'Wer die Rechnung zahlt, muss aktiver Inhaber bleiben; nennen Sie zuerst jemand anderen.',
  mustBeKeysOrganization: 'muss die Organisation des Schlüssels sein, oder null',
  mustBeOriginalRoot: 'muss die Organisation sein, aus der sie entstand, oder null',
  settingsSentTwice:
    'weicht von incidentNotificationSettings ab; senden Sie die Einstellungen in einer der beiden Formen',
  noSuchUsers: '{ids:list}: In dieser Organisation gibt es niemanden mit dieser Id.',
  messageWaits:
    'Die Nachricht {id} wartet noch auf den Versand; sehen Sie sie an, bevor Sie sie noch einmal senden.',
  mergedIntoItself:
    'Eine Störung lässt sich nicht mit sich selbst zusammenführen; nennen Sie eine andere offene.',
  mergedAlready: 'Die Störung ist Teil einer anderen; lösen Sie sie erst heraus.',
  leaderIsMerged:
    'Die Störung, mit der zusammengeführt werden soll, ist selbst Teil einer anderen; nehmen Sie diese andere, oder lösen Sie sie erst heraus.',
  leaderNotOpen:
    'Nur mit einer offenen Störung, die nicht archiviert ist, lassen sich andere zusammenführen; öffnen Sie sie wieder, oder nennen Sie eine andere.',
  leadsOthers:
    'Andere Störungen sind Teil dieser; lösen Sie diese erst heraus, oder führen Sie andersherum zusammen.',
  onlyOpenMerged: 'Nur offene Störungen lassen sich zusammenführen; öffnen Sie diese erst wieder.',
  notMerged:
    'Die Störung ist nicht Teil einer anderen, oder sie ist vorbei: Es gibt nichts herauszulösen.',
  onlyArchivedDeleted:
    'Nur archivierte Störungen lassen sich löschen; archivieren Sie diese zuerst.',
  incidentNeedsTeam:
    'nennen Sie mindestens ein Team, oder die Integration, deren Team die Störung bekommt',
  problemOpenElsewhere:
    'Für dasselbe Problem ist eine andere Störung offen; nehmen Sie die, statt diese wieder zu öffnen.',
  accountMailImpossible:
    'Die neue Adresse lässt sich nicht durch eine Mail bestätigen. {why:sentence}',
  invitationNotMailed:
    'Die Einladung ließ sich nicht als Mail senden. {why:sentence} Prüfen Sie die Adresse und TOCSIN_SMTP_URL; ohne diese Einstellung bekommen Sie einen Link zum Weitergeben.',
  passkeysNeedName:
    'Für eine IP-Adresse legen Browser keine Passkeys an; setzen Sie TOCSIN_PUBLIC_URL auf eine Adresse mit einem Namen.',
  passkeysNeedHttps:
    'Browser legen Passkeys nur über https an; setzen Sie TOCSIN_PUBLIC_URL auf eine https-Adresse.',
  passkeyUnexpected: 'Der Passkey lässt sich nicht hinzufügen; beginnen Sie noch einmal.',
  passkeyUnexpectedBecause:
    'Der Passkey lässt sich nicht hinzufügen; beginnen Sie noch einmal. {why}',
  passkeyNotAskedFor:
    'Der Passkey lässt sich nicht hinzufügen; beginnen Sie noch einmal. Um diesen wurde nicht gebeten.',
  codeNotSent: 'Der Code wurde nicht gesendet: {why:sentence}',
  lastOwnerStays: 'Der letzte aktive Inhaber behält die Rolle.',
  userHasNoPush: 'Zu dieser Person gibt es kein Gerät für Push-Nachrichten.',
  userHasNoEmail: 'Diese Person hat keine E-Mail-Adresse.',
  phoneUnconfirmed:
    'Die Telefonnummer ist nicht bestätigt; lassen Sie sich einen Code senden, und bestätigen Sie sie damit.',
  devicesTookIt:
    '{taken:number} von {all:number} Geräten haben sie angenommen. {reasons:sentences}',
  noDeviceTookIt: 'Keines von {all:number} Geräten hat sie angenommen. {reasons:sentences}',
  deviceSays: '{device}: {why:sentence}',
  billableUserKeepsRole: 'Wer die Rechnung zahlt, bleibt Inhaber.',
  signInTimedOut: 'Er hat nicht rechtzeitig geantwortet.',
  signInClientRefused: 'Er lehnt den Client ab (401).',
  signInKeyUnknown: 'Das ID-Token nennt einen Schlüssel, der nicht veröffentlicht ist.',
  signInSuspended: 'Die Person ist in dieser Organisation gesperrt.',
  signInNotByAddress:
    'Die Person ist {role:choice}; mit dieser Rolle wird niemand allein über die Adresse verknüpft.',
  signInOtherPerson: 'Angemeldet hat sich jemand anderes als die Person der Sitzung.',
  signInPersonGone: 'Die Person der Sitzung wurde entfernt.',
  signInUnknownPerson:
    'Die Organisation hat niemanden mit dieser Adresse, und die Verbindung legt niemanden bei der ersten Anmeldung an.',
  signInUnknownBesideScim:
    'Die Organisation hat niemanden mit dieser Adresse. Ihre Personen kommen über SCIM, darum legt eine Anmeldung niemanden an.',
  domainNotAnswered:
    'Der Namensdienst hat zu {name} nichts geantwortet; versuchen Sie es später noch einmal.',
  domainRecordMissing:
    'Es gibt keinen TXT-Eintrag {name} mit dem Wert aus recordValue. Bis neue Einträge zu sehen sind, können Stunden vergehen.',
  domainRecordLost: 'Der TXT-Eintrag {name} hat sieben Tage gefehlt; die Domain zählt nicht mehr.',
  domainRecordGone:
    'Der TXT-Eintrag {name} ist weg. Veröffentlichen Sie ihn wieder, spätestens bis {until:moment}.',
  domainTaken:
    '{domain} ist für eine andere Verbindung dieser Installation nachgewiesen; nehmen Sie die Domain dort zuerst heraus.',
  signInNoEmail: 'Weder das ID-Token noch der Userinfo-Endpunkt hat den Claim email.',
  signInEmailUnverified:
    'Der Anbieter sagt nicht, dass er die Adresse geprüft hat (email_verified).',
  signInForeignDomain:
    'Die Domain der Adresse ({domain}) gehört nicht zu den nachgewiesenen Domains der Verbindung.',
  signInLinkedOtherwise:
    'Die Person ist mit einer anderen Identität des Anbieters verknüpft. Ein Inhaber kann diese Verknüpfung lösen.',
  signInDisabled: 'Diese Verbindung gibt es nicht, oder sie ist nicht eingeschaltet.',
  signInUnknownState: 'Der State der Antwort ist hier nicht bekannt.',
  signInNoToken: 'Die Antwort hat kein ID-Token.',
  signInOtherSession: 'Die Sitzung dieses Browsers ist inzwischen eine andere.',
} as const;
