import type { Guild } from 'discord.js'
import type { Context, SettingsChange } from '#kernel/feature.ts'
import { UserError } from '#kit/errors.ts'
import type tickets from '../contract.ts'
import { cannotPing, mayPing } from './pings.ts'

type Change = SettingsChange<typeof tickets>

const noRole = 'That role is not in this server.'
const forEverybody = 'Everybody has @everyone. Set Tickets per member instead.'

/** Returns why a role cannot be one that sees every ticket. */
function readerProblem(guild: Guild, id: string): string | undefined {
  if (id === guild.id) return 'Everybody has @everyone: everybody would see every ticket. Choose another role.'
  return guild.roles.cache.has(id) ? undefined : noRole
}

/** Requires that limits are set for roles of this server; only new entries are checked. */
function demandLimited({ guild }: Context<typeof tickets>, { before, after }: Change): void {
  for (const id of Object.keys(after.roleLimits)) {
    if (id in before.roleLimits || (id !== guild.id && guild.roles.cache.has(id))) continue
    const problem = id === guild.id ? forEverybody : noRole
    throw new UserError('tickets.limited-role', problem, 400, { roleLimits: problem })
  }
}

/** Only new entries are checked: a role that has been deleted since does not block saving. */
function demandReaders({ guild }: Context<typeof tickets>, { before, after }: Change): void {
  const known = new Set(before.additionalRoles.map(({ id }) => id))
  for (const [place, { id }] of after.additionalRoles.entries()) {
    const problem = known.has(id) ? undefined : readerProblem(guild, id)
    if (problem) throw new UserError('tickets.reader', problem, 400, { [`additionalRoles.${place}`]: problem })
  }
}

/** @throws UserError if a role may not see tickets, 403 if somebody chooses a role to ping that they could not ping */
export async function checkSettings(ctx: Context<typeof tickets>, change: Change): Promise<void> {
  demandReaders(ctx, change)
  demandLimited(ctx, change)
  const { access, guild } = ctx
  const { before, after, author } = change
  const { pingRole } = after
  if (pingRole === null || pingRole === before.pingRole || author.userId === null) return
  const member = await access.member(guild, author.userId)
  if (member && mayPing(guild, member, pingRole)) return
  throw new UserError('tickets.cannot-ping', cannotPing, 403, { pingRole: cannotPing })
}
