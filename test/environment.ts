import type { RunningSandbox } from '#sandbox/server.ts'
import type { Application } from '#sandbox/world/state.ts'

/** The application that the product runs as. */
export function applicationOf(sandbox: RunningSandbox): Application {
  const application = [...sandbox.context.world.applications.values()].find(({ name }) => name === 'Palisade')
  if (!application) throw new Error('this world has no application called Palisade')
  return application
}

/** The environment that points a product at a sandbox, on a free port. */
export function environmentFor(sandbox: RunningSandbox, dataDir: string): Record<string, string> {
  const application = applicationOf(sandbox)
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
    DATA_DIR: dataDir,
  }
}
