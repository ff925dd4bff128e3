import { defineTexts } from '../parts/texts.tsx';

export const asCodeTexts = defineTexts({
  en: {
    asCode: 'As code',
    stored: 'This object as code, as it stands in the export of the whole organization.',
    draft: 'What is about to be saved, as code.',
    tool: 'Tool',
    download: 'Download',
    code: (tool: string) => `Code for ${tool}`,
    secrets: (count: number) =>
      count === 1
        ? 'One secret is a variable: code never holds secrets.'
        : `${count} secrets are variables: code never holds secrets.`,
    incomplete:
      'You may not list everything in this organization. What you cannot see stands here by its id.',
    byCode: 'By code',
    byCodeHelp: 'Managed by Terraform, CDK or a script with a key.',
    undone: 'The next run of the code undoes what is changed here',
    undoneHelp:
      'This object is managed by code. Change it there as well; "As code" shows what to write.',
    readOnly: 'Only code changes this',
    readOnlyHelp:
      'This object is managed by code, and the organization changes such objects by code only. Change it in your Terraform or CDK files.',
    folder: 'Download as Terraform',
    program: 'Download as CDK',
    folderReady: (files: number) =>
      `Downloaded ${files} files. Run terraform init and terraform plan: nothing changes until you do.`,
    programReady: 'Downloaded a program for CDK Terrain.',
    secretsToSet: (names: string) => `Set the secrets in ${names}.`,
    leftOut: (types: string) => `Left out, because you may not list them: ${types}.`,
  },
  de: {
    asCode: 'Als Code',
    stored: 'Dieses Objekt als Code, so wie es im Export der ganzen Organisation steht.',
    draft: 'Was gespeichert werden soll, als Code.',
    tool: 'Werkzeug',
    download: 'Herunterladen',
    code: (tool: string) => `Code für ${tool}`,
    secrets: (count: number) =>
      count === 1
        ? 'Ein Geheimnis ist eine Variable: Code enthält nie Geheimnisse.'
        : `${count} Geheimnisse sind Variablen: Code enthält nie Geheimnisse.`,
    incomplete:
      'Sie dürfen nicht alles in dieser Organisation auflisten. Was Sie nicht sehen, steht hier mit seiner ID.',
    byCode: 'Per Code',
    byCodeHelp: 'Verwaltet durch Terraform, CDK oder ein Skript mit einem Schlüssel.',
    undone: 'Der nächste Lauf des Codes macht Änderungen von hier rückgängig',
    undoneHelp:
      'Dieses Objekt wird durch Code verwaltet. Ändern Sie es auch dort; „Als Code“ zeigt, was zu schreiben ist.',
    readOnly: 'Nur Code ändert dies',
    readOnlyHelp:
      'Dieses Objekt wird durch Code verwaltet, und die Organisation ändert solche Objekte nur durch Code. Ändern Sie es in Ihren Terraform- oder CDK-Dateien.',
    folder: 'Als Terraform herunterladen',
    program: 'Als CDK herunterladen',
    folderReady: (files: number) =>
      `${files} Dateien heruntergeladen. Führen Sie terraform init und terraform plan aus: Bis dahin ändert sich nichts.`,
    programReady: 'Ein Programm für CDK Terrain heruntergeladen.',
    secretsToSet: (names: string) => `Setzen Sie die Geheimnisse in ${names}.`,
    leftOut: (types: string) => `Nicht dabei, weil Sie sie nicht auflisten dürfen: ${types}.`,
  },
});
