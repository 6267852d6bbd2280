import type { Services } from '#kernel/feature.ts'
import { comparePlaces, type Powers, type RolePower } from '../engine/powers.ts'
import { type RosterPerson, rosterOf } from '../engine/roster.ts'
import { anyPower } from './powers-held.ts'

/**
 * Everybody who could do harm, as far as the engine knows, without the owner, whom nobody can stop, and without the
 * bot.
 */
export const harmfulPeople = (services: Pick<Services, 'memory'>, { guildId, ownerId, self }: Powers): RosterPerson[] =>
  [...rosterOf(services, guildId).people.values()].filter(
    ({ id, goneAt }) => goneAt === undefined && id !== ownerId && id !== self.id,
  )

/** The roles that give power, highest first, without the bot's own. */
export const rolesWithPower = ({ guildId, roles, everyone, self }: Powers): RolePower[] =>
  [...roles.values()]
    .filter(({ id, bits }) => id !== guildId && (bits & anyPower & ~everyone) !== 0n)
    .filter(({ botId }) => botId !== self.id)
    .toSorted((left, right) => comparePlaces(right, left))
