import type { GermanLines } from './in-german.ts';

/** Lines of imports from any product: of the writer, the ledger and the comparison. */
export const generalLines: GermanLines = {
  'left out: it ends when it begins, or before': 'weggelassen: endet, wenn es beginnt, oder vorher',
  'a layer is left out: it ends when it begins, or before':
    'eine Ebene ist weggelassen: sie endet, wenn sie beginnt, oder vorher',
  'left out: its layers are not brought': 'weggelassen: die Ebenen sind nicht übernommen',
  'counts for those of its layers that are brought': 'gilt für die der Ebenen, die übernommen sind',
  'called {0} here, as it has no name': 'heißt hier {0}, weil es keinen Namen hat',
  'called {0} here, as something else has its name':
    'heißt hier {0}, weil etwas anderes schon so heißt',
  'another integration has its key: what comes by it opens there':
    'eine andere Integration hat den Schlüssel: Was mit ihm kommt, wird dort eröffnet',
  '{0} cannot be {1} here': '{0} kann hier nicht {1} sein',
  '{0} cannot be {1} here, and is left out': '{0} kann hier nicht {1} sein und ist weggelassen',
  '{0} is not told by the source: you have to bring it':
    '{0} gibt die Quelle nicht preis: Sie müssen es selbst mitbringen',
  '{0} must not be so short here': '{0} darf hier nicht so kurz sein',
  '{0} has more than the {1} characters that are taken here':
    '{0} hat mehr als die {1} Zeichen, die hier genommen werden',
  '{0} is cut after {1} characters, as no more are taken here':
    '{0} ist nach {1} Zeichen abgeschnitten, weil hier nicht mehr genommen werden',
  '{0} is read in UTC, as {1} does not say its zone':
    '{0} wird in UTC gelesen, weil {1} keine Zone nennt',
  '{0} is {1} instead of {2}, the nearest here':
    '{0} ist {1} statt {2}: Näher kommt man hier nicht',
  '{0} of {1} are left out: {2} are taken here':
    '{0} von {1} sind weggelassen: Hier werden {2} genommen',
  'Cut after {0} characters.': 'Nach {0} Zeichen abgeschnitten.',
  'No time zone that is known: its times are read as UTC.':
    'Keine bekannte Zeitzone: Die Zeiten werden als UTC gelesen.',
  'not known to this version': 'dieser Version unbekannt',
  'nothing was made of it, as of what it belongs to':
    'daraus wurde nichts, wie aus dem, zu dem es gehört',
  'of another team: looked up by its name, so it has to be there before this is applied':
    'von einem anderen Team: wird nach dem Namen gesucht, muss also da sein, ehe dies angewandt wird',
  'left out as {0}: it names {1}, which was not brought':
    'weggelassen als {0}: nennt {1}, was nicht übernommen wurde',
  'skipped, as the file of people says: their place in turns is empty':
    'übergangen, wie die Datei der Leute sagt: Ihr Platz in der Reihe bleibt leer',
  'has the address of {0}: they are one person here':
    'hat die Adresse von {0}: Hier sind beide eine Person',
  'has the address of {0}: they are one person here, who is told as that one is':
    'hat die Adresse von {0}: Hier sind beide eine Person, die wie jene verständigt wird',
  'the file of people names somebody whom the source does not have':
    'die Datei der Leute nennt jemanden, den die Quelle nicht hat',
  '{0} of them are in these files as they are, such as names and addresses: keep the files as you keep the source':
    '{0} davon stehen unverhüllt in diesen Dateien, etwa Namen und Adressen: Verwahren Sie die Dateien wie die Quelle',
  'on call from {0}: {1} there, {2} here': 'Bereitschaft ab {0}: dort {1}, hier {2}',
  'on call from {0}: {1} there, {2} here; {3} such times, {4} minutes in all':
    'Bereitschaft ab {0}: dort {1}, hier {2}; {3} solche Zeiten, {4} Minuten insgesamt',
  '{0} past events go elsewhere, the first of {1}, "{2}": to {3} there, to {4} here':
    '{0} vergangene Ereignisse gehen woandershin, das erste vom {1}, „{2}“: dort an {3}, hier an {4}',
  '{0}, after {1} min: {2} there, {3} here': '{0}, nach {1} min: dort {2}, hier {3}',
  '{0}, after {1} min: {2} there, {3} here; {4} such courses of events':
    '{0}, nach {1} min: dort {2}, hier {3}; {4} solche Verläufe',
};
