import type { GuildBasedChannel, GuildMember, PermissionsString } from 'discord.js'
import { UserError } from '#kit/errors.ts'
import { hiddenChannel, isHidden } from '#kit/hidden-channel.ts'
import { listed, permissionName } from '#kit/permissions.ts'

const missing = (channel: GuildBasedChannel, member: GuildMember, wanted: readonly PermissionsString[]): string =>
  listed(
    channel
      .permissionsFor(member)
      .missing([...wanted])
      .map(permissionName),
  )

/**
 * Checks permissions in the channel that a command is about; the kernel checks only the one the command was given in.
 * @param needs what the caller needs there
 * @param botNeeds what the bot needs there
 * @throws UserError that names the channel and everything that is missing
 */
export function demandChannelPermissions(
  channel: GuildBasedChannel,
  caller: GuildMember,
  { needs, botNeeds }: { needs: readonly PermissionsString[]; botNeeds: readonly PermissionsString[] },
): void {
  if (isHidden(channel)) throw hiddenChannel()
  const lacking = missing(channel, caller, needs)
  if (lacking !== '')
    throw new UserError('moderation.forbidden-there', `You need ${lacking} in <#${channel.id}> for that.`, 403)
  const { me } = channel.guild.members
  const botLacks = me ? missing(channel, me, botNeeds) : ''
  if (botLacks !== '')
    throw new UserError('moderation.lacking-there', `I need ${botLacks} in <#${channel.id}> for that.`, 403)
}
