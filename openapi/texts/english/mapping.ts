/** What the steps of a mapping did with a payload, and why they have no result. */
export const mapping = {
  attributeNotMapped: 'The mapping has no {name}.',
  attributeWithoutValue: '{name} has no valid value.',
  attributeWithoutValueBecause: '{name} has no valid value. {why:sentence}',
  nothingMatches: 'Nothing in the payload matches.',
  valueIsEmpty: 'The value in the payload is empty.',
  valueNotJsonOrXml: 'The value is not JSON or XML.',
  regexTooManySteps: 'The regex took too many steps.',
  mappingTooManySteps: 'The mapping took too many steps.',
  valueTooLarge: 'The value is too large.',
  payloadShapeWrong: 'The payload has the wrong shape for the step.',
  valueNotAllowed: 'The value is not allowed.',
  stepNotSupported: 'The step is not supported.',

  valueBytesOver: 'More than {max:number} bytes.',
  valueCharactersOver: 'More than {max:number} characters.',
  allValuesTooLong: 'All values together have more than {max:number} characters.',
  tooManyVariables: 'The values of this payload hold too many variables.',
  valueNestedTooDeeply: 'The value is nested too deeply.',
  valueNotJson: 'The value is not JSON.',
  previousResultNotJson: 'The result of the previous step is not JSON.',
  childrenLeftOut: 'Only the first {kept:number} of {all:number} children are kept.',
  valueNotAText: '“{value}” is not a text with a letter or digit.',
  valueNotDigits: '“{value}” is not one to nine digits.',
  valueNotOneOf: '“{value}” is not {values:anyOf}.',
  fallbackTaken: 'The fallback, as nothing was found.',
  fallbackNeverSilences:
    'Nothing was found, and a fallback for what is not found neither resolves nor discards.',

  keyAsMapped: 'as mapped',
  keyOfOneAttribute: 'hash of 1 custom attribute',
  keyOfAttributes: 'hash of {count:number} custom attributes',
  keyOfBodyAsUnread:
    'hash of the whole body: the mapped CorrelationId could not be read to its end',
  keyOfBodyAsNothing:
    'hash of the whole body: neither CorrelationId nor a custom attribute has a value',

  xPathNeedsOneText:
    'A first step with xPath needs a payload with exactly one of xmlBody and textBody.',
  xPathRestarting: 'The XPath engine is being restarted.',
  xPathFailed: 'The XPath engine failed ({why}) and was restarted.',
  xPathPrefixUndeclared: 'The document declares no namespace prefix “{prefix}”.',
  xPathTooExpensive: 'This expression is too expensive on a document of this size.',
  xPathNotEvaluable: 'The expression cannot be evaluated on this document.',
  neitherXmlNorHtml: 'The text is neither well-formed XML nor HTML.',
  htmlUnreadable: 'The HTML cannot be read.',
  xmlTooLong: 'XML may have at most {max:number} characters.',
  htmlTooLong: 'HTML may have at most {max:number} characters.',
  htmlElementsOver: 'HTML may have at most {max:number} elements.',
  elementsTooDeep: 'More than {max:number} nested elements.',
  elementsOver: 'More than {max:number} elements.',
  elementAttributesOver: 'An element has more than {max:number} attributes.',
  documentTypeRefused:
    'A document type with declarations of its own (<!DOCTYPE … [ … ]>) is not accepted.',
} as const;
