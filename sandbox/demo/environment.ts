import type { RunningSandbox } from '../server.ts'
import type { Application, GuildState, World } from '../world/state.ts'

/** The parts of a sandbox that are needed to point a product at it; it may run in another process. */
type Place = Pick<RunningSandbox, 'url' | 'api'> & { context: { world: World } }

/** An application of the demo world, the product's own unless another is named. */
export function applicationOf({ context }: Pick<Place, 'context'>, name = 'Palisade'): Application {
  const application = [...context.world.applications.values()].find(one => one.name === name)
  if (!application) throw new Error(`this world has no application called ${name}`)
  return application
}

/** Lets people sign in at this address, as its operator would in the developer portal. */
export function registerDashboard(place: Pick<Place, 'context'>, dashboard: string): void {
  applicationOf(place).redirectUris.push(new URL('/api/login/callback', dashboard).href)
}

/** The servers of the demo's owner that the product is in; the first is the one with the most to show. */
export function guildsOfOwner(place: Pick<Place, 'context'>): GuildState[] {
  const { accounts, guilds } = place.context.world
  const owner = [...accounts.values()].find(({ login }) => login === 'owner')?.user.id
  const { botUserId } = applicationOf(place)
  return [...guilds.values()].filter(({ guild, members }) => guild.owner_id === owner && members.has(botUserId))
}

/** The environment that points a product at a sandbox, on a free port. The product cannot tell the difference. */
export function environmentFor(sandbox: Place, dataDir: string): Record<string, string> {
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
