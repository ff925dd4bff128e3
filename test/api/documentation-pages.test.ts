import type { AddressInfo } from 'node:net';
import { runInNewContext } from 'node:vm';
import express from 'express';
import { afterAll, describe, expect, it } from 'vitest';
import { loadDocument } from '../../src/http/index.ts';
import { createDocumentationPages } from '../../src/surfaces/public-api/index.ts';

const document = await loadDocument(
  new URL('../../openapi/bundled/public-v1.json', import.meta.url),
);
const server = express().use(createDocumentationPages(document)).listen(0);
afterAll(() => void server.close());
const { port } = server.address() as AddressInfo;
const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual' });
const textAt = async (path: string) => (await get(path)).text();
const ui = '/api/public/swagger-ui';

/** What the page hands to Swagger UI, as far as this test looks at it. */
interface Page {
  plugins: [
    {
      statePlugins: {
        spec: {
          wrapActions: {
            updateJsonSpec(
              update: (spec: Record<string, unknown>) => void,
            ): (spec: Record<string, unknown>) => void;
          };
        };
      };
    },
  ];
}

describe('the documentation pages', () => {
  it('serve the document at the address of spec 4.6', async () => {
    const answer = await get('/api/swagger/public-v1/swagger.json');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json\b/);
    expect(await answer.json()).toEqual(document.raw);
  });

  it('lead there from the folder', async () => {
    for (const path of [ui, `${ui}/`]) {
      const { status, headers } = await get(path);
      expect([status, headers.get('location')]).toEqual([302, `${ui}/index.html`]);
    }
  });

  it('load nothing from another host, and let no inline script run', async () => {
    const answer = await get(`${ui}/index.html`);
    const text = await answer.text();
    const policy = answer.headers.get('content-security-policy');
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("default-src 'none';");
    expect(text).not.toMatch(/(?:src|href)="(?:[a-z]+:)?\/\//);
    expect(text).not.toMatch(/<script(?![^>]* src=)|\son[a-z]+=/);
  });

  it('serve every file that the page names', async () => {
    const text = await textAt(`${ui}/index.html`);
    const names = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, name]) => name);
    expect(names).toHaveLength(4);
    for (const name of names) {
      const { status, headers } = await get(`${ui}/${name}`);
      expect([name, status]).toEqual([name, 200]);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it('ask for one key only, as the cursor goes into the last field, and say how to find an operation', async () => {
    const text = await textAt(`${ui}/start.js`);
    let shown: Record<string, unknown> = {};
    runInNewContext(text, {
      SwaggerUIBundle({ plugins: [plugin] }: Page) {
        const { updateJsonSpec } = plugin.statePlugins.spec.wrapActions;
        updateJsonSpec((spec) => {
          shown = spec;
        })(structuredClone(document.raw) as Record<string, unknown>);
      },
    });
    expect(shown).toMatchObject({
      security: [{ ApiKey: [] }],
      info: { description: expect.stringContaining('use the filter above them') },
    });
    const { securitySchemes } = shown.components as { securitySchemes: object };
    expect(Object.keys(securitySchemes)).toEqual(['ApiKey']);
    // Operations without a key are the only ones that say something of their own.
    expect(new Set(JSON.stringify(shown.paths).match(/"security":\[[^\]]*\]/g))).toEqual(
      new Set(['"security":[]']),
    );
  });

  it('serve nothing else of the package', async () => {
    for (const name of ['package.json', 'swagger-initializer.js', 'oauth2-redirect.html']) {
      expect((await get(`${ui}/${name}`)).status).toBe(404);
    }
  });
});
