/** Was nachgespielte Zeiten sagen. */
export const replays = {
  replayGoesOn:
    'Ein anderes Nachspiel läuft noch; warten Sie auf sein Ende, oder brechen Sie es ab.',
  replayServerEnded: 'Der Server, auf dem es lief, ist beendet worden.',
  replayTooManyOpen:
    'Es sind mehr Störungen zugleich offen, oder es wurde mehr an ihnen getan, als im Speicher Platz hat.',
  replayBroke: 'Es endete durch einen Fehler des Servers, der im Protokoll steht.',
  replayFromNotBefore: 'muss vor dem Ende der Zeit liegen',
  replayFromOrDays: 'muss fehlen, wo `from` angegeben ist',
} as const;
