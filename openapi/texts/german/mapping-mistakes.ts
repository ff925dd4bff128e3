/** What is wrong with a mapping, for who writes it. */
export const mappingMistakes = {
  regexMistake: '{what:sentences} (an Stelle {position:number})',
  regexHere: 'Hier ist es „{it}“.',
  regexLimit: 'Die Grenze ist {max:number}.',
  regexLength: 'Es hat {length:number} Zeichen, die Grenze ist {max:number}.',
  jsonPathTooLong: 'Ein Pfad darf höchstens {max:number} Zeichen haben.',
  jsonPathInvalid: 'Ab Stelle {position:number} ist das kein JSONPath-Ausdruck.',
  jsonPathFiltersTooDeep: 'Filter dürfen höchstens {max:number} tief verschachtelt sein.',
  jsonPathSelectorUnsupported: 'Diese Art von Auswahl wird nicht unterstützt.',
  jsonPathFilterUnsupported: 'Diese Art von Filter wird nicht unterstützt.',
  jsonPathRegexInvalid: 'Der reguläre Ausdruck im Filter ist nicht gültig: {why:sentence}',
  jsonPathScript: 'Skripte wie [(@.length-1)] werden nicht unterstützt; schreiben Sie [-1].',
  jsonPathEndsInBracket: 'Der Pfad endet innerhalb einer Klammer.',
  jsonPathQuoteOpen: 'Einem Text in Anführungszeichen fehlt das schließende.',
  jsonPathEndsInFilter: 'Der Pfad endet innerhalb eines Filters.',
  jsonPathParentheses: 'Die Klammern eines Filters passen nicht zueinander.',
  jsonPathRegexForm: 'Einen regulären Ausdruck nach =~ schreibt man /Muster/Optionen.',
  jsonPathRegexOpen: 'Einem regulären Ausdruck im Filter fehlt der schließende Schrägstrich.',
  jsonPathRegexFlags: 'Ein regulärer Ausdruck kennt die Optionen i, m, s und x, nicht „{flags}“.',
  jsonPathEndsTooEarly: 'Der Pfad endet zu früh.',
  expressionUnexpected: '„{character}“ wird an Stelle {position:number} nicht erwartet.',
  xPathEmpty: 'Ein XPath-Ausdruck kann nicht leer sein.',
  xPathTooLong: 'Ein XPath-Ausdruck darf höchstens {max:number} Zeichen haben.',
  xPathInvalid: 'Das ist kein Ausdruck in XPath 1.0.',
  xPathTooComplex: 'Dieser Ausdruck ist zu verwickelt für XPath.',
  xPathQuoteOpen: 'Dem Text ab Stelle {position:number} fehlt das schließende Anführungszeichen.',
  xPathVariables: 'Variablen in XPath ($name) werden nicht unterstützt.',
  xPathNestedTooDeep: 'Klammern dürfen höchstens {max:number} tief verschachtelt sein.',
  xPathTooManySteps:
    'Dieser Ausdruck hat für seine Tiefe zu viele Schritte und Operatoren. Verteilen Sie ihn auf mehrere Attribute.',
  mapTooManyPairs: 'Höchstens {max:number} Paare sind erlaubt.',
  mapPairWithoutArrow:
    'Paar {pair:number} („{text}“) hat kein „->“. Schreiben Sie Paare wie A->1,B->2,->3.',
  mappingWindowRange:
    'Das Zeitfenster der Gruppierung ist eine ganze Zahl von Sekunden von 0 bis {max:number}.',
  mappingTooManyAttributes: 'Eine Zuordnung darf höchstens {max:number} Attribute haben.',
  mappingNameLength: 'Ein Name hat 1 bis {max:number} Zeichen.',
  mappingPreviousForbidden:
    'Dieses Attribut entscheidet, zu welcher Störung eine Meldung gehört, deshalb kann es previousIncident nicht verwenden.',
  mappingVariableUnknown:
    'Kein früheres Attribut heißt „{name}“, deshalb wird die Variable dieses Namens nicht ersetzt.',
  mappingStepCount: 'Ein Attribut hat 1 bis {max:number} Schritte.',
  mappingStepNone: 'Ein Schritt hat genau eines von {kinds:list}; dieser hat keines.',
  mappingStepSeveral: 'Ein Schritt hat genau eines von {kinds:list}; dieser hat {found:choices}.',
  mappingReplaceAlone: 'Eine Ersetzung gehört zu einem regulären Ausdruck im selben Schritt.',
  mappingTooLarge:
    'Die Zuordnung ist zu groß: Sie hat mehr Ausdrücke, als übersetzt werden können.',
  mappingTextTooLong: 'Hier sind höchstens {max:number} Zeichen erlaubt.',
  mappingWithoutReserved: 'Ohne {name} kann keine Meldung dieser Integration eine Störung werden.',
  mappingOneIncident:
    'Es gibt weder eine CorrelationId noch ein eigenes Attribut, deshalb gehören alle Meldungen zu einer einzigen Störung.',
  mappingGroupingByStatus:
    'Wer nach Status gruppiert, hält eine lösende Meldung von der Gruppe fern, die sie lösen soll.',
  mappingObjectExpected: 'Hier wird ein Objekt erwartet.',
  mappingMemberTwice: 'Diese Angabe steht zweimal da, mit verschiedenen Werten.',
  mappingListTooLong: 'Diese Liste ist zu lang.',
  mappingListExpected: 'Hier wird eine Liste erwartet.',
  mappingTextRequired: 'Hier ist ein Text nötig.',
  mappingTextExpected: 'Hier wird ein Text erwartet.',
  mappingFlagExpected: 'Hier wird true oder false erwartet.',
  mappingSecondsExpected: 'Hier wird eine ganze Zahl von Sekunden erwartet.',

  regexAlternationHasComment: 'Ein Kommentar kann nicht die Bedingung von (?( … ) sein.',
  regexAlternationHasMalformedReference: 'Auf die Nummer der Gruppe in (?( … ) muss „)“ folgen.',
  regexAlternationHasNamedCapture:
    'Eine benannte Gruppe kann nicht die Bedingung von (?( … ) sein.',
  regexAlternationHasTooManyConditions:
    'Eine Bedingung (?( … )ja|nein) hat höchstens zwei Zweige; schreiben Sie „|“ innerhalb eines Zweigs in (?: … ).',
  regexAlternationHasUndefinedReference: 'Die Bedingung nennt eine Gruppe, die es nicht gibt.',
  regexCaptureGroupNameInvalid:
    "Der Name einer Gruppe beginnt mit Buchstabe, Ziffer oder „_“, enthält nur solche und endet mit „>“ oder „'“.",
  regexCaptureGroupOfZero:
    'Eine Gruppe kann nicht die Nummer 0 haben; sie steht für den ganzen Treffer.',
  regexExclusionGroupNotLast: 'Eine abgezogene Klasse -[ … ] muss am Ende ihrer Klasse stehen.',
  regexInsufficientClosingParentheses:
    'Ein „(“ wird nie geschlossen; ergänzen Sie „)“ oder schreiben Sie „\\(“.',
  regexInsufficientOpeningParentheses:
    'Dieses „)“ schließt nichts; entfernen Sie es oder schreiben Sie „\\)“.',
  regexInsufficientOrInvalidHexDigits: '\\x braucht zwei hexadezimale Ziffern, \\u vier.',
  regexInvalidGroupingConstruct: 'Nach „(?“ steht keine bekannte Art von Gruppe.',
  regexInvalidUnicodePropertyEscape:
    'Schreiben Sie eine Kategorie oder einen Block von Unicode als \\p und den Namen in geschweiften Klammern.',
  regexMalformedNamedReference:
    "Schreiben Sie einen Verweis auf einen Namen als \\k<Name> oder \\k'Name'.",
  regexMalformedUnicodePropertyEscape:
    'Auf \\p und \\P muss eine öffnende geschweifte Klammer folgen.',
  regexMissingControlCharacter: 'Auf \\c muss ein Buchstabe folgen.',
  regexNestedQuantifiersNotParenthesized:
    'Eine Wiederholung folgt auf eine Wiederholung; setzen Sie die erste in (?: … ).',
  regexQuantifierAfterNothing:
    'Die Wiederholung hat nichts zu wiederholen; für das Zeichen selbst setzen Sie „\\“ davor.',
  regexQuantifierOrCaptureGroupOutOfRange: 'Diese Zahl ist größer als 2147483647.',
  regexReversedCharacterRange: 'Der Bereich in dieser Klasse läuft rückwärts.',
  regexReversedQuantifierRange: 'Das Minimum dieser Wiederholung ist größer als ihr Maximum.',
  regexShorthandClassInCharacterRange:
    'Eine Klasse wie \\d oder \\w kann einen Bereich nicht beenden.',
  regexUndefinedNamedReference: 'Der Verweis nennt eine Gruppe, die es nicht gibt.',
  regexUndefinedNumberedReference: 'Der Verweis nennt die Nummer einer Gruppe, die es nicht gibt.',
  regexUnescapedEndingBackslash:
    'Das Muster endet mit „\\“; für einen umgekehrten Schrägstrich schreiben Sie „\\\\“.',
  regexUnrecognizedControlCharacter:
    'Auf \\c muss ein Buchstabe oder eines von @ [ \\ ] ^ _ folgen.',
  regexUnrecognizedEscape:
    'Diese Zeichenfolge gibt es nicht; für das Zeichen selbst lassen Sie „\\“ weg.',
  regexUnrecognizedUnicodeProperty:
    'Eine Kategorie oder einen Block dieses Namens hat Unicode nicht; Schriften gibt es hier nicht.',
  regexUnterminatedBracket:
    'Ein „[“ wird nie geschlossen; ergänzen Sie „]“ oder schreiben Sie „\\[“.',
  regexUnterminatedComment: 'Der Kommentar (?# wird nie geschlossen.',
  regexUnsupportedOption: 'Optionen sind Buchstaben aus „imnsxr“.',
  regexPatternTooLong: 'Das Muster ist zu lang.',
  regexTooManyGroups:
    'Das Muster hat zu viele Gruppen; nehmen Sie (?: … ), wo nichts gemerkt wird.',
  regexNestedTooDeeply: 'Gruppen sind zu tief verschachtelt.',
} as const;
