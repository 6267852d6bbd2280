import type { Guild, GuildMember, Role } from 'discord.js'
import { UserError } from '#kernel/errors.ts'
import { choiceProblem } from '#kernel/role-grant.ts'
import { inert } from '#kernel/template.ts'

const refusal = (role: Role, chooser: GuildMember): string | undefined => {
  const problem = choiceProblem(role, chooser)
  return problem === undefined ? undefined : `${inert(role.name)}: ${problem}`
}

/** @throws UserError when somebody may not have this role handed out */
export function demandRole(role: Role, chooser: GuildMember): void {
  const problem = refusal(role, chooser)
  if (problem !== undefined) throw new UserError('autorole.role', problem)
}

/**
 * Judges the roles that a form adds; those that were chosen before stay as they are.
 * @param lists by field: what is wanted, and what is stored
 * @throws UserError with a sentence for each field at fault
 */
export async function demandRoles(
  guild: Guild,
  chooserId: string,
  lists: Record<string, { wanted: readonly string[] | undefined; stored: readonly string[] }>,
): Promise<void> {
  const added = Object.entries(lists).flatMap(([field, { wanted = [], stored }]) =>
    wanted.filter(id => !stored.includes(id)).map(id => ({ field, role: guild.roles.cache.get(id) })),
  )
  if (added.length === 0) return
  const chooser = await guild.members.fetch({ user: chooserId, force: true })
  const problems: Record<string, string> = {}
  for (const { field, role } of added) {
    const problem = role && refusal(role, chooser)
    if (problem !== undefined) problems[field] ??= problem
  }
  const [first] = Object.values(problems)
  if (first !== undefined) throw new UserError('autorole.role', first, 400, problems)
}
