import { defineTexts } from '../../parts/texts.tsx';

export const texts = defineTexts({
  en: {
    title: 'First steps',
    lead: 'In five minutes from nothing to an alert that reaches you.',
    comeFrom: 'Or come from another product',
    team: 'A team',
    teamHelp:
      'It owns integrations and incidents. You become its administrator and are on call around the clock, until you plan otherwise.',
    teamDone: 'Owns integrations and incidents, and is on call.',
    teamName: 'Name of the team',
    teamExample: 'Platform',
    makeTeam: 'Make the team',
    or: 'or',
    chooseTeam: 'Take a team that is there',
    integration: 'An integration',
    integrationHelp:
      'Which tool sends its alerts here? Each has its address and a mapping that reads its alerts.',
    type: 'Tool',
    typeExample: 'Grafana, Alertmanager, Datadog…',
    noType: 'No such tool. The type Webhook takes any JSON.',
    loading: 'Loading',
    connect: 'Connect',
    test: 'A test alert',
    testHelp:
      'An alert as the tool sends it, through the same way as a real one: it opens an incident and tells people.',
    address: 'Address for the tool',
    inTheTool: 'In the tool',
    sendTest: 'Send a test alert',
    testNothing: (outcome: string) =>
      `It opened nothing (${outcome}). The list of incidents links to where alerts are.`,
    noSample:
      'This type receives no requests, so there is no test alert. Choose another type to see one.',
    told: 'Who was told',
    toldLater: 'Whether the test reached somebody, by what, and what is missing if it did not.',
    outcomes: {
      arrived: 'It arrived: an alert reaches people now',
      sent: 'It was sent',
      instead: 'Nobody on call was told, only administrators',
      waits: 'On its way: who is told is being decided',
      tried: 'It has not arrived: it is tried again',
      nobody: 'The test reached nobody',
    },
    outcomeHelp: {
      arrived: 'A real alert of this tool takes the same way.',
      sent: 'It was taken for delivery, and nobody reports back whether it arrived. Look whether you got it.',
      instead:
        'When no message reaches anybody on call in the team, its administrators or the Owners are told. What is missing is below.',
      waits: 'This page shows it as it happens.',
      tried: 'A real alert would be as late. What went wrong, and what mends it, is below.',
      nobody: 'A real alert would not reach anybody either. What is missing is below.',
    },
    deliveries: {
      Queued: 'waits',
      Sent: 'sent',
      Delivered: 'arrived',
      Answered: 'answered',
      PerhapsSent: 'perhaps sent',
      Failed: 'failed',
      Dropped: 'not sent',
    },
    testAgain: 'Send another test',
    toIncident: 'The incident of the test',
    mendDevice: 'You have no device for push messages',
    mendServer: 'This server cannot send by these ways yet',
    mendServerHelp:
      'One way is enough. Whoever runs the server sets this in its environment, with your own values, and starts it again. Then send another test.',
    moreServer: 'Further ways that this server cannot send by yet',
    moreServerHelp:
      'The test went without them. Whoever runs the server adds them in its environment, with your own values, and starts it again.',
    mendRefused: 'The mail server or carrier does not take messages',
    mendRefusedHelp:
      'Whoever runs this server finds out why with “npx tocsin doctor”, and corrects the setting that it names.',
    mendPhone: 'No confirmed phone number',
    mendPhoneHelp: 'For text messages and calls, say your number and confirm it with a code.',
    toPhone: 'Say my phone number',
    mendSettings: 'Your notification settings send nothing for this severity',
    toSettings: 'Change my notifications',
    mendSuspended: 'Somebody who is on call is suspended',
    toPerson: 'Show the person',
    mendOthers:
      'Other people who are on call lack something, too. They mend it in their own settings.',
    nobodyUnknown: 'The incident says what was decided.',
    toTiers: 'Who is on call in the team',
    organizationName: 'Name of your organization',
    organizationHelp:
      'Messages and pages name it. Leave it empty to decide later, in the settings.',
    code: 'The same as code',
    codeHelp:
      'Everything you just made, for Terraform or the API. Keep it in your repository and apply it again.',
    escalations: 'On call',
    end: 'To the incidents',
    notForYou: 'Somebody else sets this up',
    notForYouHelp:
      'First steps are for administrators of the organization. Your incidents appear as soon as you are in a team.',
  },
  de: {
    title: 'Erste Schritte',
    lead: 'In fünf Minuten von nichts zu einem Alarm, der Sie erreicht.',
    comeFrom: 'Oder kommen Sie von einem anderen Produkt',
    team: 'Ein Team',
    teamHelp:
      'Ihm gehören Integrationen und Störungen. Sie verwalten es und sind rund um die Uhr in Bereitschaft, bis Sie es anders planen.',
    teamDone: 'Ihm gehören Integrationen und Störungen, und es hat Bereitschaft.',
    teamName: 'Name des Teams',
    teamExample: 'Plattform',
    makeTeam: 'Team anlegen',
    or: 'oder',
    chooseTeam: 'Ein Team nehmen, das es gibt',
    integration: 'Eine Integration',
    integrationHelp:
      'Welches Werkzeug schickt seine Alarme hierher? Jedes hat seine Adresse und eine Zuordnung, die seine Alarme liest.',
    type: 'Werkzeug',
    typeExample: 'Grafana, Alertmanager, Datadog…',
    noType: 'Kein solches Werkzeug. Der Typ Webhook nimmt beliebiges JSON.',
    loading: 'Wird geladen',
    connect: 'Verbinden',
    test: 'Ein Testalarm',
    testHelp:
      'Ein Alarm, wie das Werkzeug ihn schickt, auf demselben Weg wie ein echter: Er eröffnet eine Störung und verständigt Menschen.',
    address: 'Adresse für das Werkzeug',
    inTheTool: 'Im Werkzeug',
    sendTest: 'Testalarm senden',
    testNothing: (outcome: string) =>
      `Er hat nichts eröffnet (${outcome}). Die Liste der Störungen führt dahin, wo Alarme sind.`,
    noSample:
      'Dieser Typ empfängt keine Anfragen, deshalb gibt es keinen Testalarm. Wählen Sie einen anderen, um einen zu sehen.',
    told: 'Wer es erfahren hat',
    toldLater: 'Ob der Test jemanden erreicht hat, auf welchem Weg, und was sonst noch fehlt.',
    outcomes: {
      arrived: 'Angekommen: Ein Alarm erreicht jetzt jemanden',
      sent: 'Gesendet',
      instead: 'Niemand in Bereitschaft hat es erfahren, nur Administratoren',
      waits: 'Unterwegs: Es wird entschieden, wer es erfährt',
      tried: 'Nicht angekommen: Es wird weiter versucht',
      nobody: 'Der Test hat niemanden erreicht',
    },
    outcomeHelp: {
      arrived: 'Ein echter Alarm dieses Werkzeugs nimmt denselben Weg.',
      sent: 'Die Nachricht wurde angenommen; ob sie ankam, meldet niemand zurück. Sehen Sie nach, ob Sie sie haben.',
      instead:
        'Erreicht keine Nachricht jemanden, der im Team in Bereitschaft ist, werden seine Administratoren oder die Inhaber informiert. Was fehlt, steht unten.',
      waits: 'Diese Seite zeigt es, sobald es geschieht.',
      tried: 'Auch ein echter Alarm käme so spät. Was schiefging und was hilft, steht darunter.',
      nobody: 'Auch ein echter Alarm würde niemanden erreichen. Was fehlt, steht darunter.',
    },
    deliveries: {
      Queued: 'wartet',
      Sent: 'gesendet',
      Delivered: 'angekommen',
      Answered: 'abgenommen',
      PerhapsSent: 'vielleicht gesendet',
      Failed: 'fehlgeschlagen',
      Dropped: 'nicht gesendet',
    },
    testAgain: 'Noch einen Test senden',
    toIncident: 'Die Störung des Tests',
    mendDevice: 'Sie haben kein Gerät für Push-Nachrichten',
    mendServer: 'Auf diesen Wegen kann der Server noch nicht senden',
    mendServerHelp:
      'Ein Weg genügt. Wer den Server betreibt, setzt dies mit eigenen Werten in seiner Umgebung und startet ihn neu. Senden Sie dann noch einen Test.',
    moreServer: 'Weitere Wege, auf denen dieser Server noch nicht senden kann',
    moreServerHelp:
      'Der Test kam ohne sie aus. Wer den Server betreibt, ergänzt sie mit eigenen Werten in seiner Umgebung und startet ihn neu.',
    mendRefused: 'Der Mailserver oder der Telefonanbieter nimmt nichts an',
    mendRefusedHelp:
      'Wer diesen Server betreibt, findet den Grund mit „npx tocsin doctor“ und berichtigt die Einstellung, die es nennt.',
    mendPhone: 'Keine bestätigte Telefonnummer',
    mendPhoneHelp: 'Für SMS und Anrufe geben Sie Ihre Nummer an und bestätigen sie mit einem Code.',
    toPhone: 'Meine Telefonnummer angeben',
    mendSettings: 'Ihre Einstellungen senden für diesen Schweregrad nichts',
    toSettings: 'Meine Benachrichtigungen ändern',
    mendSuspended: 'Jemand mit Bereitschaft ist gesperrt',
    toPerson: 'Die Person zeigen',
    mendOthers:
      'Auch anderen mit Bereitschaft fehlt etwas. Sie beheben es in ihren eigenen Einstellungen.',
    nobodyUnknown: 'Die Störung sagt, was entschieden wurde.',
    toTiers: 'Wer im Team Bereitschaft hat',
    organizationName: 'Name Ihrer Organisation',
    organizationHelp:
      'Nachrichten und Seiten nennen ihn. Lassen Sie ihn leer, um ihn später in den Einstellungen zu wählen.',
    code: 'Dasselbe als Code',
    codeHelp:
      'Alles, was Sie gerade angelegt haben, für Terraform oder die API. Heben Sie es in Ihrem Repository auf und wenden Sie es wieder an.',
    escalations: 'Bereitschaft',
    end: 'Zu den Störungen',
    notForYou: 'Das richtet jemand anderes ein',
    notForYouHelp:
      'Erste Schritte sind für die, die die Organisation verwalten. Ihre Störungen erscheinen, sobald Sie in einem Team sind.',
  },
});
