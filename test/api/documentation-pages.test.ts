import express from 'express';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { loadDocument } from '../../src/http/index.ts';
import { createDocumentationPages } from '../../src/surfaces/public-api/index.ts';

const document = await loadDocument(
  new URL('../../openapi/bundled/public-v1.json', import.meta.url),
);
const web = express().use(createDocumentationPages(document));
const ui = '/api/public/swagger-ui';

describe('the documentation pages', () => {
  it('serve the document at the address of spec 4.6', async () => {
    const { status, body, type } = await request(web).get('/api/swagger/public-v1/swagger.json');
    expect([status, type]).toEqual([200, 'application/json']);
    expect(body).toEqual(document.raw);
  });

  it('lead there from the root and from the folder', async () => {
    for (const path of ['/', ui, `${ui}/`]) {
      const { status, headers } = await request(web).get(path);
      expect([status, headers.location]).toEqual([302, `${ui}/index.html`]);
    }
  });

  it('load nothing from another host, and let no inline script run', async () => {
    const { text, headers } = await request(web).get(`${ui}/index.html`);
    expect(headers['content-security-policy']).toContain("script-src 'self';");
    expect(headers['content-security-policy']).toContain("default-src 'none';");
    expect(text).not.toMatch(/(?:src|href)="(?:[a-z]+:)?\/\//);
    expect(text).not.toMatch(/<script(?![^>]* src=)|\son[a-z]+=/);
  });

  it('serve every file that the page names', async () => {
    const { text } = await request(web).get(`${ui}/index.html`);
    const names = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, name]) => name);
    expect(names).toHaveLength(4);
    for (const name of names) {
      const { status, headers } = await request(web).get(`${ui}/${name}`);
      expect([name, status]).toEqual([name, 200]);
      expect(headers['x-content-type-options']).toBe('nosniff');
    }
  });

  it('serve nothing else of the package', async () => {
    for (const name of ['package.json', 'swagger-initializer.js', 'oauth2-redirect.html']) {
      expect((await request(web).get(`${ui}/${name}`)).status).toBe(404);
    }
  });
});
