import { crc32, deflateSync } from 'node:zlib';
import type { Generator } from './generator.ts';

/** The sign of the console in the sizes that devices ask for, drawn from the same lines as `console/icon.svg`. */
export const icons: Generator = {
  name: 'icons',
  async outputs() {
    return new Map([
      ['console/icons/icon-192.png', icon(192, { background: rounded, color: blue })],
      ['console/icons/icon-512.png', icon(512, { background: rounded, color: blue })],
      // Devices cut their own shape out of it.
      ['console/icons/icon-maskable-512.png', icon(512, { background: full, color: blue })],
      ['console/icons/apple-touch-icon.png', icon(180, { background: full, color: blue })],
      // In the status bar only its outline is seen.
      ['console/icons/badge-96.png', icon(96, { background: () => false, color: blue })],
    ]);
  },
};

type Point = readonly [x: number, y: number];
type Color = readonly [red: number, green: number, blue: number];

const blue: Color = [0x1f, 0x5f, 0xbf];
/** Of the square in which the lines are drawn. */
const side = 64;
const strokeWidth = 5;
const samples = 4;

/** `M18 42V31a14 14 0 0 1 28 0v11l5 5H13l5-5Zm9 10h10` */
const lines: readonly (readonly Point[])[] = [
  [[18, 42], [18, 31], ...dome(), [46, 31], [46, 42], [51, 47], [13, 47], [18, 42]],
  [
    [27, 52],
    [37, 52],
  ],
];

function dome(): Point[] {
  return Array.from({ length: 33 }, (_, n): Point => {
    const angle = Math.PI * (1 + n / 32);
    return [32 + 14 * Math.cos(angle), 31 + 14 * Math.sin(angle)];
  });
}

function rounded([x, y]: Point): boolean {
  const radius = 14;
  const beyond = (at: number) => Math.max(radius - at, at - (side - radius), 0);
  return beyond(x) ** 2 + beyond(y) ** 2 <= radius ** 2;
}

function full(): boolean {
  return true;
}

interface Look {
  background(point: Point): boolean;
  color: Color;
}

function icon(size: number, { background, color }: Look): Uint8Array {
  const { white, inside } = sampled(size, background);
  const pixels = Buffer.alloc(size * (size * 4 + 1));
  for (const [pixel, ofLines] of white.entries()) {
    const ofBackground = inside[pixel] ?? 0;
    const covered = ofLines + ofBackground;
    const at = pixel * 4 + Math.floor(pixel / size) + 1;
    for (const [channel, value] of color.entries())
      pixels[at + channel] = covered === 0 ? 255 : (ofLines * 255 + ofBackground * value) / covered;
    pixels[at + 3] = (covered * 255) / (samples * samples);
  }
  return png(size, pixels);
}

/** How many samples of each pixel are on a line, and how many of the others on the background. */
function sampled(size: number, background: Look['background']) {
  const white = new Uint8Array(size * size);
  const inside = new Uint8Array(size * size);
  for (let row = 0; row < size * samples; row += 1) {
    const y = ((row + 0.5) / samples) * (side / size);
    const near = segmentsNear(y);
    for (let column = 0; column < size * samples; column += 1) {
      const x = ((column + 0.5) / samples) * (side / size);
      const pixel = Math.floor(row / samples) * size + Math.floor(column / samples);
      const isOnLine = near.some((segment) => squaredDistance(x, y, segment) <= reach ** 2);
      if (isOnLine) white[pixel] = (white[pixel] ?? 0) + 1;
      else if (background([x, y])) inside[pixel] = (inside[pixel] ?? 0) + 1;
    }
  }
  return { white, inside };
}

interface Segment {
  fromX: number;
  fromY: number;
  toX: number;
  toY: number;
}

const segments: readonly Segment[] = lines.flatMap((line) =>
  line.slice(1).map(([toX, toY], index): Segment => {
    const [fromX, fromY] = line[index] ?? [toX, toY];
    return { fromX, fromY, toX, toY };
  }),
);
const reach = strokeWidth / 2;

/** A row has few of them: asking each point of each row for all of them would take half a minute. */
function segmentsNear(y: number): readonly Segment[] {
  return segments.filter(
    ({ fromY, toY }) => y >= Math.min(fromY, toY) - reach && y <= Math.max(fromY, toY) + reach,
  );
}

function squaredDistance(x: number, y: number, { fromX, fromY, toX, toY }: Segment): number {
  const dx = toX - fromX;
  const dy = toY - fromY;
  const along = ((x - fromX) * dx + (y - fromY) * dy) / (dx * dx + dy * dy || 1);
  const part = Math.min(1, Math.max(0, along));
  return (x - fromX - part * dx) ** 2 + (y - fromY - part * dy) ** 2;
}

/** RGBA with eight bits each, every line with the filter 0 in front (ISO 15948). */
function png(size: number, pixels: Uint8Array): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, content: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const whole = Buffer.alloc(named.length + 8);
  whole.writeUInt32BE(content.length, 0);
  whole.set(named, 4);
  whole.writeUInt32BE(crc32(named), named.length + 4);
  return whole;
}
