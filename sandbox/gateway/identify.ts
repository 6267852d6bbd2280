import { GatewayCloseCodes as Close } from 'discord-api-types/v10'
import type { Sandbox } from '../context.ts'
import { userOfToken } from '../tokens.ts'
import type { Application } from '../world/state.ts'
import { knownIntents, privilegedIntents } from './intents.ts'
import type { Session } from './session.ts'

/** A refusal that closes the connection. Source: Discord's documentation, "Gateway Close Event Codes". */
interface Refusal {
  close: number
  reason: string
}

export type GatewayIdentity = Pick<Session, 'token' | 'userId' | 'kind' | 'intents' | 'shard' | 'presence'> & {
  application: Application | undefined
}

const refuse = (close: number, reason: string): Refusal => ({ close, reason })
const badToken = refuse(Close.AuthenticationFailed, 'Authentication failed.')

/** A bot in this many guilds must shard. */
const guildsPerShard = 2500

const botGuildCount = (sandbox: Sandbox, userId: string) =>
  [...sandbox.world.guilds.values()].filter(guild => guild.members.has(userId)).length

/** Strips the scheme from a token: clients send a bot's token with or without it. */
export const bare = (token: string) => token.replace(/^Bot /, '')

const applicationOf = ({ world }: Sandbox, token: string) =>
  [...world.applications.values()].find(candidate => candidate.token === bare(token))

function personOf({ world }: Sandbox, token: string): string | undefined {
  const userId = userOfToken(world.seed, token)
  return userId !== undefined && world.accounts.has(userId) ? userId : undefined
}

/** Whether the token belongs to an account. */
export const isToken = (sandbox: Sandbox, token: string): boolean =>
  applicationOf(sandbox, token) !== undefined || personOf(sandbox, token) !== undefined

/** Reads the data of an IDENTIFY, from a bot or a member's client. */
export function identify(sandbox: Sandbox, data: Record<string, unknown>): GatewayIdentity | Refusal {
  const { token, intents, shard = [0, 1], presence } = data
  if (typeof token !== 'string') return badToken
  const shared = { token, presence: presence as GatewayIdentity['presence'] }
  const application = applicationOf(sandbox, token)
  if (!application) {
    const userId = personOf(sandbox, token)
    if (userId === undefined) return badToken
    return { ...shared, userId, kind: 'user', intents: undefined, shard: [0, 1], application: undefined }
  }
  if (!Array.isArray(shard) || shard.length !== 2) return refuse(Close.InvalidShard, 'Invalid shard.')
  const [id, count] = shard as unknown[]
  if (!Number.isInteger(id) || !Number.isInteger(count) || Number(id) < 0 || Number(id) >= Number(count))
    return refuse(Close.InvalidShard, 'Invalid shard.')
  if (botGuildCount(sandbox, application.botUserId) / Number(count) >= guildsPerShard)
    return refuse(Close.ShardingRequired, 'Sharding required.')
  if (typeof intents !== 'number' || !Number.isInteger(intents) || intents < 0 || (intents & ~knownIntents) !== 0)
    return refuse(Close.InvalidIntents, 'Invalid intent(s).')
  if ((intents & privilegedIntents & ~application.privilegedIntents) !== 0)
    return refuse(Close.DisallowedIntents, 'Disallowed intent(s).')
  const userId = application.botUserId
  return {
    ...shared,
    token: bare(token),
    userId,
    kind: 'bot',
    intents,
    shard: [Number(id), Number(count)],
    application,
  }
}
