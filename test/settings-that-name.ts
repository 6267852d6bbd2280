import { z } from 'zod'
import { type Contract, describeField } from '#contract'

/** The things that a server's settings should name. */
interface Named {
  /** The id of a text channel. */
  channelId?: string
  /** For lists of channels; by default, the one channel. */
  channelIds?: readonly string[]
  roleId?: string
}

/** Values for all settings of a feature that take a text channel, channels or roles. */
export function settingsThatName(
  { settings }: Contract,
  { channelId, channelIds, roleId }: Named,
): Record<string, unknown> {
  const patch: Record<string, unknown> = {}
  for (const [key, schema] of Object.entries<unknown>(settings.shape)) {
    const { control, channelTypes } = (schema instanceof z.ZodType && describeField(schema)) || {}
    const takesText = channelId !== undefined && (channelTypes === undefined || channelTypes.includes(0))
    if (control === 'channel' && takesText) patch[key] = channelId
    if (control === 'channels' && takesText) patch[key] = channelIds ?? [channelId]
    if (control === 'role' && roleId !== undefined) patch[key] = roleId
    if (control === 'roles' && roleId !== undefined) patch[key] = [roleId]
  }
  return patch
}
