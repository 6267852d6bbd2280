import { type APIGuildWelcomeScreen, GuildFeature } from 'discord-api-types/v10'
import { z } from 'zod'
import type { Sandbox } from '../../context.ts'
import { DiscordError, missingAccess } from '../errors.ts'
import { optional, parseForm, snowflake, text } from '../form.ts'
import { type ActingUser, requireMember, requirePermission } from '../guard.ts'
import { announceGuild } from '../guild/edit.ts'
import { permission } from '../permissions.ts'
import type { GuildState } from '../state.ts'
import { requireChannelHere, settingsEmoji } from './references.ts'

const channelForm = z.object({
  channel_id: snowflake,
  description: text(50, 1),
  emoji_id: optional(snowflake),
  emoji_name: optional(z.string().max(152_133)),
})

const screenForm = z.object({
  description: text(140).nullish(),
  welcome_channels: optional(z.array(channelForm).max(5)),
  enabled: optional(z.boolean()),
})

const isShown = ({ guild }: GuildState) => guild.features.includes(GuildFeature.WelcomeScreenEnabled)

/**
 * The welcome screen. While it is off, only members who manage the guild see it. @throws DiscordError 50001, 50013,
 * 10069 when there is none
 */
export function welcomeScreenOf(sandbox: Sandbox, viewerId: string, guildId: string): APIGuildWelcomeScreen {
  const state = requireMember(sandbox, viewerId, guildId)
  if (!isShown(state)) requirePermission(sandbox, viewerId, guildId, permission.ManageGuild)
  if (!state.community.welcomeScreen) throw new DiscordError(404, 10_069, 'Unknown Guild Welcome Screen')
  return state.community.welcomeScreen
}

/**
 * Changes the named fields. Whether the screen is shown is a feature of the guild, and the audit entry only says that.
 * @throws DiscordError 50001 outside communities, 50013 without MANAGE_GUILD, 50035
 */
export function editWelcomeScreen(
  sandbox: Sandbox,
  actor: ActingUser,
  guildId: string,
  body: unknown,
): APIGuildWelcomeScreen {
  const state = requirePermission(sandbox, actor.userId, guildId, permission.ManageGuild)
  const form = parseForm(screenForm, body)
  if (!state.guild.features.includes(GuildFeature.Community)) throw missingAccess()
  const before = state.community.welcomeScreen ?? { description: null, welcome_channels: [] }
  const channels = form.welcome_channels?.map(({ channel_id, description, ...emoji }, at) => {
    requireChannelHere(sandbox, state, channel_id, `welcome_channels.${at}.channel_id`)
    const { id, name } = settingsEmoji(state, emoji, `welcome_channels.${at}`)
    return { channel_id, description, emoji_id: id, emoji_name: name }
  })
  const after = {
    description: form.description === undefined ? before.description : form.description || null,
    welcome_channels: channels ?? before.welcome_channels,
  }
  state.community.welcomeScreen = after
  if (form.enabled === undefined || form.enabled === isShown(state)) return after
  const others = state.guild.features.filter(one => one !== GuildFeature.WelcomeScreenEnabled)
  const features = form.enabled ? [...others, GuildFeature.WelcomeScreenEnabled] : others
  announceGuild(sandbox, actor, state, { ...state.guild, features })
  return after
}
