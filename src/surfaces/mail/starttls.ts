import { readFileSync } from 'node:fs';

/** Files of the certificate for STARTTLS. */
export interface CertificateFiles {
  certificate: string | undefined;
  key: string | undefined;
}

/** The content of the files; null if none are set, so that there is no STARTTLS. Throws for the operator. */
export function readCertificate(files: CertificateFiles): { cert: string; key: string } | null {
  const { certificate, key } = files;
  if (certificate === undefined && key === undefined) return null;
  if (certificate === undefined || key === undefined)
    throw new Error('TOCSIN_SMTP_TLS_CERT and TOCSIN_SMTP_TLS_KEY go together: set both or none');
  return {
    cert: contentOf('TOCSIN_SMTP_TLS_CERT', certificate),
    key: contentOf('TOCSIN_SMTP_TLS_KEY', key),
  };
}

function contentOf(setting: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${setting} cannot be read: ${reason}`, { cause: error });
  }
}
