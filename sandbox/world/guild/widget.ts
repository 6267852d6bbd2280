import { ChannelType } from 'discord-api-types/v10'
import { z } from 'zod'
import type { Sandbox } from '../../context.ts'
import { everyoneMay } from '../community/everyone-permission.ts'
import { requireChannelHere } from '../community/references.ts'
import { DiscordError } from '../errors.ts'
import { optional, parseForm, snowflake } from '../form.ts'
import { type ActingUser, requirePermission } from '../guard.ts'
import { widgetInvite } from '../invites/edit.ts'
import { channelsOf, guildOf } from '../lookup.ts'
import { permission } from '../permissions.ts'
import type { GuildState } from '../state.ts'
import { announceGuild } from './edit.ts'

const shownMembers = 100

const settingsForm = z.object({ enabled: optional(z.boolean()), channel_id: snowflake.nullish() })

const settingsView = ({ guild }: GuildState) => ({
  enabled: guild.widget_enabled ?? false,
  channel_id: guild.widget_channel_id ?? null,
})

/** @throws DiscordError 10004, 50001, 50013 without MANAGE_GUILD */
export const widgetSettings = (sandbox: Sandbox, viewerId: string, guildId: string) =>
  settingsView(requirePermission(sandbox, viewerId, guildId, permission.ManageGuild))

/** @throws DiscordError 10004, 50001, 50013, 50035 */
export function editWidget(sandbox: Sandbox, actor: ActingUser, guildId: string, body: unknown) {
  const state = requirePermission(sandbox, actor.userId, guildId, permission.ManageGuild)
  const { enabled, channel_id } = parseForm(settingsForm, body)
  if (channel_id) requireChannelHere(sandbox, state, channel_id, 'channel_id')
  announceGuild(sandbox, actor, state, {
    ...state.guild,
    ...(enabled !== undefined && { widget_enabled: enabled }),
    ...(channel_id !== undefined && { widget_channel_id: channel_id }),
  })
  return settingsView(state)
}

function shownGuild(sandbox: Sandbox, guildId: string): GuildState {
  const state = guildOf(sandbox.world, guildId)
  if (!state.guild.widget_enabled) throw new DiscordError(403, 50_004, 'Widget Disabled')
  return state
}

/**
 * The widget, which anybody can read without a token. It lets strangers in: if the settings name a channel, an invite
 * to it is created unless the last one is still valid. Members have numbers instead of ids.
 * @throws DiscordError 10004, 50004
 */
export function widgetView(sandbox: Sandbox, guildId: string) {
  const state = shownGuild(sandbox, guildId)
  const { id, name, widget_channel_id } = state.guild
  const invite = widget_channel_id ? widgetInvite(sandbox, state, widget_channel_id) : undefined
  const rooms = [...channelsOf(sandbox.world, state)].flatMap(({ channel }) =>
    channel.type === ChannelType.GuildVoice && everyoneMay(sandbox, state, channel.id, permission.Connect)
      ? [{ id: channel.id, name: channel.name, position: channel.position }]
      : [],
  )
  const present = [...state.members.keys()].flatMap(userId => {
    const account = sandbox.world.accounts.get(userId)
    return account && !account.bot ? [account.user] : []
  })
  return {
    id,
    name,
    instant_invite: invite === undefined ? null : `https://discord.com/invite/${invite}`,
    channels: rooms,
    members: present.slice(0, shownMembers).map((user, index) => {
      const voice = state.voiceStates.get(user.id)
      const open = rooms.some(room => room.id === voice?.channel_id)
      return {
        id: String(index),
        username: state.members.get(user.id)?.nick ?? user.global_name ?? user.username,
        discriminator: '0000',
        avatar: null,
        status: 'online',
        avatar_url: `${sandbox.origin()}/cdn/embed/avatars/${index % 6}.png`,
        ...(voice &&
          open && {
            channel_id: voice.channel_id,
            deaf: voice.deaf,
            mute: voice.mute,
            self_deaf: voice.self_deaf,
            self_mute: voice.self_mute,
            suppress: voice.suppress,
          }),
      }
    }),
    presence_count: present.length,
  }
}

const styleForm = z.object({ style: optional(z.enum(['shield', 'banner1', 'banner2', 'banner3', 'banner4'])) })

/**
 * @returns a text that identifies the picture: the guild's id and the style @throws DiscordError 10004, 50004, 50035
 */
export function widgetStyle(sandbox: Sandbox, guildId: string, query: unknown): string {
  const { style = 'shield' } = parseForm(styleForm, query)
  return `${shownGuild(sandbox, guildId).guild.id} ${style}`
}
