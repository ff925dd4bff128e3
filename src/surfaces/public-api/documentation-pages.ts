import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { Router } from 'express';
import type { ApiDocument } from '../../http/index.ts';

const documentPath = '/api/swagger/public-v1/swagger.json';
const uiPath = '/api/public/swagger-ui';

/** The files of swagger-ui-dist that the page needs; its own start page and redirect page stay unserved. */
const assets = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];

/** The document and the page to explore it with (spec 4.6), both from this server, no foreign host involved. */
export function createDocumentationPages(document: ApiDocument): Router {
  const router = Router();
  let text: string | undefined;
  router.get(documentPath, (_req, res) => {
    text ??= JSON.stringify(document.raw);
    res.type('application/json').set('cache-control', 'public, max-age=60').send(text);
  });
  router.get([uiPath, `${uiPath}/`], (_req, res) => res.redirect(`${uiPath}/index.html`));
  router.use(uiPath, (_req, res, next) => {
    res.set(securityHeaders);
    next();
  });
  router.get(`${uiPath}/index.html`, (_req, res) => {
    res.type('text/html').send(page);
  });
  router.get(`${uiPath}/start.js`, (_req, res) => {
    res.type('text/javascript').send(startScript);
  });
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  for (const name of assets) {
    router.get(`${uiPath}/${name}`, (_req, res) =>
      res.sendFile(name, { root: folder, headers: { 'cache-control': 'public, max-age=3600' } }),
    );
  }
  return router;
}

const securityHeaders = {
  // The page styles itself inline; scripts come from this server only.
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
    "connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tocsin Public API</title>
<link rel="stylesheet" href="swagger-ui.css">
<link rel="icon" href="favicon-32x32.png">
</head>
<body>
<div id="swagger-ui"></div>
<script src="swagger-ui-bundle.js"></script>
<script src="start.js"></script>
</body>
</html>
`;

/** "Try it out" fills in examples; in an optional parameter that would be an unwanted filter. */
const startScript = `const emptyOptionalParameters = (jsonSpec) => {
  const parameters = Object.values(jsonSpec.components.parameters);
  for (const path of Object.values(jsonSpec.paths))
    for (const operation of Object.values(path)) parameters.push(...(operation.parameters ?? []));
  for (const parameter of parameters)
    if (parameter.in && !parameter.required) parameter.example = '';
};
// Authorize puts the cursor into its last field, so that is the key that everybody has; the page's own requests need no
// other.
const offerOnlyApiKey = (jsonSpec) => {
  const { securitySchemes } = jsonSpec.components;
  jsonSpec.components.securitySchemes = { ApiKey: securitySchemes.ApiKey };
  jsonSpec.security = [{ ApiKey: [] }];
};
const sayHowToSearch = (jsonSpec) => {
  jsonSpec.info.description +=
    '\\n\\nThe page shows the operations of the tags that are in view: use the filter above them instead of the search of the browser.';
};
SwaggerUIBundle({
  url: ${JSON.stringify(documentPath)},
  dom_id: '#swagger-ui',
  deepLinking: true,
  filter: true,
  persistAuthorization: false,
  displayRequestDuration: true,
  tryItOutEnabled: true,
  validatorUrl: null,
  plugins: [
    {
      statePlugins: {
        spec: {
          wrapActions: {
            updateJsonSpec: (update) => (jsonSpec) => {
              if (jsonSpec.paths) {
                emptyOptionalParameters(jsonSpec);
                offerOnlyApiKey(jsonSpec);
                sayHowToSearch(jsonSpec);
              }
              return update(jsonSpec);
            },
          },
        },
      },
    },
  ],
});
`;
