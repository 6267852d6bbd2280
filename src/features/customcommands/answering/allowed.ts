import type { Guild, GuildMember, GuildTextBasedChannel } from 'discord.js'
import { sees } from '#kernel/rights/channel-rights.ts'
import { UserError } from '#kit/errors.ts'
import { listed } from '#kit/permissions.ts'
import type { CommandDesign } from '../design/contract.ts'

interface Caller {
  member: GuildMember
  channel: GuildTextBasedChannel
}

type Places = Pick<CommandDesign, 'allowed_channels' | 'denied_channels'>
type Roles = Pick<CommandDesign, 'allowed_roles' | 'denied_roles'>

/**
 * The ids of a channel and its parents: a rule for a channel applies to its threads, and one for a category to its
 * channels.
 */
const placesOf = ({ id, parent }: GuildTextBasedChannel): string[] =>
  [id, parent?.id, parent?.parentId].filter(one => typeof one === 'string')

const isPlaced = ({ allowed_channels: allowed, denied_channels: denied }: Places, channel: GuildTextBasedChannel) => {
  const places = placesOf(channel)
  return !places.some(id => denied.includes(id)) && (allowed.length === 0 || places.some(id => allowed.includes(id)))
}

const lacksRole = ({ allowed_roles: allowed }: Roles, { roles }: GuildMember): boolean =>
  allowed.length > 0 && !allowed.some(id => roles.cache.has(id))

const isDenied = ({ denied_roles: denied }: Roles, { roles }: GuildMember): boolean =>
  denied.some(id => roles.cache.has(id))

/** Whether somebody may use a command in a channel. */
export const mayUse = (design: Places & Roles, { member, channel }: Caller): boolean =>
  isPlaced(design, channel) && !isDenied(design, member) && !lacksRole(design, member)

const rolesNamed = ({ roles }: Guild, ids: readonly string[]): string =>
  listed(
    ids.flatMap(id => (roles.cache.has(id) ? [`<@&${id}>`] : [])),
    'or',
  )

/** @throws UserError that says what the caller lacks, or in which of the channels they can see it works */
export function demandAllowed(design: Places & Roles, { member, channel }: Caller, command: string): void {
  const { guild } = member
  if (!isPlaced(design, channel)) {
    const seen = design.allowed_channels.filter(id => {
      const one = guild.channels.cache.get(id)
      return one !== undefined && sees(member, one)
    })
    const where = listed(
      seen.slice(0, 5).map(id => `<#${id}>`),
      'or',
    )
    const hint = where === '' ? '' : ` Use it in ${where}.`
    throw new UserError('customcommands.place', `\`${command}\` does not work in this channel.${hint}`, 403)
  }
  if (isDenied(design, member))
    throw new UserError('customcommands.role', `One of your roles keeps you from using \`${command}\`.`, 403)
  if (!lacksRole(design, member)) return
  const named = rolesNamed(guild, design.allowed_roles)
  throw new UserError(
    'customcommands.role',
    named === '' ? `Nobody can use \`${command}\` right now.` : `You need ${named} for \`${command}\`.`,
    403,
  )
}
