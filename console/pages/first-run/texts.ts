import { defineTexts } from '../../parts/texts.tsx';

export const texts = defineTexts({
  en: {
    title: 'First steps',
    lead: 'In five minutes to an alert on your phone.',
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
    push: 'Push on this phone',
    pushLater: 'So that the next alert reaches you.',
    toIncident: 'The incident is there',
    pushHelp:
      'Open this page on your phone and switch on push there; an iPhone wants the page on its home screen first. Then send another test.',
    toMe: 'Notifications and devices',
    code: 'The same as code',
    codeHelp:
      'Everything you just made, for Terraform or the API. Keep it in your repository and apply it again.',
    escalations: 'On call',
    again: 'Change',
    againWith: (step: string) => `${step}: change`,
    end: 'To the incidents',
    notForYou: 'Somebody else sets this up',
    notForYouHelp:
      'First steps are for administrators of the organization. Your incidents appear as soon as you are in a team.',
  },
  de: {
    title: 'Erste Schritte',
    lead: 'In fünf Minuten zu einem Alarm auf Ihrem Telefon.',
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
      'Ein Alarm, wie das Werkzeug ihn schickt, auf demselben Weg wie ein echter: Er öffnet eine Störung und verständigt Menschen.',
    address: 'Adresse für das Werkzeug',
    inTheTool: 'Im Werkzeug',
    sendTest: 'Testalarm senden',
    testNothing: (outcome: string) =>
      `Er hat nichts geöffnet (${outcome}). Die Liste der Störungen führt dahin, wo Alarme sind.`,
    noSample:
      'Dieser Typ empfängt keine Anfragen, deshalb gibt es keinen Testalarm. Wählen Sie einen anderen, um einen zu sehen.',
    push: 'Push auf diesem Telefon',
    pushLater: 'Damit der nächste Alarm Sie erreicht.',
    toIncident: 'Die Störung ist da',
    pushHelp:
      'Öffnen Sie diese Seite auf Ihrem Telefon und schalten Sie dort Push ein; ein iPhone will die Seite zuerst auf seinem Startbildschirm. Senden Sie dann noch einen Test.',
    toMe: 'Benachrichtigungen und Geräte',
    code: 'Dasselbe als Code',
    codeHelp:
      'Alles, was Sie gerade angelegt haben, für Terraform oder die API. Heben Sie es in Ihrem Repository auf und wenden Sie es wieder an.',
    escalations: 'Bereitschaft',
    again: 'Ändern',
    againWith: (step: string) => `${step}: ändern`,
    end: 'Zu den Störungen',
    notForYou: 'Das richtet jemand anderes ein',
    notForYouHelp:
      'Erste Schritte sind für die, die die Organisation verwalten. Ihre Störungen erscheinen, sobald Sie in einem Team sind.',
  },
});
