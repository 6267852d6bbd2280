import { z } from 'zod'
import { type Contract, describeField } from '#contract'

/** What a server's settings are to name. */
interface Named {
  /** Of a text channel. */
  channelId?: string
  /** For lists of channels; the one channel where it is left out. */
  channelIds?: readonly string[]
  roleId?: string
}

/** Values for all of a feature's settings that take a text channel, channels or roles. */
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
