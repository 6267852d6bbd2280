import type { APIUser } from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import type { Page } from '../fields.ts'
import { guildPermissions } from '../guard.ts'
import { countsOf } from '../guild/view.ts'
import { accountOf } from '../lookup.ts'
import type { Application } from '../state.ts'

/** An account as its own user sees it; the email address only if the caller may know it. */
export function ownUser(sandbox: Sandbox, userId: string, withEmail: boolean): APIUser {
  const { user, email, bot } = accountOf(sandbox.world, userId)
  return {
    ...user,
    mfa_enabled: true,
    locale: 'en-US',
    premium_type: 0,
    ...(withEmail && { email: bot ? null : email, verified: true }),
  }
}

/** The guilds someone is in, by ascending id; permissions are those of the guild as a whole. */
export function ownGuilds(sandbox: Sandbox, userId: string, { before, after, limit }: Page, withCounts: boolean) {
  const mine = [...sandbox.world.guilds.values()]
    .filter(state => state.members.has(userId))
    .filter(({ guild }) => before === undefined || BigInt(guild.id) < BigInt(before))
    .filter(({ guild }) => after === undefined || BigInt(guild.id) > BigInt(after))
    .sort((left, right) => (BigInt(left.guild.id) < BigInt(right.guild.id) ? -1 : 1))
  const shown = before === undefined ? mine.slice(0, limit) : mine.slice(-limit)
  return shown.map(state => {
    const { id, name, icon, banner, features, owner_id } = state.guild
    return {
      id,
      name,
      icon,
      banner,
      owner: owner_id === userId,
      permissions: String(guildPermissions(sandbox, userId, id)),
      features,
      ...(withCounts && countsOf(sandbox, state)),
    }
  })
}

/** Source: Discord's documentation, "Application Flags": the LIMITED form of each, as unverified apps have them. */
export const intentFlags: readonly [intent: number, flag: number][] = [
  [1 << 8, 1 << 13],
  [1 << 1, 1 << 15],
  [1 << 15, 1 << 19],
]

/** What an application's settings allow, as its `flags` show it; READY carries them too. */
export const applicationFlags = ({ privilegedIntents }: Application): number =>
  intentFlags.reduce((sum, [intent, flag]) => ((privilegedIntents & intent) === 0 ? sum : sum | flag), 0)
