/** What is wrong with a file that somebody sends: sounds and pictures. */
export const files = {
  audioNeither: 'This is neither an mp3 nor a wav file.',
  audioSilent: 'There is no sound in this file.',
  audioDamaged: 'This mp3 file is damaged; save it anew.',
  audioCutOff: 'The file is cut off; send the whole of it.',
  audioWithoutFormat: 'This wav file does not say its format.',
  audioSilentOrCut: 'There is no sound in this file, or it is cut off.',
  audioUnplayable: 'Carriers do not play what is in this wav file; save it as PCM.',
  audioUnusual: 'This wav file has an unusual format; save it as PCM, mono, 16 bit.',
  logoNoDataUrl:
    'This is no picture as a data URL; begin with data:image/png;base64, or data:image/svg+xml;base64,.',
  logoTooLarge: 'The picture has {kilobytes:number} kB; at most {max:number} kB are taken.',
  logoNoPng: 'This is no PNG, although it says so.',
  logoTooManyPixels:
    'The picture has {width:number} by {height:number} pixels; at most {max:number} by {max:number} are taken.',
  logoNotUtf8: 'This SVG is not in UTF-8.',
  logoElement: 'The SVG has <{name}>, which is not taken.',
  logoAttribute: 'The SVG has the attribute {name}, which is not taken.',
  logoRefersOutside: 'The SVG refers to something outside of itself, which is not taken.',
  logoDocumentType: 'The SVG has a document type or a style sheet, which is not taken.',
  logoNoSvg: 'This is no SVG, although it says so.',
} as const;
