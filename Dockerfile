# Builds the pages and the server's bundle with every tool, then ships only what runs.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build

FROM node:24-bookworm-slim
# A restart policy cannot tell a refused token from a crash: after a refusal the program stays and says so.
# Left to itself, glibc keeps the room of what a start needed once; 128 KiB of it is where it begins.
ENV NODE_ENV=production DATA_DIR=/data ON_REFUSAL=wait MALLOC_TRIM_THRESHOLD_=131072
WORKDIR /app
COPY --from=build /app/dist/server ./dist/server
COPY --from=build /app/dist/web ./dist/web
COPY --from=build /app/migrations ./migrations
COPY package.json LICENSE ./
# What V8 made of the bundle, for later starts: a folder that only its user can write to.
RUN install -d -o node -g node -m 700 dist/server/compiled
# The one thing to keep: database, backups, session secret.
RUN install -d -o node -g node /data
VOLUME /data
USER node
EXPOSE 3000
# As long as the slowest migration of a large database may take.
HEALTHCHECK --interval=30s --timeout=5s --start-period=180s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || process.env.SERVER_PORT || 3000}/healthz`).then(answer => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# A bot makes much short-lived garbage: left to itself, Node sets 100 MiB aside for it. Here it gets 16 MiB once it is busy.
CMD ["node", "--min-semi-space-size=4", "--max-semi-space-size=16", "--heap-growing-percent=100", "--initial-old-space-size=64", "dist/server/main.js"]
