import type { Context } from '#kernel/feature.ts'
import { assignedRoles } from '#kernel/settings/references.ts'

/**
 * Why nobody can be given access through a role, as a sentence: some feature, switched on or off, gives that role to
 * members automatically.
 */
export function assignedBy({ features, settings, guild }: Context, roleId: string): string | undefined {
  const giving = features.find(({ contract }) =>
    assignedRoles(contract.settings, settings.read(guild.id, contract)).has(roleId),
  )
  return giving && `${giving.contract.title} gives this role to members automatically. Remove it there first.`
}
