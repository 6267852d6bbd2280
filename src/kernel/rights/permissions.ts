import { type GuildMember, PermissionFlagsBits, type PermissionsString } from 'discord.js'
import type { z } from 'zod'
import { describeField, type Endpoint } from '#contract'
import { UserError } from '#kit/errors.ts'
import { listed, permissionName } from '#kit/permissions.ts'
import { joined } from '#kit/validation-messages.ts'

export const isPermission = (name: string): name is PermissionsString => name in PermissionFlagsBits

/** @throws Error when Discord knows no such permission */
export function permissionsOf({ path, permissions = [] }: Pick<Endpoint, 'path' | 'permissions'>): PermissionsString[] {
  const known = permissions.filter(isPermission)
  if (known.length < permissions.length) throw new Error(`${path}: Discord has no permission of that name`)
  return known
}

/** @throws UserError 403 when the member lacks one in the server */
export function demandPermissions(member: GuildMember, wanted: readonly PermissionsString[] = []): void {
  const missing = member.permissions.missing([...wanted])
  if (missing.length > 0)
    throw new UserError('access.permissions', `You need ${listed(missing.map(permissionName))} for that.`, 403)
}

/** What Discord asks of whoever does by hand what the bot does at this value; undefined where it asks nothing. */
function neededFor(schema: z.ZodType, value: unknown): PermissionsString | undefined {
  const { needs, options = [] } = describeField(schema) ?? {}
  const needed = options.find(option => option.value === value)?.needs ?? (value ? needs : undefined)
  if (needed === undefined) return undefined
  if (!isPermission(needed)) throw new Error(`Discord has no permission called ${needed}`)
  return needed
}

/**
 * Whoever changes settings without managing the server, because they were given access, makes the bot do nothing that
 * they could not do by themselves. What is as it was is not judged.
 * @throws UserError 403 with a sentence for each field
 */
export function demandOwnPermissions<D extends Readonly<Record<string, unknown>>>(
  settings: z.ZodObject,
  after: D,
  before: D,
  member: GuildMember,
): void {
  if (member.permissions.has('ManageGuild')) return
  const problems: Record<string, string> = {}
  for (const [key, schema] of Object.entries(settings.shape)) {
    const needed = after[key] === before[key] ? undefined : neededFor(schema as z.ZodType, after[key])
    if (needed !== undefined && !member.permissions.has(needed))
      problems[key] = `You need ${permissionName(needed)} to choose this.`
  }
  if (Object.keys(problems).length > 0) throw new UserError('access.permissions', joined(problems), 403, problems)
}
