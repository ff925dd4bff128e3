/** What somebody who connects an integration, or relies on it, has to know. */
export const integrations = {
  noMailReceived:
    'Dieser Server empfängt keine Mails: Hier kommt nichts an, bis sein Betreiber TOCSIN_SMTP_LISTEN setzt.',
  noCallArrives: 'In ihren Einstellungen steht keine Telefonnummer: Hier kommt kein Anruf an.',
  nothingWatched:
    'In ihren Einstellungen steht nicht, was überwacht wird: Es wird nichts überwacht.',
  callsNeedToken:
    'Kein Anruf wird angenommen: Nichts beweist, dass eine Anfrage vom Anbieter kommt. In ihre Einstellungen gehören Konto-SID und Auth-Token.',
  callsNeedKey:
    'Kein Anruf wird angenommen: Nichts beweist, dass eine Anfrage vom Anbieter kommt. In ihre Einstellungen gehört der öffentliche Schlüssel.',
  voiceMissing: 'Keine Stimme spricht {locale}, also wird {prompt} als {language} gesprochen.',
  voiceUnused: 'Die Stimme von {prompt} wird nicht benutzt: Jede Sprache hat ihre eigene.',
  enterAddressIn:
    'Tragen Sie {address} in {tool} als die Adresse ein, an die Alarme gesendet werden.',
  verifiedBySns:
    'Die Signatur der Nachricht, mit dem Zertifikat von Amazon. Geheimnis: die ARNs der Topics, die senden dürfen, eine pro Zeile; leer für jedes Topic.',
  verifiedByGithub: 'X-Hub-Signature-256. Geheimnis: das Secret des Webhooks.',
  verifiedByGitlab: 'X-Gitlab-Token. Geheimnis: das Token.',
  verifiedByGrafana:
    'X-Grafana-Alerting-Signature; Wiederholungen werden abgewiesen, wenn der Header des Zeitstempels X-Grafana-Alerting-Timestamp ist. Geheimnis: das des Contact Points.',
  verifiedBySentry:
    'Sentry-Hook-Signature. Geheimnis: das Client Secret der Integration in Sentry.',
  verifiedByPagerDuty:
    'X-PagerDuty-Signature, einer ihrer v1-Werte. Geheimnis: das der Subscription.',
  verifiedBySlack:
    'X-Slack-Signature, höchstens fünf Minuten alt. Geheimnis: das Signing Secret der App.',
  verifiedByHmac:
    'Ein HMAC des Bodys mit {scheme}, in {encoding}. Geheimnis: das im Werkzeug eingetragene.',
  verifiedByHeader:
    'Ein Header, der das Geheimnis enthält. Geheimnis: das im Werkzeug eingetragene.',
  verifiedByTwilio:
    'X-Twilio-Signature über die öffentliche URL des Servers. Geheimnis: das Auth Token des Kontos.',
  verifiedByBody:
    'Ein Feld des Bodys, das das Geheimnis enthält; es wird geschwärzt, bevor die Meldung gespeichert wird. Geheimnis: das im Werkzeug eingetragene.',
} as const;
