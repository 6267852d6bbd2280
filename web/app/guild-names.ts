import type { GuildCore } from '#kernel/contract.ts'
import { gone } from '#kit/deleted/template.ts'
import { namedMentions } from '#kit/mentions/template.ts'

type Guild = Pick<GuildCore, 'channels' | 'roles'> | undefined

const nameIn = (list: readonly { id: string; name: string }[] | undefined, id: unknown) =>
  list?.find(one => one.id === id)?.name
const signed = (sign: string, name: string | undefined) => name && `${sign}${name}`

/** A channel's name without '#'; empty until the server is loaded. */
export const channelNameIn = (guild: Guild, id: string): string =>
  guild ? (nameIn(guild.channels, id) ?? gone.channel) : ''
/** A role's name without '@'; empty until the server is loaded. */
export const roleNameIn = (guild: Guild, id: string): string => (guild ? (nameIn(guild.roles, id) ?? gone.role) : '')

/** '#general'. */
export const signedChannelIn = (guild: Guild, id: unknown): string =>
  signed('#', nameIn(guild?.channels, id)) ?? gone.channel
/** '@Potter'. */
export const signedRoleIn = (guild: Guild, id: unknown): string => signed('@', nameIn(guild?.roles, id)) ?? gone.role

/** A text as one line of a list, with mentions replaced by names. Members are not known here. */
export const mentionsNamed = (guild: Guild, text: string): string =>
  namedMentions(text, {
    user: () => '@member',
    role: id => signedRoleIn(guild, id),
    channel: id => signedChannelIn(guild, id),
  })
