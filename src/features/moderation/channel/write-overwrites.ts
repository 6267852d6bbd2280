import {
  type GuildBasedChannel,
  type NonThreadGuildBasedChannel,
  PermissionsBitField,
  RESTJSONErrorCodes,
  Routes,
} from 'discord.js'
import { UserError } from '#kit/errors.ts'
import { listed, permissionName } from '#kit/permissions.ts'
import { type Overwrites, permissionsNamedIn, type OverwriteChange } from './lock-overwrites.ts'

/** Returns a channel's overwrites as plain values. */
export const overwritesOf = ({ permissionOverwrites }: NonThreadGuildBasedChannel): Overwrites =>
  new Map(permissionOverwrites.cache.map(({ id, allow, deny }) => [id, { allow: allow.bitfield, deny: deny.bitfield }]))

/**
 * Writes overwrites of a channel. Discord lets the bot set only permissions that it has itself.
 * Source: Discord's documentation, "Edit Channel Permissions".
 * @throws UserError that names the missing permissions, or the error from Discord
 */
export async function writeOverwrites(
  { client, guild, id: channelId }: GuildBasedChannel,
  changes: readonly OverwriteChange[],
  reason: string,
): Promise<void> {
  try {
    for (const { id, type, bits } of changes) {
      const route = Routes.channelPermission(channelId, id)
      if (bits === null) await client.rest.delete(route, { reason })
      else await client.rest.put(route, { body: { type, allow: String(bits.allow), deny: String(bits.deny) }, reason })
    }
  } catch (error) {
    if ((error as { code?: unknown }).code !== RESTJSONErrorCodes.MissingPermissions) throw error
    const me = await guild.members.fetchMe()
    const lacking = new PermissionsBitField(permissionsNamedIn(changes) & ~me.permissions.bitfield)
      .toArray()
      .map(permissionName)
    if (lacking.length === 0) throw error
    throw new UserError(
      'moderation.lacking-there',
      `I need ${listed(lacking)} for that, because the permissions of <#${channelId}> mention it. Give it to my role in Server Settings > Roles.`,
      403,
    )
  }
}
