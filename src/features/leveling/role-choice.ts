import type { Guild, GuildMember } from 'discord.js'
import { UserError } from '#kernel/errors.ts'
import { choiceProblem } from '#kernel/role-grant.ts'
import type { Reward } from './contract.ts'

/**
 * Whoever chooses level roles hands them out, so they must be able to give each that is new in the list, and none may
 * bring power over the server.
 * @throws UserError with a sentence beside each role at fault
 */
export function demandRoles(
  guild: Guild,
  chooser: GuildMember,
  before: readonly Reward[],
  after: readonly Reward[],
  field: string,
): void {
  const known = new Set(before.map(({ roleId }) => roleId))
  const fields: Record<string, string> = {}
  for (const [index, { roleId }] of after.entries()) {
    if (known.has(roleId)) continue
    const role = guild.roles.cache.get(roleId)
    const problem = role && choiceProblem(role, chooser)
    if (problem !== undefined) fields[`${field}.${index}.roleId`] = problem
  }
  const [first] = Object.values(fields)
  if (first !== undefined) throw new UserError('leveling.role', first, 400, fields)
}
