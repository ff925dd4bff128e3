import { toProblem, type WriteError } from '../../http/index.ts';
import type { Log } from '../../kernel/index.ts';
import { inWords, languageOf, usualSpeech } from '../../sentences/index.ts';
import { errorPage, pageHeaders } from './pages/page.ts';
import { type Texts, texts } from './pages/texts.ts';

/** Errors as pages, in the language of the browser. */
export function writeErrorPages(log: Log, publicUrl: () => string): WriteError {
  return (error, { requestId, path, acceptLanguage }) => {
    const { status, headers, body } = toProblem(error, requestId, path, log);
    const language = languageOf(acceptLanguage);
    const message = messageOf(status, headers, texts[language]);
    return {
      status,
      headers: { ...headers, ...pageHeaders(publicUrl()) },
      body: errorPage(
        language,
        status === 409 && body.detailSentence
          ? inWords(body.detailSentence, usualSpeech[language])
          : message,
      ),
    };
  };
}

function messageOf(status: number, headers: Readonly<Record<string, string>>, t: Texts): string {
  switch (status) {
    case 403:
      return t.foreignForm;
    case 404:
      return t.linkInvalid;
    case 409:
      return t.taken;
    case 429:
      return t.tooMany(Number(headers['Retry-After'] ?? headers['retry-after'] ?? 60));
    case 503:
      return t.busy;
    default:
      return status < 500 ? t.invalid : t.internal;
  }
}
