# The server needs no build step: production dependencies and sources. Only the Terraform provider that it hands out is bundled.
FROM node:26-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
# Without install scripts the `node` package stays empty: the image has Node already.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund

FROM dependencies AS provider
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN mkdir -p cdktf-provider/dist && node --eval "import('./cdktf-provider/packaging/bundle.ts') \
  .then(({ bundleProvider }) => bundleProvider()) \
  .then((script) => fs.writeFileSync('cdktf-provider/dist/provider.cjs', script))"

FROM node:26-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 TOCSIN_DATA_DIR=/data
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY . .
COPY --from=provider /app/cdktf-provider/dist/provider.cjs cdktf-provider/dist/
RUN install --directory --owner=node --group=node --mode=0700 /data
USER node
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "src/main.js"]
