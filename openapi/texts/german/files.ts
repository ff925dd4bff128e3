/** What is wrong with a file that somebody sends: sounds and pictures. */
export const files = {
  audioNeither: 'Das ist weder eine mp3- noch eine wav-Datei.',
  audioSilent: 'In dieser Datei ist kein Ton.',
  audioDamaged: 'Diese mp3-Datei ist beschädigt; speichern Sie sie neu.',
  audioCutOff: 'Die Datei ist abgeschnitten; senden Sie sie ganz.',
  audioWithoutFormat: 'Diese wav-Datei sagt nicht, welches Format sie hat.',
  audioSilentOrCut: 'In dieser Datei ist kein Ton, oder sie ist abgeschnitten.',
  audioUnplayable:
    'Anbieter spielen nicht ab, was in dieser wav-Datei ist; speichern Sie sie als PCM.',
  audioUnusual:
    'Diese wav-Datei hat ein ungewöhnliches Format; speichern Sie sie als PCM, mono, 16 Bit.',
  logoNoDataUrl:
    'Das ist kein Bild als Daten-URL; beginnen Sie mit data:image/png;base64, oder data:image/svg+xml;base64,.',
  logoTooLarge: 'Das Bild hat {kilobytes:number} kB; höchstens {max:number} kB sind erlaubt.',
  logoNoPng: 'Das ist kein PNG, obwohl es sich so nennt.',
  logoTooManyPixels:
    'Das Bild hat {width:number} mal {height:number} Pixel; höchstens {max:number} mal {max:number} sind erlaubt.',
  logoNotUtf8: 'Dieses SVG ist nicht in UTF-8.',
  logoElement: 'Das SVG enthält <{name}>, und das ist nicht erlaubt.',
  logoAttribute: 'Das SVG hat das Attribut {name}, und das ist nicht erlaubt.',
  logoRefersOutside: 'Das SVG verweist auf etwas außerhalb von sich, und das ist nicht erlaubt.',
  logoDocumentType: 'Das SVG hat einen Dokumenttyp oder ein Stylesheet, und das ist nicht erlaubt.',
  logoNoSvg: 'Das ist kein SVG, obwohl es sich so nennt.',
} as const;
