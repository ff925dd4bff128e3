/** What somebody who relies on an integration has to know. */
export const integrations = {
  noMailReceived:
    'Dieser Server empfängt keine Mails: Hier kommt nichts an, bis sein Betreiber TOCSIN_SMTP_LISTEN setzt.',
  noCallArrives: 'Ihr fehlen die Einstellungen {settings}: Hier kommt kein Anruf an.',
  nothingWatched: 'Ihr fehlen die Einstellungen {settings}: Nichts wird überwacht.',
  callsUnproven:
    'Kein Anruf wird angenommen: Nichts beweist, dass eine Anfrage vom Anbieter kommt. Geben Sie {proofs:choices} in integrationSettings.{settings}.accessSettings an.',
  voiceMissing:
    'Keine Stimme spricht {locale}, also wird {prompt} als {language} gesprochen; siehe call-routing-options.',
  voiceUnused:
    'Die Stimme von {prompt} wird nicht benutzt: Jede Sprache hat ihre Stimme; siehe call-routing-options.',
} as const;
