import { GuildFeature } from 'discord-api-types/v10'
import { z } from 'zod'
import { needsBoosts } from '../errors.ts'
import { image, permissionBits } from '../fields.ts'
import { optional, text, whole } from '../form.ts'
import type { Sandbox } from '../../context.ts'
import type { GuildState } from '../state.ts'
import { keepImage } from '../uploads.ts'

const hue = whole(0, 0xff_ff_ff)

export const roleForm = z.object({
  name: optional(text(100, 1)),
  permissions: optional(permissionBits),
  color: optional(hue),
  colors: optional(z.object({ primary_color: hue, secondary_color: hue.nullish(), tertiary_color: hue.nullish() })),
  hoist: optional(z.boolean()),
  mentionable: optional(z.boolean()),
  icon: image.optional(),
  unicode_emoji: text(100).nullish(),
})

type RoleFields = z.output<typeof roleForm>

/** Icons and second colors need a guild feature. @throws DiscordError 50101 */
export function requireFeatures({ guild }: GuildState, { icon, unicode_emoji, colors }: RoleFields): void {
  const features: readonly string[] = guild.features
  if ((icon || unicode_emoji) && !features.includes(GuildFeature.RoleIcons)) throw needsBoosts()
  if ((colors?.secondary_color ?? colors?.tertiary_color ?? null) !== null && !features.includes(gradients))
    throw needsBoosts()
}

const gradients = 'ENHANCED_ROLE_COLORS'

/**
 * The colors of a holographic role, the only ones allowed with a third color. Source: Discord's documentation, "Role
 * Colors Object".
 */
const holographic = { primary_color: 11_127_295, secondary_color: 16_759_788, tertiary_color: 16_761_760 }

/** The changes to a role that a body's fields describe; `color` is the older name for the primary color in `colors`. */
export function roleChanges(sandbox: Sandbox, fields: RoleFields) {
  const { name, permissions, hoist, mentionable, unicode_emoji } = fields
  const icon = keepImage(sandbox, fields.icon)
  return {
    ...(name !== undefined && { name }),
    ...(permissions !== undefined && { permissions: String(permissions) }),
    ...(hoist !== undefined && { hoist }),
    ...(mentionable !== undefined && { mentionable }),
    ...(icon !== undefined && { icon }),
    ...(unicode_emoji !== undefined && { unicode_emoji }),
    ...colorsOf(fields),
  }
}

function colorsOf({ color, colors }: RoleFields) {
  const primary_color = colors?.primary_color ?? color
  if (primary_color === undefined) return {}
  if (typeof colors?.tertiary_color === 'number')
    return { color: holographic.primary_color, colors: { ...holographic } }
  const { secondary_color = null, tertiary_color = null } = colors ?? {}
  return { color: primary_color, colors: { primary_color, secondary_color, tertiary_color } }
}
