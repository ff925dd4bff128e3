import { defineTexts } from '../parts/texts.tsx';

export const noPushTexts = defineTexts({
  en: {
    permissionDenied:
      'The browser does not let this page show notifications. Allow them in the settings of the page, then try again.',
    unsupported: 'This browser takes no push messages.',
    insecure: 'Browsers take push messages over https only.',
    installFirst:
      'iPhones and iPads take push messages only for installed pages: touch Share, choose “Add to Home Screen”, and open Tocsin from there.',
  },
  de: {
    permissionDenied:
      'Der Browser lässt diese Seite keine Benachrichtigungen zeigen. Erlauben Sie sie in den Einstellungen der Seite und versuchen Sie es noch einmal.',
    unsupported: 'Dieser Browser nimmt keine Push-Nachrichten an.',
    insecure: 'Browser nehmen Push-Nachrichten nur über https an.',
    installFirst:
      'iPhones und iPads nehmen Push-Nachrichten nur für installierte Seiten an: „Teilen“ berühren, „Zum Home-Bildschirm“ wählen und Tocsin von dort öffnen.',
  },
});
