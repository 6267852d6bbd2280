import { type Client, DiscordAPIError, DiscordjsError, DiscordjsErrorCodes, GatewayCloseCodes } from 'discord.js'
import { codeOf, StartupError, exitCodes } from '#kit/errors.ts'
import type { GatewayWatch } from './gateway-watch.ts'

/** How long to wait for an answer from the gateway's address after the connection failed (ms). */
const answerMs = 5000
/** The developer portal, where an operator configures the bot's application. */
export const portal = 'https://discord.com/developers/applications'
/** The error for a token that is not, or no longer, accepted. */
export const wrongToken = (): StartupError =>
  new StartupError(
    exitCodes.token,
    `Discord does not accept DISCORD_TOKEN. Copy the bot's token from ${portal} (Bot, Reset Token).`,
  )

/**
 * The error that tells the operator why the gateway closed permanently. Source: Discord's documentation, "Gateway close
 * event codes".
 */
export function closedForGood(code: GatewayCloseCodes, lacking: readonly string[] = []): StartupError {
  if (code === GatewayCloseCodes.AuthenticationFailed) return wrongToken()
  if (code === GatewayCloseCodes.DisallowedIntents) {
    const names = lacking.length > 0 ? lacking : ['Server Members Intent', 'Message Content Intent']
    return new StartupError(
      exitCodes.intents,
      `Discord refuses the privileged intents this bot needs. Switch on ${names.join(' and ')} at ${portal} (Bot, Privileged Gateway Intents).`,
    )
  }
  if (code === GatewayCloseCodes.ShardingRequired || code === GatewayCloseCodes.InvalidShard)
    return new StartupError(exitCodes.configuration, 'Discord requires a different number of shards: set SHARDS=auto.')
  return new StartupError(exitCodes.unreachable, `Discord closed the connection permanently (code ${code}).`)
}

/** Application flags of privileged intents: each has two, one for small and one for verified bots. */
const portalSwitches = [
  { name: 'Server Members Intent', bits: (1 << 14) | (1 << 15) },
  { name: 'Message Content Intent', bits: (1 << 18) | (1 << 19) },
]

/** The privileged intents that are not switched on for the application, by their names in the portal. */
export const lackingIntents = (applicationFlags: number): string[] =>
  portalSwitches.filter(({ bits }) => (applicationFlags & bits) === 0).map(({ name }) => name)

async function askLackingIntents(client: Client): Promise<string[]> {
  try {
    const application = (await client.rest.get('/applications/@me')) as { flags?: number }
    return lackingIntents(application.flags ?? 0)
  } catch {
    return []
  }
}

/** Requests the gateway's address to find out why it cannot be reached, because a WebSocket does not say why. */
async function causeAt(gateway: string, limitMs: number): Promise<string | undefined> {
  try {
    await fetch(gateway.replace(/^ws/, 'http'), { signal: AbortSignal.timeout(limitMs) })
    return undefined
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined
    return codeOf(cause) || (cause instanceof Error ? cause.message : 'no answer')
  }
}

async function gatewayFailure(
  apiUrl: string,
  { gateway, limitMs }: { gateway: string; limitMs: number },
  error: unknown,
): Promise<StartupError> {
  const told = error instanceof Error ? error.message : String(error)
  if (told.startsWith('Not enough sessions'))
    return new StartupError(exitCodes.unreachable, `Discord does not let this bot sign in again today. ${told}.`)
  return new StartupError(
    exitCodes.unreachable,
    `Discord's API at ${apiUrl} answers, but its gateway at ${gateway} does not (${(await causeAt(gateway, limitMs)) ?? told}). Check that firewalls and proxies let WebSockets through, then start again.`,
  )
}

function explainFailure(error: unknown, apiUrl: string): unknown {
  if (error instanceof StartupError) return error
  if (error instanceof DiscordjsError && error.code === DiscordjsErrorCodes.TokenInvalid) return wrongToken()
  if (error instanceof DiscordAPIError)
    return error.status === 401
      ? wrongToken()
      : new StartupError(exitCodes.unreachable, `${apiUrl} answered "${error.message}" (status ${error.status}).`)
  return new StartupError(
    exitCodes.unreachable,
    `Cannot reach Discord at ${apiUrl}. Check the network${apiUrl.startsWith('https://discord.com') ? '' : ' and DISCORD_API_URL'}, then start again.`,
  )
}

/**
 * Connects, and waits until every guild has become available.
 * @param limitMs how long to look for the cause when the gateway failed
 * @throws StartupError in one sentence: wrong token, missing intents, unreachable API or gateway
 */
export async function login(
  client: Client,
  token: string,
  apiUrl: string,
  { firstReady }: Pick<GatewayWatch, 'firstReady'>,
  limitMs = answerMs,
): Promise<Client<true>> {
  const { promise: ready, resolve, reject } = Promise.withResolvers<Client<true>>()
  const onClosed = ({ code }: { code: number }) => reject(closedForGood(code))
  client.once('clientReady', resolve)
  client.once('shardDisconnect', onClosed)
  try {
    const [connected] = await Promise.all([ready, client.login(token), firstReady])
    return connected
  } catch (error) {
    const { gateway } = client.ws
    const failure =
      // The gateway's address comes from the REST API; once it is known, a failure is the gateway's.
      gateway === null || error instanceof StartupError
        ? explainFailure(error, apiUrl)
        : await gatewayFailure(apiUrl, { gateway, limitMs }, error)
    // login() forgets the token when it fails, and 4014 does not say which intent is missing.
    if (failure instanceof StartupError && failure.exitCode === exitCodes.intents) {
      client.rest.setToken(token)
      throw closedForGood(GatewayCloseCodes.DisallowedIntents, await askLackingIntents(client))
    }
    throw failure
  } finally {
    client.off('clientReady', resolve)
    client.off('shardDisconnect', onClosed)
  }
}
