import { type APIRole, PermissionFlagsBits as P } from 'discord-api-types/v10'
import { everyoneDefault } from '../../blank.ts'
import type { GuildState } from '../../state.ts'
import { addRole, bits, imageHash } from '../draft.ts'
import { type Dice, subjects } from './random-choices.ts'

export interface SeedRoles {
  /** Above the bot. */
  keeper: APIRole
  admin: APIRole
  moderators: APIRole[]
  /** Roles of members: colours, levels, subjects, pings. */
  plain: APIRole[]
}

const moderating =
  everyoneDefault | P.KickMembers | P.BanMembers | P.ModerateMembers | P.ManageMessages | P.ManageThreads

/**
 * @param bots by the name of their role
 * @param count of roles, including @everyone
 */
export function addRoles(
  state: GuildState,
  dice: Dice,
  bots: ReadonlyMap<string, string>,
  made: string,
  count: number,
): SeedRoles {
  let position = count - 1
  const role = (name: string, more: Partial<APIRole> = {}) =>
    addRole(state, made, { name, position: position--, ...more })
  const keeper = role('Keeper', { permissions: bits(P.Administrator), hoist: true, color: 0xe0_a4_58 })
  for (const [name, botUserId] of bots)
    role(name, { permissions: bits(P.Administrator), managed: true, tags: { bot_id: botUserId } })
  const admin = role('Admin', { permissions: bits(P.Administrator), hoist: true, color: 0xd8_5c_5c })
  const moderators = ['Head moderator', 'Moderator', 'Night watch', 'Trial moderator'].map(name =>
    role(name, { permissions: bits(moderating | (dice.chance(0.5) ? P.ManageRoles : 0n)), hoist: true }),
  )
  role('Server Booster', { managed: true, tags: { premium_subscriber: null }, color: 0xf4_7f_ff, hoist: true })
  const plain = Array.from({ length: position }, (_, index) => role(...plainRole(dice, index)))
  return { keeper, admin, moderators, plain }
}

function plainRole(dice: Dice, index: number): [name: string, more: Partial<APIRole>] {
  const color = dice.below(0x1_00_00_00)
  const name = `${dice.one(['Friend', 'Maker', 'Level', 'News', 'Painter', 'Reader'])} of ${dice.one(subjects)} ${index}`
  const colors = {
    primary_color: color,
    secondary_color: dice.chance(0.15) ? dice.below(0x1_00_00_00) : null,
    tertiary_color: null,
  }
  return [
    name,
    {
      color,
      colors,
      permissions: bits(dice.chance(0.3) ? everyoneDefault : 0n, dice.chance(0.1) ? P.AttachFiles | P.Stream : 0n),
      hoist: dice.chance(0.1),
      mentionable: dice.chance(0.3),
      ...(dice.chance(0.1) && { unicode_emoji: dice.one(['🔥', '🌱', '🪵', '🧵']) }),
      ...(dice.chance(0.05) && { icon: imageHash(name) }),
    },
  ]
}
