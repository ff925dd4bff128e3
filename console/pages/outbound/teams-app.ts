import { zipSync } from 'fflate';
import { saveFile } from '../../as-code/save-file.ts';

/** https://learn.microsoft.com/microsoftteams/platform/resources/schema/manifest-schema */
const version = '1.17';

/** The app of a bot as Teams takes it: a zip file with its manifest and two icons. */
export async function saveTeamsApp(appId: string): Promise<void> {
  const [color, outline] = await Promise.all([
    icon('/icon-192.png', 192),
    // White on nothing.
    icon('/badge-96.png', 32),
  ]);
  const manifest = new TextEncoder().encode(JSON.stringify(manifestOf(appId), null, 2));
  const files = { 'manifest.json': manifest, 'color.png': color, 'outline.png': outline };
  saveFile('tocsin-teams.zip', zipSync(files, { level: 0 }));
}

export function manifestOf(appId: string, origin = location.origin): object {
  return {
    $schema: `https://developer.microsoft.com/json-schemas/teams/v${version}/MicrosoftTeams.schema.json`,
    manifestVersion: version,
    version: '1.0.0',
    id: appId,
    developer: { name: 'Tocsin', websiteUrl: origin, privacyUrl: origin, termsOfUseUrl: origin },
    name: { short: 'Tocsin', full: 'Tocsin' },
    description: {
      short: 'Alerts and who is on call',
      full: 'Tells of incidents, and takes what is done about them.',
    },
    icons: { color: 'color.png', outline: 'outline.png' },
    accentColor: '#FFFFFF',
    bots: [{ botId: appId, scopes: ['personal', 'team'], isNotificationOnly: false }],
    validDomains: [],
  };
}

/** An image of this server as a PNG of so many pixels. */
async function icon(path: string, pixels: number): Promise<Uint8Array> {
  const bitmap = await createImageBitmap(await (await fetch(path)).blob());
  const canvas = document.createElement('canvas');
  canvas.width = pixels;
  canvas.height = pixels;
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, pixels, pixels);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (!blob) throw new Error(`${path} cannot be drawn.`);
  return new Uint8Array(await blob.arrayBuffer());
}
