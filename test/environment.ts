import type { RunningSandbox } from '#sandbox/server.ts'

/** The environment that points a product at a sandbox. */
export function environmentFor(sandbox: RunningSandbox, dataDir: string): Record<string, string> {
  const application = [...sandbox.context.world.applications.values()].find(({ name }) => name === 'Palisade')
  if (!application) throw new Error('this world has no application called Palisade')
  return {
    DISCORD_TOKEN: application.token,
    DISCORD_CLIENT_ID: application.id,
    DISCORD_CLIENT_SECRET: application.clientSecret,
    DISCORD_API_URL: sandbox.api,
    DISCORD_CDN_URL: `${sandbox.url}/cdn`,
    DISCORD_AUTHORIZE_URL: `${sandbox.url}/oauth2/authorize`,
    DISCORD_TOKEN_URL: `${sandbox.api}/v10/oauth2/token`,
    HOST: '127.0.0.1',
    PORT: '0',
    PUBLIC_URL: 'http://127.0.0.1:0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
  }
}
