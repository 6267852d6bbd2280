import { isDeepStrictEqual } from 'node:util'
import { type GuildMember, PermissionFlagsBits, type PermissionsString } from 'discord.js'
import type { z } from 'zod'
import { describeField, type Endpoint, type FieldMeta } from '#contract'
import { UserError } from '#kit/errors.ts'
import { listed, permissionName } from '#kit/permissions.ts'
import { joined } from '#kit/validation-messages.ts'

/** Whether Discord has a permission of this name. */
export const isPermission = (name: string): name is PermissionsString => name in PermissionFlagsBits

function known(path: string, permissions: readonly string[]): PermissionsString[] {
  const valid = permissions.filter(isPermission)
  if (valid.length < permissions.length) throw new Error(`${path}: Discord has no permission of that name`)
  return valid
}

/** The Discord permissions that an endpoint requires. @throws Error when Discord has no permission of that name */
export const permissionsOf = ({ path, permissions = [] }: Pick<Endpoint, 'path' | 'permissions'>) =>
  known(path, permissions)

/**
 * Returns a function from a call's body to the permissions that it additionally requires.
 * @throws Error when an endpoint declares a permission that Discord does not have, or a key that is not in its body
 */
export function permissionsByBody({
  path,
  body,
  permissionsIf = {},
}: Pick<Endpoint, 'path' | 'body' | 'permissionsIf'>): (
  sent?: Readonly<Record<string, unknown>>,
) => PermissionsString[] {
  const shape = body && 'takes' in body ? body.fields.shape : body?.shape
  const conditions = Object.entries(permissionsIf).map(([key, permissions]) => {
    if (!shape || !(key in shape)) throw new Error(`${path}: the body has no ${key}`)
    return { key, permissions: known(path, permissions) }
  })
  return (sent = {}) => conditions.flatMap(({ key, permissions }) => (sent[key] ? permissions : []))
}

/** Checks permissions in the server. @throws UserError 403 when the member lacks one */
export function demandPermissions(member: GuildMember, wanted: readonly PermissionsString[] = []): void {
  const missing = member.permissions.missing([...wanted])
  if (missing.length > 0)
    throw new UserError('access.permissions', `You need ${listed(missing.map(permissionName))} for that.`, 403)
}

/** The permission that Discord requires to do by hand what the bot does with this value; undefined if none. */
function neededFor({ needs, options = [] }: FieldMeta, value: unknown): PermissionsString | undefined {
  const needed = options.find(option => option.value === value)?.needs ?? (value ? needs : undefined)
  if (needed === undefined) return undefined
  if (!isPermission(needed)) throw new Error(`Discord has no permission called ${needed}`)
  return needed
}

/** The label of a value on the page. */
const shownValue = ({ options = [] }: FieldMeta, value: unknown) =>
  options.find(option => option.value === value)?.label ?? 'On'

/**
 * Checks a change by somebody who was given access to settings without managing the server: they must not make the bot
 * do anything that they could not do by themselves, neither by what they choose, nor by deciding when and to whom it is
 * done. Unchanged values are not checked, nor is switching the feature off.
 * @param switchKey the setting that switches the feature on and off
 * @throws UserError 403 with a sentence for each field
 */
export function demandOwnPermissions<D extends Readonly<Record<string, unknown>>>(
  settings: z.ZodObject,
  after: D,
  before: D,
  member: GuildMember,
  switchKey?: string,
): void {
  if (member.permissions.has('ManageGuild')) return
  const fields = Object.entries(settings.shape)
  const changed = fields
    .map(([key]) => key)
    .filter(key => !isDeepStrictEqual(after[key], before[key]) && !(key === switchKey && after[key] === false))
  const problems: Record<string, string> = {}
  for (const [key, schema] of fields) {
    const meta = describeField(schema as z.ZodType)
    const needed = meta && neededFor(meta, after[key])
    if (!needed || member.permissions.has(needed)) continue
    if (changed.includes(key)) {
      problems[key] = `You need ${permissionName(needed)} to choose this.`
      continue
    }
    const independent = meta.independentOf ?? fields.map(([name]) => name).filter(name => name !== switchKey)
    for (const decisive of changed.filter(name => !independent.includes(name)))
      problems[decisive] ??=
        `You need ${permissionName(needed)} to change this while “${meta.label}” is “${shownValue(meta, after[key])}”.`
  }
  if (Object.keys(problems).length > 0) throw new UserError('access.permissions', joined(problems), 403, problems)
}
