export const chatsTexts = {
  en: {
    title: 'Chats',
    help: 'Alerts as direct messages with buttons. A message goes on showing how its incident stands.',
    none: 'You have connected no account in a chat.',
    noBots: 'No bot of the organization writes to people yet. Outbound integrations turn that on.',
    untried: 'Tried against a simulation, not yet with a live account: send yourself a test.',
    via: (channel: string, bot: string) => `${channel}, by ${bot}`,
    actsIn: (bot: string) => `Acts by the buttons of ${bot}; no alerts are sent to it`,
    fails: 'Nothing arrives here:',
    remove: 'Disconnect',
    removeQuestion: (name: string) => `Nothing is sent to ${name} any more.`,
    connect: (bot: string) => `Connect an account: ${bot}`,
    write: 'Within ten minutes, write this to the bot:',
    enter:
      'Within ten minutes enter this below Connect in the room, write it to the app, or behind its command in Slack:',
    orOpen: 'Or open the chat, and press Start',
  },
  de: {
    title: 'Chats',
    help: 'Alarme als Direktnachricht mit Knöpfen. Eine Nachricht zeigt weiter, wie es um ihre Störung steht.',
    none: 'Sie haben noch kein Konto in einem Chat verbunden.',
    noBots: 'Noch schreibt kein Bot der Organisation an Menschen. Das schalten Werkzeuge ein.',
    untried:
      'An einer Nachbildung erprobt, nicht an einem echten Konto: Senden Sie sich einen Test.',
    via: (channel: string, bot: string) => `${channel}, durch ${bot}`,
    actsIn: (bot: string) => `Handelt durch die Knöpfe von ${bot}; Alarme gehen nicht dorthin`,
    fails: 'Hier kommt nichts an:',
    remove: 'Trennen',
    removeQuestion: (name: string) => `An ${name} wird nichts mehr gesendet.`,
    connect: (bot: string) => `Konto verbinden: ${bot}`,
    write: 'Schreiben Sie dem Bot innerhalb von zehn Minuten:',
    enter:
      'Binnen zehn Minuten unter Verbinden eingeben, der App schreiben, oder in Slack hinter ihren Befehl:',
    orOpen: 'Oder öffnen Sie den Chat, und drücken Sie Start',
  },
};
