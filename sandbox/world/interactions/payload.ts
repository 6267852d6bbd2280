import { GatewayDispatchEvents, InteractionContextType } from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import { permissionsIn } from '../guard.ts'
import { accountOf, channelOf } from '../lookup.ts'
import { attachmentSizeLimit } from '../messages/attachments.ts'
import type { InteractionState } from '../state.ts'
import { allPermissions } from '../permissions.ts'

const locale = 'en-US'

/** Sends INTERACTION_CREATE to the application's bot, with the full context. */
export function deliver(
  sandbox: Sandbox,
  interaction: InteractionState,
  data: Record<string, unknown>,
  message?: object,
): void {
  const { id, token, applicationId, type, channelId } = interaction
  const botId = sandbox.world.applications.get(applicationId)?.botUserId ?? applicationId
  sandbox.emit({
    type: GatewayDispatchEvents.InteractionCreate,
    data: {
      id,
      application_id: applicationId,
      type,
      token,
      version: 1,
      data,
      channel_id: channelId,
      channel: shownChannel(sandbox, channelId, interaction.userId),
      ...(message && { message }),
      ...situation(sandbox, interaction, botId),
      locale,
      entitlements: [],
      attachment_size_limit: attachmentSizeLimit,
    },
    audience: { userIds: [botId] },
  })
}

function situation(sandbox: Sandbox, { guildId, channelId, userId }: InteractionState, botId: string) {
  const { user } = accountOf(sandbox.world, userId)
  const state = guildId === undefined ? undefined : sandbox.world.guilds.get(guildId)
  const member = state?.members.get(userId)
  if (!state || !member)
    return {
      user,
      app_permissions: String(allPermissions),
      context: InteractionContextType.BotDM,
      authorizing_integration_owners: { 0: '0' },
    }
  return {
    guild_id: state.guild.id,
    guild: { id: state.guild.id, locale: state.guild.preferred_locale, features: state.guild.features },
    guild_locale: state.guild.preferred_locale,
    member: { ...member, user, permissions: String(permissionsIn(sandbox, userId, channelId)) },
    app_permissions: String(permissionsIn(sandbox, botId, channelId)),
    context: InteractionContextType.Guild,
    authorizing_integration_owners: owners(guildId),
  }
}

/** Who installed the application here, by kind of installation. */
export const owners = (guildId: string | undefined) => ({ 0: guildId ?? '0' })

/** A channel without its overwrites, with what `viewerId` may do in it. */
export function shownChannel(sandbox: Sandbox, channelId: string, viewerId: string) {
  const { channel, guildId } = channelOf(sandbox.world, channelId)
  if (guildId === undefined) return { ...channel }
  const { permission_overwrites: _, ...shown } = { permission_overwrites: undefined, ...channel }
  return { ...shown, permissions: String(permissionsIn(sandbox, viewerId, channelId)) }
}
