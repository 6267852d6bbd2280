import { GatewayDispatchEvents } from 'discord-api-types/v10'
import { z } from 'zod'
import type { Sandbox } from '../context.ts'
import { DiscordError } from '../world/errors.ts'
import { memberOf } from '../world/lookup.ts'
import { joinGuild } from '../world/members/join.ts'
import { createAccount } from '../world/members/new-account.ts'
import { emitToGuild } from '../world/emit.ts'

/** What `POST /sandbox/guilds/:id/join` takes. */
export const crowdForm = z.strictObject({
  count: z.int().min(1).max(5000).default(1),
  /** The code of an invite, or the vanity code. */
  code: z.string().max(100).optional(),
  /** Time between two joins on the world's clock (ms); 0 lets everybody join at once. */
  spacing_ms: z.number().min(0).max(600_000).default(0),
  /** Sends each join event twice, as overlapping gateway sessions may. */
  repeat: z.boolean().default(false),
})

export interface Crowd {
  /** The new accounts, in the order in which they join. */
  people: { user_id: string; login: string }[]
  /** Discord's error, after which nobody else tries to join: 'Unknown Invite'. Null when there was none so far. */
  refused: string | null
}

/** Lets new people join a guild. With a spacing, the later ones have not joined yet when this returns. */
export function joinCrowd(sandbox: Sandbox, guildId: string, how: z.output<typeof crowdForm>): Crowd {
  const crowd: Crowd = { people: [], refused: null }
  for (let place = 0; place < how.count; place += 1) {
    const id = createAccount(sandbox, 'newcomer')
    crowd.people.push({ user_id: id, login: `newcomer${id}` })
    const join = () => {
      crowd.refused ??= refusalOf(() => joinGuild(sandbox, id, guildId, how.code)) ?? null
      if (how.repeat && crowd.refused === null)
        emitToGuild(sandbox, guildId, GatewayDispatchEvents.GuildMemberAdd, {
          ...memberOf(sandbox.world, guildId, id),
          guild_id: guildId,
        })
    }
    if (place * how.spacing_ms === 0) join()
    else sandbox.later(place * how.spacing_ms, join)
  }
  return crowd
}

function refusalOf(attempt: () => void): string | undefined {
  try {
    attempt()
    return undefined
  } catch (error) {
    if (error instanceof DiscordError) return error.message
    throw error
  }
}
