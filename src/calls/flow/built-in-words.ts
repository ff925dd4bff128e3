/**
 * The built-in words of a number in one language. `{name}` is the name of the number, `{keys}` the keys of its menu,
 * `{number}` the number of the caller.
 */
export interface BuiltInWords {
  menu: string;
  accept: string;
  /** For somebody who had asked to call a caller back; the number of the caller follows. */
  callBack: string;
  nobodyAnswered: string;
  leaveMessage: string;
  closing: string;
  leadsNowhere: string;
  alreadyConnected: string;
  /** Before a recording, which many laws allow only with notice. */
  recordingNotice: string;
  callerNumber: string;
  callerWithheld: string;
}

/**
 * Every language of the voices has them, so that no hotline changes its language in the middle of a call. By the first
 * part of a locale.
 */
const wordsByLanguage: Readonly<Record<string, BuiltInWords>> = {
  arb: {
    menu: 'لقد اتصلت بـ {name}. يرجى الضغط على {keys}.',
    accept: 'مكالمة إلى {name}. اضغط 1 للقبول.',
    callBack: 'طلبت معاودة الاتصال بمن اتصل بـ {name}. اضغط 1 للاتصال به.',
    nobodyAnswered: 'لم يتمكن أحد من الرد على مكالمتك.',
    leaveMessage: 'يرجى ترك رسالة بعد النغمة، ثم إنهاء المكالمة عند الانتهاء.',
    closing: 'عذرا، لم يتمكن أحد من الرد على مكالمتك. يرجى المحاولة لاحقا. مع السلامة.',
    leadsNowhere: 'عذرا، لا يمكن الوصول إلى أحد على هذا الرقم حاليا. مع السلامة.',
    alreadyConnected: 'أنت في مكالمة أخرى بالفعل. سيتم الاتصال بشخص آخر. مع السلامة.',
    recordingNotice:
      'إذا تركت رسالة فسيتم تسجيلها. إذا كنت لا ترغب في ذلك، يرجى إنهاء المكالمة قبل النغمة.',
    callerNumber: 'رقم المتصل هو {number}.',
    callerWithheld: 'المتصل لا يظهر رقمه.',
  },
  ca: {
    menu: 'Has trucat a {name}. Prem {keys}.',
    accept: 'Trucada per a {name}. Prem 1 per acceptar-la.',
    callBack: 'Has demanat trucar a qui havia trucat a {name}. Prem 1 per trucar-li.',
    nobodyAnswered: 'Ningú no ha pogut atendre la teva trucada.',
    leaveMessage: 'Deixa un missatge després del senyal i penja quan hagis acabat.',
    closing:
      'Ho sentim, ningú no ha pogut atendre la teva trucada. Torna-ho a provar més tard. Adeu.',
    leadsNowhere: 'Ho sentim, ara mateix no hi ha ningú en aquest número. Adeu.',
    alreadyConnected: 'Ja estàs en una altra trucada. Es truca a una altra persona. Adeu.',
    recordingNotice:
      'Si deixes un missatge, quedarà gravat. Si no ho vols, penja abans del senyal.',
    callerNumber: 'El número de qui truca és {number}.',
    callerWithheld: 'Qui truca no mostra el seu número.',
  },
  cmn: {
    menu: '您已接通{name}。请按{keys}。',
    accept: '这是打给{name}的电话。请按1接听。',
    callBack: '您请求回电给曾拨打{name}的来电者。请按1拨打对方电话。',
    nobodyAnswered: '目前无人能够接听您的来电。',
    leaveMessage: '请在提示音后留言，说完后挂断即可。',
    closing: '抱歉，目前无人能够接听您的来电。请稍后再试。再见。',
    leadsNowhere: '抱歉，目前无法通过此号码联系到任何人。再见。',
    alreadyConnected: '您正在接听另一个来电，将改为呼叫其他人。再见。',
    recordingNotice: '您的留言将被录音。如果您不同意，请在提示音前挂断。',
    callerNumber: '来电号码是{number}。',
    callerWithheld: '来电者未显示号码。',
  },
  cy: {
    menu: 'Rydych wedi cyrraedd {name}. Pwyswch {keys}.',
    accept: 'Galwad i {name}. Pwyswch 1 i dderbyn.',
    callBack:
      'Gofynnoch am ffonio’n ôl rywun a oedd wedi ffonio {name}. Pwyswch 1 i ffonio’r galwr.',
    nobodyAnswered: 'Ni allai neb ateb eich galwad.',
    leaveMessage: 'Gadewch neges ar ôl y tôn, a rhowch y ffôn i lawr pan fyddwch wedi gorffen.',
    closing: 'Mae’n ddrwg gennym, ni allai neb ateb eich galwad. Ceisiwch eto yn nes ymlaen. Hwyl.',
    leadsNowhere: 'Mae’n ddrwg gennym, does neb ar y rhif hwn ar hyn o bryd. Hwyl.',
    alreadyConnected:
      'Rydych mewn galwad arall yn barod. Mae rhywun arall yn cael ei ffonio. Hwyl.',
    recordingNotice:
      'Os gadewch neges, bydd yn cael ei recordio. Os nad ydych am hynny, rhowch y ffôn i lawr cyn y tôn.',
    callerNumber: 'Rhif y galwr yw {number}.',
    callerWithheld: 'Nid yw’r galwr yn dangos rhif.',
  },
  da: {
    menu: 'Du har ringet til {name}. Tryk på {keys}.',
    accept: 'Opkald til {name}. Tryk på 1 for at tage det.',
    callBack:
      'Du bad om at ringe tilbage til en, der havde ringet til {name}. Tryk på 1 for at ringe op.',
    nobodyAnswered: 'Ingen kunne tage dit opkald.',
    leaveMessage: 'Læg en besked efter tonen, og læg på, når du er færdig.',
    closing: 'Beklager, ingen kunne tage dit opkald. Prøv igen senere. Farvel.',
    leadsNowhere: 'Beklager, dette nummer fører ikke til nogen i øjeblikket. Farvel.',
    alreadyConnected: 'Du er allerede i et andet opkald. En anden bliver ringet op. Farvel.',
    recordingNotice:
      'Hvis du lægger en besked, bliver den optaget. Hvis du ikke ønsker det, så læg på før tonen.',
    callerNumber: 'Opkalderens nummer er {number}.',
    callerWithheld: 'Opkalderen viser ikke sit nummer.',
  },
  de: {
    menu: 'Sie haben {name} erreicht. Bitte drücken Sie {keys}.',
    accept: 'Anruf für {name}. Drücken Sie die 1, um ihn anzunehmen.',
    callBack:
      'Sie wollten einen Anrufer von {name} zurückrufen. Drücken Sie die 1, um ihn anzurufen.',
    nobodyAnswered: 'Ihr Anruf konnte nicht angenommen werden.',
    leaveMessage:
      'Bitte hinterlassen Sie nach dem Signalton eine Nachricht und legen Sie danach auf.',
    closing:
      'Ihr Anruf konnte leider nicht angenommen werden. Bitte versuchen Sie es später noch einmal. Auf Wiederhören.',
    leadsNowhere: 'Unter dieser Nummer ist zurzeit leider niemand zu erreichen. Auf Wiederhören.',
    alreadyConnected:
      'Sie sind schon mit einem anderen Anruf verbunden. Es wird jemand anderes angerufen. Auf Wiederhören.',
    recordingNotice:
      'Wenn Sie eine Nachricht hinterlassen, wird sie aufgezeichnet. Wenn Sie das nicht möchten, legen Sie bitte vor dem Signalton auf.',
    callerNumber: 'Die Nummer des Anrufers ist {number}.',
    callerWithheld: 'Der Anrufer zeigt keine Nummer.',
  },
  en: {
    menu: 'You have reached {name}. Please press {keys}.',
    accept: 'Call for {name}. Press 1 to accept.',
    callBack: 'You asked to call back a caller of {name}. Press 1 to ring the caller.',
    nobodyAnswered: 'Nobody could take your call.',
    leaveMessage: 'Please leave a message after the tone, and hang up when you are done.',
    closing: 'Sorry, nobody could take your call. Please try again later. Goodbye.',
    leadsNowhere: 'Sorry, this number does not lead to anybody at the moment. Goodbye.',
    alreadyConnected:
      'You are connected to another call already. Somebody else is called. Goodbye.',
    recordingNotice:
      'If you leave a message, it will be recorded. If you do not want that, please hang up before the tone.',
    callerNumber: 'The number of the caller is {number}.',
    callerWithheld: 'The caller shows no number.',
  },
  es: {
    menu: 'Ha llamado a {name}. Pulse {keys}.',
    accept: 'Llamada para {name}. Pulse 1 para aceptarla.',
    callBack:
      'Ha pedido devolver la llamada a quien llamó a {name}. Pulse 1 para llamar a esa persona.',
    nobodyAnswered: 'Nadie ha podido atender su llamada.',
    leaveMessage: 'Deje un mensaje después de la señal y cuelgue cuando haya terminado.',
    closing:
      'Lo sentimos, nadie ha podido atender su llamada. Inténtelo de nuevo más tarde. Adiós.',
    leadsNowhere: 'Lo sentimos, en este momento nadie atiende este número. Adiós.',
    alreadyConnected: 'Ya está en otra llamada. Se llama a otra persona. Adiós.',
    recordingNotice: 'Si deja un mensaje, se grabará. Si no lo desea, cuelgue antes de la señal.',
    callerNumber: 'El número de quien llama es {number}.',
    callerWithheld: 'Quien llama no muestra su número.',
  },
  fi: {
    menu: 'Olet soittanut numeroon {name}. Valitse {keys}.',
    accept: 'Puhelu kohteelle {name}. Vastaanota painamalla 1.',
    callBack:
      'Pyysit takaisinsoittoa henkilölle, joka soitti kohteeseen {name}. Soita painamalla 1.',
    nobodyAnswered: 'Kukaan ei voinut vastata puheluusi.',
    leaveMessage: 'Jätä viesti äänimerkin jälkeen ja katkaise puhelu, kun olet valmis.',
    closing:
      'Valitettavasti kukaan ei voinut vastata puheluusi. Yritä myöhemmin uudelleen. Kuulemiin.',
    leadsNowhere: 'Valitettavasti tästä numerosta ei juuri nyt tavoita ketään. Kuulemiin.',
    alreadyConnected: 'Sinulla on jo toinen puhelu. Soitamme jollekulle muulle. Kuulemiin.',
    recordingNotice:
      'Jos jätät viestin, se tallennetaan. Jos et halua sitä, katkaise puhelu ennen äänimerkkiä.',
    callerNumber: 'Soittajan numero on {number}.',
    callerWithheld: 'Soittajan numero ei näy.',
  },
  fr: {
    menu: 'Vous êtes en relation avec {name}. Veuillez appuyer sur {keys}.',
    accept: 'Appel pour {name}. Appuyez sur 1 pour l’accepter.',
    callBack:
      'Vous avez demandé à rappeler une personne qui avait appelé {name}. Appuyez sur 1 pour l’appeler.',
    nobodyAnswered: 'Personne n’a pu prendre votre appel.',
    leaveMessage:
      'Veuillez laisser un message après le bip, puis raccrochez lorsque vous avez terminé.',
    closing:
      'Désolé, personne n’a pu prendre votre appel. Veuillez réessayer plus tard. Au revoir.',
    leadsNowhere: 'Désolé, personne n’est joignable à ce numéro pour le moment. Au revoir.',
    alreadyConnected: 'Vous êtes déjà en communication. Une autre personne est appelée. Au revoir.',
    recordingNotice:
      'Si vous laissez un message, il sera enregistré. Si vous ne le souhaitez pas, veuillez raccrocher avant le bip.',
    callerNumber: 'Le numéro de l’appelant est {number}.',
    callerWithheld: 'L’appelant masque son numéro.',
  },
  hi: {
    menu: 'आपने {name} पर कॉल किया है। कृपया {keys} दबाएँ।',
    accept: '{name} के लिए कॉल। स्वीकार करने के लिए 1 दबाएँ।',
    callBack: 'आपने {name} पर कॉल करने वाले को वापस कॉल करने के लिए कहा था। उन्हें कॉल करने के लिए 1 दबाएँ।',
    nobodyAnswered: 'कोई भी आपकी कॉल नहीं ले सका।',
    leaveMessage: 'कृपया बीप के बाद अपना संदेश छोड़ें, और पूरा होने पर फ़ोन रख दें।',
    closing: 'क्षमा करें, कोई भी आपकी कॉल नहीं ले सका। कृपया बाद में फिर कोशिश करें। नमस्ते।',
    leadsNowhere: 'क्षमा करें, इस समय इस नंबर पर कोई उपलब्ध नहीं है। नमस्ते।',
    alreadyConnected: 'आप पहले से दूसरी कॉल पर हैं। किसी और को कॉल किया जा रहा है। नमस्ते।',
    recordingNotice:
      'यदि आप संदेश छोड़ते हैं, तो उसे रिकॉर्ड किया जाएगा। यदि आप ऐसा नहीं चाहते, तो कृपया बीप से पहले फ़ोन रख दें।',
    callerNumber: 'कॉल करने वाले का नंबर {number} है।',
    callerWithheld: 'कॉल करने वाले का नंबर नहीं दिख रहा है।',
  },
  is: {
    menu: 'Þú hefur náð sambandi við {name}. Ýttu á {keys}.',
    accept: 'Símtal til {name}. Ýttu á 1 til að svara.',
    callBack:
      'Þú baðst um að hringt yrði til baka í þann sem hringdi í {name}. Ýttu á 1 til að hringja.',
    nobodyAnswered: 'Enginn gat svarað símtalinu þínu.',
    leaveMessage: 'Skildu eftir skilaboð eftir tóninn og leggðu á þegar þú ert búinn.',
    closing: 'Því miður gat enginn svarað símtalinu. Reyndu aftur síðar. Bless.',
    leadsNowhere: 'Því miður er enginn við í þessu númeri eins og er. Bless.',
    alreadyConnected: 'Þú ert nú þegar í öðru símtali. Hringt er í einhvern annan. Bless.',
    recordingNotice:
      'Ef þú skilur eftir skilaboð verða þau tekin upp. Ef þú vilt það ekki skaltu leggja á fyrir tóninn.',
    callerNumber: 'Númer þess sem hringir er {number}.',
    callerWithheld: 'Sá sem hringir sýnir ekki númer sitt.',
  },
  it: {
    menu: 'Ha chiamato {name}. Prema {keys}.',
    accept: 'Chiamata per {name}. Prema 1 per accettare.',
    callBack: 'Ha chiesto di richiamare chi aveva chiamato {name}. Prema 1 per chiamare.',
    nobodyAnswered: 'Nessuno ha potuto rispondere alla sua chiamata.',
    leaveMessage: 'Lasci un messaggio dopo il segnale acustico e riagganci al termine.',
    closing:
      'Siamo spiacenti, nessuno ha potuto rispondere alla sua chiamata. Riprovi più tardi. Arrivederci.',
    leadsNowhere:
      'Siamo spiacenti, al momento nessuno è raggiungibile a questo numero. Arrivederci.',
    alreadyConnected:
      'È già collegato a un’altra chiamata. Viene chiamata un’altra persona. Arrivederci.',
    recordingNotice:
      'Se lascia un messaggio, verrà registrato. Se non lo desidera, riagganci prima del segnale acustico.',
    callerNumber: 'Il numero di chi chiama è {number}.',
    callerWithheld: 'Chi chiama non mostra il proprio numero.',
  },
  ja: {
    menu: '{name}です。{keys}を押してください。',
    accept: '{name}への着信です。応答するには1を押してください。',
    callBack:
      'ご依頼の、{name}への発信者に対する折り返し電話です。発信者を呼び出すには1を押してください。',
    nobodyAnswered: 'ただいま電話に出ることができません。',
    leaveMessage: '発信音の後にメッセージをお話しください。終わりましたら電話をお切りください。',
    closing: '申し訳ございません。ただいま電話に出ることができません。後ほどおかけ直しください。',
    leadsNowhere: '申し訳ございません。この番号は現在つながりません。',
    alreadyConnected: 'すでに別の通話に接続されています。ほかの担当者を呼び出します。',
    recordingNotice:
      'メッセージは録音されます。録音を希望されない場合は、発信音の前に電話をお切りください。',
    callerNumber: '発信者の番号は{number}です。',
    callerWithheld: '発信者の番号は非通知です。',
  },
  ko: {
    menu: '{name}입니다. {keys}번을 눌러 주십시오.',
    accept: '{name}으로 온 전화입니다. 받으시려면 1번을 눌러 주십시오.',
    callBack:
      '{name}으로 전화한 발신자에게 요청하신 회신 전화입니다. 발신자에게 거시려면 1번을 눌러 주십시오.',
    nobodyAnswered: '지금은 전화를 받을 수 없습니다.',
    leaveMessage: '신호음이 울린 후 메시지를 남기시고, 끝나면 전화를 끊어 주십시오.',
    closing: '죄송합니다. 지금은 전화를 받을 수 없습니다. 나중에 다시 걸어 주십시오.',
    leadsNowhere: '죄송합니다. 지금은 이 번호로 연결되지 않습니다.',
    alreadyConnected: '이미 다른 통화에 연결되어 있습니다. 다른 담당자에게 연결합니다.',
    recordingNotice:
      '메시지를 남기시면 녹음됩니다. 원하지 않으시면 신호음이 울리기 전에 전화를 끊어 주십시오.',
    callerNumber: '발신자 번호는 {number}입니다.',
    callerWithheld: '발신자 번호가 표시되지 않습니다.',
  },
  nb: {
    menu: 'Du har kommet til {name}. Trykk {keys}.',
    accept: 'Anrop til {name}. Trykk 1 for å ta det.',
    callBack: 'Du ba om å ringe tilbake til en som hadde ringt {name}. Trykk 1 for å ringe opp.',
    nobodyAnswered: 'Ingen kunne ta anropet ditt.',
    leaveMessage: 'Legg igjen en beskjed etter tonen, og legg på når du er ferdig.',
    closing: 'Beklager, ingen kunne ta anropet ditt. Prøv igjen senere. Ha det.',
    leadsNowhere: 'Beklager, dette nummeret fører ikke til noen akkurat nå. Ha det.',
    alreadyConnected: 'Du er allerede i en annen samtale. Noen andre blir oppringt. Ha det.',
    recordingNotice:
      'Hvis du legger igjen en beskjed, blir den tatt opp. Hvis du ikke ønsker det, legg på før tonen.',
    callerNumber: 'Nummeret til den som ringer, er {number}.',
    callerWithheld: 'Den som ringer, viser ikke nummeret sitt.',
  },
  nl: {
    menu: 'U bent verbonden met {name}. Druk op {keys}.',
    accept: 'Oproep voor {name}. Druk op 1 om aan te nemen.',
    callBack:
      'U vroeg om iemand terug te bellen die {name} had gebeld. Druk op 1 om de beller te bellen.',
    nobodyAnswered: 'Niemand kon uw oproep aannemen.',
    leaveMessage: 'Spreek na de toon een bericht in en hang op wanneer u klaar bent.',
    closing: 'Sorry, niemand kon uw oproep aannemen. Probeer het later opnieuw. Tot ziens.',
    leadsNowhere: 'Sorry, op dit nummer is momenteel niemand bereikbaar. Tot ziens.',
    alreadyConnected: 'U bent al in een ander gesprek. Er wordt iemand anders gebeld. Tot ziens.',
    recordingNotice:
      'Als u een bericht inspreekt, wordt het opgenomen. Wilt u dat niet, hang dan op vóór de toon.',
    callerNumber: 'Het nummer van de beller is {number}.',
    callerWithheld: 'De beller toont geen nummer.',
  },
  pl: {
    menu: 'To jest numer {name}. Proszę nacisnąć {keys}.',
    accept: 'Połączenie do {name}. Naciśnij 1, aby odebrać.',
    callBack:
      'To zamówione oddzwonienie do osoby, która dzwoniła do {name}. Naciśnij 1, aby do niej zadzwonić.',
    nobodyAnswered: 'Nikt nie mógł odebrać połączenia.',
    leaveMessage: 'Proszę zostawić wiadomość po sygnale, a potem się rozłączyć.',
    closing:
      'Przepraszamy, nikt nie mógł odebrać połączenia. Prosimy spróbować później. Do widzenia.',
    leadsNowhere: 'Przepraszamy, pod tym numerem nikt nie jest obecnie dostępny. Do widzenia.',
    alreadyConnected: 'Trwa już inna rozmowa. Dzwonimy do kogoś innego. Do widzenia.',
    recordingNotice:
      'Pozostawiona wiadomość zostanie nagrana. W razie braku zgody proszę się rozłączyć przed sygnałem.',
    callerNumber: 'Numer osoby dzwoniącej to {number}.',
    callerWithheld: 'Numer osoby dzwoniącej jest ukryty.',
  },
  pt: {
    menu: 'Ligou para {name}. Pressione {keys}.',
    accept: 'Chamada para {name}. Pressione 1 para aceitar.',
    callBack:
      'Pediu para devolver a chamada a quem ligou para {name}. Pressione 1 para ligar a essa pessoa.',
    nobodyAnswered: 'Ninguém pôde atender a sua chamada.',
    leaveMessage: 'Deixe uma mensagem após o sinal e desligue quando terminar.',
    closing:
      'Lamentamos, ninguém pôde atender a sua chamada. Tente novamente mais tarde. Até logo.',
    leadsNowhere: 'Lamentamos, de momento ninguém atende este número. Até logo.',
    alreadyConnected: 'Já está noutra chamada. Outra pessoa está a ser chamada. Até logo.',
    recordingNotice:
      'Se deixar uma mensagem, ela será gravada. Se não o desejar, desligue antes do sinal.',
    callerNumber: 'O número de quem liga é {number}.',
    callerWithheld: 'Quem liga não mostra o número.',
  },
  ro: {
    menu: 'Ați sunat la {name}. Vă rugăm să apăsați {keys}.',
    accept: 'Apel pentru {name}. Apăsați 1 pentru a accepta.',
    callBack:
      'Ați cerut să sunați înapoi pe cineva care a sunat la {name}. Apăsați 1 pentru a suna.',
    nobodyAnswered: 'Nimeni nu a putut răspunde la apelul dumneavoastră.',
    leaveMessage: 'Vă rugăm să lăsați un mesaj după semnal și să închideți când ați terminat.',
    closing:
      'Ne pare rău, nimeni nu a putut răspunde la apel. Vă rugăm să încercați mai târziu. La revedere.',
    leadsNowhere: 'Ne pare rău, momentan nu răspunde nimeni la acest număr. La revedere.',
    alreadyConnected: 'Sunteți deja într-un alt apel. Este sunată altă persoană. La revedere.',
    recordingNotice:
      'Dacă lăsați un mesaj, acesta va fi înregistrat. Dacă nu doriți acest lucru, vă rugăm să închideți înainte de semnal.',
    callerNumber: 'Numărul apelantului este {number}.',
    callerWithheld: 'Apelantul nu își afișează numărul.',
  },
  ru: {
    menu: 'Вы позвонили в {name}. Пожалуйста, нажмите {keys}.',
    accept: 'Звонок для {name}. Нажмите 1, чтобы принять.',
    callBack: 'Вы хотели перезвонить тому, кто звонил в {name}. Нажмите 1, чтобы позвонить.',
    nobodyAnswered: 'Никто не смог ответить на ваш звонок.',
    leaveMessage: 'Пожалуйста, оставьте сообщение после сигнала и повесьте трубку.',
    closing:
      'К сожалению, никто не смог ответить на ваш звонок. Пожалуйста, перезвоните позже. До свидания.',
    leadsNowhere: 'К сожалению, по этому номеру сейчас никто не отвечает. До свидания.',
    alreadyConnected: 'Вы уже разговариваете по другому вызову. Звоним другому. До свидания.',
    recordingNotice:
      'Если вы оставите сообщение, оно будет записано. Если вы этого не хотите, пожалуйста, повесьте трубку до сигнала.',
    callerNumber: 'Номер звонящего: {number}.',
    callerWithheld: 'Номер звонящего скрыт.',
  },
  sv: {
    menu: 'Du har kommit till {name}. Tryck {keys}.',
    accept: 'Samtal till {name}. Tryck 1 för att svara.',
    callBack:
      'Du bad om att ringa tillbaka till någon som hade ringt {name}. Tryck 1 för att ringa upp.',
    nobodyAnswered: 'Ingen kunde ta ditt samtal.',
    leaveMessage: 'Lämna ett meddelande efter tonen och lägg på när du är klar.',
    closing: 'Tyvärr kunde ingen ta ditt samtal. Försök igen senare. Hej då.',
    leadsNowhere: 'Tyvärr går det inte att nå någon på det här numret just nu. Hej då.',
    alreadyConnected: 'Du är redan i ett annat samtal. Någon annan rings upp. Hej då.',
    recordingNotice:
      'Om du lämnar ett meddelande spelas det in. Om du inte vill det, lägg på före tonen.',
    callerNumber: 'Numret till den som ringer är {number}.',
    callerWithheld: 'Den som ringer visar inte sitt nummer.',
  },
  tr: {
    menu: '{name} hattını aradınız. Lütfen {keys} tuşuna basın.',
    accept: '{name} için arama. Kabul etmek için 1’e basın.',
    callBack: '{name} hattını arayan kişiyi geri aramak istediniz. Aramak için 1’e basın.',
    nobodyAnswered: 'Aramanıza kimse yanıt veremedi.',
    leaveMessage: 'Lütfen sinyal sesinden sonra mesajınızı bırakın ve bitirdiğinizde kapatın.',
    closing:
      'Üzgünüz, aramanıza kimse yanıt veremedi. Lütfen daha sonra tekrar deneyin. Hoşça kalın.',
    leadsNowhere: 'Üzgünüz, şu anda bu numaradan kimseye ulaşılamıyor. Hoşça kalın.',
    alreadyConnected: 'Zaten başka bir aramadasınız. Başka biri aranıyor. Hoşça kalın.',
    recordingNotice:
      'Mesaj bırakırsanız kaydedilecektir. Bunu istemiyorsanız lütfen sinyal sesinden önce kapatın.',
    callerNumber: 'Arayanın numarası {number}.',
    callerWithheld: 'Arayanın numarası gizli.',
  },
};

const english = wordsByLanguage.en as BuiltInWords;

export function builtInWords(locale: string): BuiltInWords {
  return wordsByLanguage[locale.split('-')[0] ?? ''] ?? english;
}

/** `1, 2 oder 3`. */
export function keysIn(locale: string, keys: readonly number[]): string {
  // Voices name two languages by codes that CLDR has under others.
  const [known] = Intl.ListFormat.supportedLocalesOf([
    locale.replace(/^arb/, 'ar').replace(/^cmn/, 'zh'),
    'en',
  ]);
  return new Intl.ListFormat(known, { type: 'disjunction' }).format(keys.map(String));
}
