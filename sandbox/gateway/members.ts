import { GatewayDispatchEvents as Event } from 'discord-api-types/v10'
import { memberOf } from '../world/lookup.ts'
import type { Dispatcher } from './dispatcher.ts'
import type { Session } from './session.ts'

const chunkSize = 1000
const queryLimit = 100
/**
 * A bot may request one full member list per guild in this time (ms), since October 2025. Source: Discord's change log.
 */
const fullListEveryMs = 30_000

/** The members that a request names: `user_ids`, or everybody whose username or nickname starts with `query`. */
function pick(
  people: readonly (readonly [id: string, names: readonly string[]])[],
  data: Record<string, unknown>,
): string[] {
  const { user_ids: ids, query, limit } = data
  if (ids !== undefined) return (Array.isArray(ids) ? ids : [ids]).slice(0, queryLimit).map(String)
  const wanted = typeof query === 'string' ? query.toLowerCase() : ''
  const found = people
    .filter(([, names]) => names.some(name => name.toLowerCase().startsWith(wanted)))
    .map(([id]) => id)
  const most = typeof limit === 'number' && limit > 0 ? Math.min(limit, queryLimit) : queryLimit
  return wanted === '' && !limit ? found : found.slice(0, most)
}

const fullLists = new WeakMap<Session, Map<string, number>>()

/** @returns how long (s) this session has to wait for another full list of the guild; 0 when it may have it now */
function fullListWait(session: Session, guildId: string, time: number): number {
  const lists = fullLists.get(session) ?? new Map<string, number>()
  fullLists.set(session, lists)
  const left = (lists.get(guildId) ?? -Infinity) + fullListEveryMs - time
  if (left > 0) return left / 1000
  lists.set(guildId, time)
  return 0
}

/** Longer nonces are ignored. Source: Discord's documentation, "Request Guild Members". */
const usableNonce = (nonce: unknown) =>
  typeof nonce === 'string' && Buffer.byteLength(nonce) <= 32 ? nonce : undefined

/** Answers REQUEST_GUILD_MEMBERS with GUILD_MEMBERS_CHUNK events, or RATE_LIMITED. */
export function sendMembers(
  { sandbox, tell }: Pick<Dispatcher, 'sandbox' | 'tell'>,
  session: Session,
  guildId: string,
  data: Record<string, unknown>,
  everybody: boolean,
): void {
  const nonce = usableNonce(data['nonce'])
  const guild = sandbox.world.guilds.get(guildId)
  if (!guild) return
  if (everybody && session.kind === 'bot' && sandbox.conditions.rateLimits.enabled) {
    const retry_after = fullListWait(session, guildId, sandbox.now())
    if (retry_after > 0)
      return tell(session, 'RATE_LIMITED', {
        opcode: 8,
        retry_after,
        meta: { guild_id: guildId, ...(nonce === undefined ? {} : { nonce }) },
      })
  }
  const people = [...guild.members].map(([id, { nick }]) => {
    const user = sandbox.world.accounts.get(id)?.user
    return [id, [user?.username, nick].filter(name => typeof name === 'string')] as const
  })
  const picked = pick(people, data)
  const known = picked.filter(id => guild.members.has(id))
  const unknown = picked.filter(id => !guild.members.has(id))
  const chunks = Math.max(1, Math.ceil(known.length / chunkSize))
  for (let index = 0; index < chunks; index += 1)
    tell(session, Event.GuildMembersChunk, {
      guild_id: guildId,
      members: known.slice(index * chunkSize, (index + 1) * chunkSize).map(id => memberOf(sandbox.world, guildId, id)),
      chunk_index: index,
      chunk_count: chunks,
      ...(unknown.length > 0 && index === 0 ? { not_found: unknown } : {}),
      ...(data['presences'] === true ? { presences: [] } : {}),
      ...(nonce === undefined ? {} : { nonce }),
    })
}
