/** As far as it is used here: the package describes every check of mail that there is. */
declare module 'mailauth/lib/dkim/verify.js' {
  interface Judged {
    id?: string;
    signingDomain?: string;
    status: { result: string; testing?: boolean };
    /** The fields that it covers, as they were received. */
    signingHeaders?: { headers: string[] };
    /** It has an end within the text (`l=`). */
    canonBodyLengthLimited?: boolean;
    signatureTimeValid?: boolean;
  }

  export function dkimVerify(
    message: Buffer,
    options: {
      /** Throws an error with a code where there is no record. */
      resolver: (name: string) => Promise<string[][]>;
      curTime: Date;
      rejectRsaSha1: true;
      minBitLength: number;
    },
  ): Promise<{
    results: Judged[];
    /** The addresses of all fields From. */
    headerFrom: string[];
    fromFields: number;
  }>;
}
