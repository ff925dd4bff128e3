import { defineTexts } from '../parts/texts.tsx';

export const noPushTexts = defineTexts({
  en: {
    permissionDenied:
      'The browser does not let this page show notifications. Allow them in the settings of the page, then try again.',
    unsupported: 'This browser takes no push messages.',
    insecure:
      'Browsers take push messages over https only, and this page came by http. Put https in front of this server, set TOCSIN_PUBLIC_URL to that address, and open it there. Without https it works only on the machine of the server itself, at http://localhost.',
    installFirst:
      'iPhones and iPads take push messages only for installed pages: touch Share, choose “Add to Home Screen”, and open Tocsin from there.',
  },
  de: {
    permissionDenied:
      'Der Browser lässt diese Seite keine Benachrichtigungen zeigen. Erlauben Sie sie in den Einstellungen der Seite und versuchen Sie es noch einmal.',
    unsupported: 'Dieser Browser nimmt keine Push-Nachrichten an.',
    insecure:
      'Browser nehmen Push-Nachrichten nur über https an, und diese Seite kam über http. Setzen Sie https vor diesen Server, stellen Sie TOCSIN_PUBLIC_URL auf diese Adresse und öffnen Sie Tocsin dort. Ohne https geht es nur auf dem Rechner des Servers selbst, unter http://localhost.',
    installFirst:
      'iPhones und iPads nehmen Push-Nachrichten nur für installierte Seiten an: „Teilen“ berühren, „Zum Home-Bildschirm“ wählen und Tocsin von dort öffnen.',
  },
});
