/** Teams, deren Leute noch ein anderes Produkt verständigt. */
export const shadow = {
  inShadow: 'Schattenbetrieb: wäre gesendet worden.',
  notSentInShadow:
    'Über diese Störung verständigt ein anderes Produkt: Von hier wird nichts gesendet.',
  teamInOtherShadowRun: 'Eins dieser Teams ist in einem anderen Schattenbetrieb.',
  shadowTeamTwice: 'jedes Team nur einmal nennen',
  shadowUrlUnusable: 'eine Adresse angeben, die mit https:// beginnt',
  shadowUrlNeeded: 'die Adresse Ihres {product} angeben: Es hat keine eigene',
  shadowQueryRefused:
    '{product} weist die Abfrage zurück: Erstellen Sie einen Schlüssel für die Abfrage der Anleitung.',
  shadowTooLong: 'darf höchstens {days:number} Tage voraus liegen',
  shadowOver: 'muss in der Zukunft liegen, solange niemand verständigt wird',
  shadowKeyRefused: '{product} nimmt den Schlüssel nicht an ({status:number}).',
  shadowTooFast: '{product} möchte seltener gefragt werden.',
  shadowAnswers: '{product} antwortet {status:number}.',
  shadowAnswerBroken:
    'Was antwortet, ist nicht die API von {product} oder eine andere Version davon.',
  shadowAnswerTooLong: '{product} hat mehr im Protokoll, als es antwortet.',
  leaderInShadow:
    'Über jene Störung wird niemand verständigt, weil ein anderes Produkt das tut: Diese würde verstummen.',
  teamInShadow:
    'Über Störungen des Teams wird bis {until:moment} niemand verständigt: Der Schattenbetrieb „{name}“ überlässt das {product}.',
  shadowEndsTitle: 'Der Schattenbetrieb „{name}“ endet am {at:moment}',
  shadowEnds:
    'Ab dann verständigt dieser Server die Leute seiner Teams. Verlängern Sie ihn, oder sorgen Sie dafür, dass {product} niemanden mehr verständigt.',
  shadowEndedTitle: 'Der Schattenbetrieb „{name}“ ist zu Ende',
  shadowEnded:
    'Seine Zeit war um: Seit {at:moment} verständigt dieser Server die Leute seiner Teams. Störungen, die offen waren, bleiben bei {product}, bis mit ihnen etwas Neues geschieht.',
  shadowEndedAdopting:
    'Seine Zeit war um: Seit {at:moment} verständigt dieser Server die Leute seiner Teams, auch über Störungen, die offen waren und die niemand übernommen hatte.',
  shadowPage: 'Schattenbetrieb öffnen',
} as const;
