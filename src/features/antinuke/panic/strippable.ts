import { PermissionFlagsBits as P } from 'discord.js'
import { danger } from '../engine/danger.ts'
import { comparePlaces, type Powers } from '../engine/powers.ts'

/** A role, with the permissions that are taken from it and those that stay because the bot could not give them back. */
export interface Stripped {
  roleId: string
  taken: bigint
  left: bigint
}

const every = ~0n

/**
 * Returns the roles that lose power in a panic, highest first, each with what it loses: only permissions that the bot
 * can give back. The bot's own roles and `spared` roles are left out.
 * @param own the ids of the bot's roles
 */
export function rolesToStrip(powers: Powers, own: readonly string[], spared: ReadonlySet<string>): Stripped[] {
  const { self, roles, guildId } = powers
  // Permissions that the bot has through @everyone do not count, as @everyone may lose them.
  const held = own.reduce((bits, id) => bits | (id === guildId ? 0n : (roles.get(id)?.own ?? 0n)), 0n)
  const mayGiveBack = (held & P.Administrator) !== 0n ? every : held
  return [...roles.values()]
    .filter(role => comparePlaces(self.top, role) > 0)
    .filter(({ id }) => id === guildId || (!spared.has(id) && !own.includes(id)))
    .map(({ id, own: bits }) => ({
      roleId: id,
      taken: bits & danger & mayGiveBack,
      left: bits & danger & ~mayGiveBack,
    }))
    .filter(({ taken, left }) => (taken | left) !== 0n)
    .toSorted((left, right) => {
      const [a, b] = [roles.get(left.roleId), roles.get(right.roleId)]
      return a && b ? comparePlaces(b, a) : 0
    })
}
