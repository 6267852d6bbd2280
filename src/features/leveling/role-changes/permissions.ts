import type { PermissionsString } from 'discord.js'
import type { Services } from '#kernel/feature.ts'
import { roleRows } from './rows.ts'

const rolesNeeded = ['ManageRoles'] as const

/** What whoever changes level roles as well as XP must hold in Discord. @param take whether it takes roles */
export const neededToTake = (take: boolean): readonly PermissionsString[] => (take ? rolesNeeded : [])

/** What whoever undoes a batch must hold in Discord: the same as whoever made it. */
export function neededToUndo(
  { db }: Pick<Services, 'db'>,
  guildId: string,
  batch: string,
): readonly PermissionsString[] {
  return neededToTake(batch.startsWith('roles-') || (roleRows(db, guildId).batch(batch)?.take ?? false))
}

/** What cancelling work on a batch's roles takes. */
export const neededForBatch = (
  services: Services,
  { guildId, input: { batch } }: { guildId: string; input: { batch: string } },
) => neededToUndo(services, guildId, batch)
