import { type APIInvite, DiscordAPIError, type Guild, Routes } from 'discord.js'
import { isOutage } from '#kit/discord-errors.ts'
import type { Services } from '#kernel/feature.ts'
import type { AutomodSettings } from '../contract.ts'
import type { BrokenRule } from './evaluate.ts'
import { type State, withinBudget, stateOf } from '../state.ts'

/** The most invites to look up; a message with more is not checked, so it still breaks the rule. */
const mostAsked = 3
const mostPerMinute = 20

/**
 * The id of the server that an invite leads to; null if it leads nowhere, or the server's look-ups are used up.
 * @throws if Discord does not answer
 */
function destinationOf(
  services: Pick<Services, 'client' | 'log' | 'memory'>,
  guild: Guild,
  code: string,
  lookUps: State['inviteLookUps'],
): Promise<string | null> {
  const { client, log } = services
  const state = stateOf(services)
  const known = state.inviteDestinations.get(code)
  if (known) return known
  if (!withinBudget(lookUps, guild.id, mostPerMinute)) return Promise.resolve(null)
  const asked = client.rest.get(Routes.invite(code)).then(
    // This endpoint returns an invite: https://docs.discord.com/developers/resources/invite#get-invite
    invite => (invite as APIInvite).guild?.id ?? null,
    (err: unknown) => {
      if (err instanceof DiscordAPIError && err.status === 404) return null
      state.inviteDestinations.delete(code)
      log.warn({ err, guildId: guild.id }, 'invite could not be looked up')
      if (isOutage(err)) throw err
      return null
    },
  )
  state.inviteDestinations.set(code, asked)
  return asked
}

/**
 * Drops violations that consist only of invites to this server, or to one that is allowed by its id, and those of which
 * nobody can say during an outage whether they do, as long as others remain.
 * @param lookUps how many invites were looked up, by guild
 * @throws if Discord does not answer and it depends on that whether any rule is broken
 */
export async function withoutOwnInvites(
  services: Pick<Services, 'client' | 'log' | 'memory'>,
  guild: Guild,
  own: Pick<AutomodSettings, 'allowedInvites'>,
  hits: readonly BrokenRule[],
  lookUps = stateOf(services).inviteLookUps,
): Promise<BrokenRule[]> {
  const isWelcome = async (code: string) => {
    if (code === guild.vanityURLCode) return true
    const destination = await destinationOf(services, guild, code, lookUps)
    return destination !== null && (destination === guild.id || own.allowedInvites.includes(destination))
  }
  const unanswered: unknown[] = []
  const isKept = async ({ inviteCodes }: BrokenRule) => {
    if (!inviteCodes || inviteCodes.length > mostAsked) return true
    const found = await Promise.allSettled(inviteCodes.map(isWelcome))
    if (found.some(one => one.status === 'fulfilled' && !one.value)) return true
    unanswered.push(...found.flatMap(one => (one.status === 'rejected' ? [one.reason] : [])))
    return false
  }
  const kept = await Promise.all(hits.map(isKept))
  const left = hits.filter((_, at) => kept[at])
  if (left.length === 0 && unanswered.length > 0) throw unanswered[0]
  return left
}
