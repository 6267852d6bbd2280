import type { APISelectMenuComponent, ChannelType } from 'discord-api-types/v10'
import type { SelectChoice } from '#web/ui/discord/actions.ts'
import { component as kind } from '#web/ui/discord/enums.ts'
import { canView } from '../client/access.ts'
import { channelName, kindOf } from '../client/channels.ts'
import { type LiveState, type LiveGuild, listOf } from '../client/model.ts'
import { colourOf, displayName } from '../client/people.ts'

/** A select that offers what is in the server: members, roles, channels. */
export interface OfferingSelect {
  type: Exclude<APISelectMenuComponent['type'], typeof kind.stringSelect>
  channel_types?: readonly ChannelType[] | undefined
  default_values?: readonly { id: string }[] | undefined
}

/** What a select of users, roles or channels offers in a server. */
export function choicesOf(select: OfferingSelect, live: LiveState, guild: LiveGuild | undefined): SelectChoice[] {
  if (!guild) return []
  const defaults = new Set(select.default_values?.map(each => each.id))
  const offered = {
    [kind.userSelect]: () => users(live, guild),
    [kind.roleSelect]: () => roles(guild),
    [kind.mentionableSelect]: () => [...users(live, guild), ...roles(guild)],
    [kind.channelSelect]: () => channels(live, guild, select.channel_types),
  }[select.type]()
  return offered.map(choice => ({ ...choice, chosen: defaults.has(choice.value) }))
}

function users(live: LiveState, guild: LiveGuild): SelectChoice[] {
  return Object.keys(guild.members).map(id => {
    const colour = colourOf(guild, id)
    const user = live.users[id]
    const words = user && [user.username, ...(user.global_name ? [user.global_name] : [])]
    return { value: id, label: displayName(live, guild, id) ?? id, ...(colour && { colour }), ...(words && { words }) }
  })
}

const roles = (guild: LiveGuild): SelectChoice[] =>
  listOf(guild.roles)
    .filter(role => role.id !== guild.id)
    .sort((one, other) => other.position - one.position)
    .map(role => ({ value: role.id, label: `@${role.name}` }))

const channels = (live: LiveState, guild: LiveGuild, types: readonly ChannelType[] | undefined): SelectChoice[] =>
  listOf(live.channels)
    .filter(each => each.guild_id === guild.id && (!types || types.length === 0 || types.includes(each.type)))
    // Channels that the account cannot view are not offered.
    .filter(each => canView(live, each.id, Date.now()))
    .map(each => ({
      value: each.id,
      label: kindOf(each) === 'category' ? channelName(each) : `#${channelName(each)}`,
    }))
