/** What the steps of a mapping did with a payload, and why they have no result. */
export const mapping = {
  attributeNotMapped: 'Die Zuordnung hat kein Attribut {name}.',
  attributeWithoutValue: '{name} hat keinen gültigen Wert.',
  attributeWithoutValueBecause: '{name} hat keinen gültigen Wert. {why:sentence}',
  nothingMatches: 'Nichts in der Meldung passt.',
  valueIsEmpty: 'Der Wert in der Meldung ist leer.',
  valueNotJsonOrXml: 'Der Wert ist weder JSON noch XML.',
  regexTooManySteps: 'Der reguläre Ausdruck brauchte zu viele Schritte.',
  mappingTooManySteps: 'Die Zuordnung brauchte zu viele Schritte.',
  valueTooLarge: 'Der Wert ist zu groß.',
  payloadShapeWrong: 'Die Meldung hat nicht die Form, die der Schritt braucht.',
  valueNotAllowed: 'Der Wert ist nicht erlaubt.',
  stepNotSupported: 'Der Schritt wird nicht unterstützt.',

  valueBytesOver: 'Mehr als {max:number} Bytes.',
  valueCharactersOver: 'Mehr als {max:number} Zeichen.',
  allValuesTooLong: 'Alle Werte zusammen haben mehr als {max:number} Zeichen.',
  tooManyVariables: 'Die Werte dieser Meldung enthalten zu viele Variablen.',
  valueNestedTooDeeply: 'Der Wert ist zu tief verschachtelt.',
  valueNotJson: 'Der Wert ist kein JSON.',
  previousResultNotJson: 'Das Ergebnis des vorigen Schritts ist kein JSON.',
  childrenLeftOut: 'Von {all:number} Teilen werden nur die ersten {kept:number} behalten.',
  valueNotAText: '„{value}“ enthält weder Buchstaben noch Ziffern.',
  valueNotDigits: '„{value}“ ist keine Zahl mit einer bis neun Ziffern.',
  valueNotOneOf: '„{value}“ ist nicht {values:anyOf}.',
  fallbackTaken: 'Der Ersatzwert, weil nichts gefunden wurde.',
  fallbackNeverSilences:
    'Nichts wurde gefunden, und ein Ersatzwert für Fehlendes löst und verwirft nichts.',

  keyAsMapped: 'wie zugeordnet',
  keyOfOneAttribute: 'Hash von 1 eigenen Attribut',
  keyOfAttributes: 'Hash von {count:number} eigenen Attributen',
  keyOfBodyAsUnread:
    'Hash des ganzen Inhalts: Die zugeordnete CorrelationId ließ sich nicht bis zum Ende lesen',
  keyOfBodyAsNothing:
    'Hash des ganzen Inhalts: Weder die CorrelationId noch ein eigenes Attribut hat einen Wert',

  xPathNeedsOneText:
    'Ein erster Schritt mit xPath braucht eine Meldung mit genau einem von xmlBody und textBody.',
  xPathRestarting: 'XPath wird gerade neu gestartet.',
  xPathFailed: 'XPath ist gescheitert und wurde neu gestartet.',
  xPathPrefixUndeclared: 'Das Dokument erklärt das Namensraum-Präfix „{prefix}“ nicht.',
  xPathTooExpensive: 'Dieser Ausdruck ist zu aufwendig für ein Dokument dieser Größe.',
  xPathNotEvaluable: 'Der Ausdruck lässt sich auf dieses Dokument nicht anwenden.',
  neitherXmlNorHtml: 'Der Text ist weder wohlgeformtes XML noch HTML.',
  htmlUnreadable: 'Das HTML lässt sich nicht lesen.',
  xmlTooLong: 'XML darf höchstens {max:number} Zeichen haben.',
  htmlTooLong: 'HTML darf höchstens {max:number} Zeichen haben.',
  htmlElementsOver: 'HTML darf höchstens {max:number} Elemente haben.',
  elementsTooDeep: 'Mehr als {max:number} verschachtelte Elemente.',
  elementsOver: 'Mehr als {max:number} Elemente.',
  elementAttributesOver: 'Ein Element hat mehr als {max:number} Attribute.',
  documentTypeRefused:
    'Ein Dokumenttyp mit eigenen Deklarationen (<!DOCTYPE … [ … ]>) wird nicht angenommen.',
} as const;
