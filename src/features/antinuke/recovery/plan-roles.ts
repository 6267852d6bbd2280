import { isDeepStrictEqual } from 'node:util'
import { type PlanDraft, isGone, only, willMake } from './plan-draft.ts'
import type { Repair } from './damage.ts'
import { putBack } from './restore-order.ts'
import { numberIn } from './steps.ts'

const looks = ['name', 'colors', 'hoist', 'mentionable', 'unicode_emoji', 'icon'] as const

/** Whether a role belongs to an app, to boosters or to a subscription: Discord creates it, and nobody else can. */
export const isManaged = (state: Readonly<Record<string, unknown>> | undefined): boolean => state?.['managed'] === true

const bitsOf = (value: unknown): bigint => (typeof value === 'string' && /^\d+$/.test(value) ? BigInt(value) : 0n)

export function announceRoles(draft: PlanDraft): void {
  for (const repair of draft.repairs('role')) {
    if (!isGone(repair)) continue
    if (isManaged(repair.knownGood))
      draft.cannot(repair, 'It belongs to an app or to Discord: it comes back when the app is added again.')
    else willMake(draft, repair)
  }
}

/** Plans roles that are recreated and changed back, then one request for the order of all roles. */
export function planRoles(draft: PlanDraft): void {
  const { able } = draft
  for (const repair of draft.repairs('role')) {
    if (isGone(repair)) {
      if (!draft.made.has(repair.id)) continue
      if (numberIn(repair.wanted['position']) >= able.top)
        draft.cannot(repair, 'It was above my own role, where I cannot put anything.', 'position')
      const permissions = bitsOf(repair.wanted['permissions'])
      if ((permissions & ~able.permissions) !== 0n)
        draft.cannot(repair, 'It had permissions that I do not have myself.', 'permissions')
      const body = { permissions: String(permissions & able.permissions), ...appearance(draft, repair, looks) }
      draft.add({ do: 'create', kind: 'role', id: repair.id, body })
    } else editRole(draft, repair)
  }
  orderRoles(draft)
}

function editRole(draft: PlanDraft, repair: Repair): void {
  const { able } = draft
  const fields = repair.differing.filter(field => field !== 'position')
  if (fields.length === 0) return
  const isEveryone = repair.id === able.guildId
  if (!isEveryone && numberIn(repair.now?.['position']) >= able.top) {
    draft.cannot(repair, 'It is above my own role.')
    return
  }
  const body = isEveryone
    ? {}
    : appearance(
        draft,
        repair,
        looks.filter(field => fields.includes(field)),
      )
  if (fields.includes('permissions')) {
    const bits = bitsOf(repair.wanted['permissions']) | bitsOf(repair.now?.['permissions'])
    if ((bits & ~able.permissions) === 0n) body['permissions'] = repair.wanted['permissions']
    else draft.cannot(repair, 'It has permissions that I do not have myself.', 'permissions')
  }
  // What cannot come back whole may already be as right as it can be.
  const colors = repair.now?.['colors']
  if (body['colors'] && isDeepStrictEqual(body['colors'], plainColors(colors))) delete body['colors']
  if (Object.keys(body).length > 0) draft.add({ do: 'edit', kind: 'role', id: repair.id, body })
}

/** A single color, as Discord accepts it; undefined for several colors. */
function plainColors(colors: unknown): { primary_color: unknown } | undefined {
  if (typeof colors !== 'object' || colors === null || !('primary_color' in colors)) return undefined
  const isPlain = !Object.entries(colors).some(([key, hue]) => key !== 'primary_color' && hue !== null)
  return isPlain ? { primary_color: colors.primary_color } : undefined
}

/** The looks that Discord accepts here: icons and second colors are only for servers with those features. */
function appearance(draft: PlanDraft, repair: Repair, fields: readonly string[]): Record<string, unknown> {
  const features = draft.damage.now.guild.get(draft.able.guildId)?.['features']
  const has = (feature: string) => Array.isArray(features) && features.includes(feature)
  const body = only(
    repair.wanted,
    fields.filter(field => field !== 'icon'),
  )
  if (fields.includes('icon')) {
    const icon = draft.file(repair, 'icon')
    if (icon !== undefined && (icon || !isGone(repair))) body['icon'] = icon
  }
  for (const field of ['icon', 'unicode_emoji'])
    if (body[field] && !has('ROLE_ICONS')) {
      delete body[field]
      draft.cannot(repair, 'The server no longer has role icons.', field)
    }
  if (isGone(repair) && !body['unicode_emoji']) delete body['unicode_emoji']
  const colors = body['colors']
  if (typeof colors === 'object' && colors !== null && 'primary_color' in colors) {
    const isPlain = plainColors(colors) !== undefined
    if (isPlain || !has('ENHANCED_ROLE_COLORS')) body['colors'] = { primary_color: colors.primary_color }
    if (!isPlain && !has('ENHANCED_ROLE_COLORS'))
      draft.cannot(repair, 'The server no longer has roles of several colors.', 'colors')
  }
  return body
}

function orderRoles(draft: PlanDraft): void {
  const { damage, able } = draft
  const moved = draft
    .repairs('role')
    .filter(
      ({ id, now, wanted, differing }) =>
        'position' in wanted && id !== able.guildId && (now ? differing.includes('position') : draft.made.has(id)),
    )
    .map(({ id }) => id)
  if (moved.length === 0) return
  const knownGood = sortedRoles(damage.knownGood.role)
  const now = sortedRoles(damage.now.role)
  const makers = moved.flatMap(id => draft.made.get(id) ?? [])
  const isRight = makers.length === 0 && putBack(now, knownGood, new Set(moved)).every((id, index) => id === now[index])
  if (!isRight) draft.add({ do: 'order-roles', moved, good: knownGood }, makers)
}

/** Returns ids, lowest role first; at equal positions the older role is higher. */
export function sortedRoles(roles: ReadonlyMap<string, Readonly<Record<string, unknown>>>): string[] {
  return [...roles]
    .toSorted(
      ([a, left], [b, right]) =>
        numberIn(left['position']) - numberIn(right['position']) || (BigInt(a) < BigInt(b) ? 1 : -1),
    )
    .map(([id]) => id)
}
