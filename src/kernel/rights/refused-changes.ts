import type { GuildMember } from 'discord.js'
import type { z } from 'zod'
import { describeField, type FieldMeta, type Need } from '#contract'
import { UserError } from '#kit/errors.ts'
import type { Feature, Services } from '../feature.ts'
import { unwritable } from './channel-rights.ts'
import { demandOwnPermissions } from './permissions.ts'
import { insufficient } from './rights.ts'

/** Why a setting cannot be changed, or, by value, why some of its choices cannot be chosen. */
export type ChangeRefusal = string | Record<string, string>

/** Stands for any other value that may be entered. */
const anythingElse = Symbol('another value')

const otherValues = ({ control, options }: FieldMeta, value: unknown): readonly unknown[] => {
  if (control === 'choice') return (options ?? []).flatMap(one => (one.value === value ? [] : [one.value]))
  return control === 'toggle' ? [value !== true] : [anythingElse]
}

/**
 * Returns the changes that saving would refuse a member, whatever else they change. They are found by trying, so that a
 * page shows beforehand what the answer would say. Refusals of single channels and roles are shown in their pickers.
 */
export function refusedChanges(
  services: Pick<Services, 'access'>,
  { contract, parts }: Feature,
  before: Readonly<Record<string, unknown>>,
  member: GuildMember,
): Record<string, ChangeRefusal> {
  const switchKey = typeof parts.switch === 'string' ? parts.switch : undefined
  const switchNeed = parts.switchNeeds
  const why = (key: string, schema: z.ZodType, value: unknown): string | undefined => {
    if (key === switchKey && switchNeed !== undefined && !services.access.has(member, switchNeed, contract.name))
      return insufficient(services, switchNeed, contract.name).message
    const need: Need | undefined = parts.settingNeeds?.[key as never]
    if (need !== undefined && !services.access.has(member, need, contract.name))
      return insufficient(services, need, contract.name).message
    const after = { ...before, [key]: value }
    try {
      demandOwnPermissions(contract.settings, after, before, member, switchKey)
    } catch (error) {
      if (error instanceof UserError) return error.fields?.[key]
      throw error
    }
    return unwritable(key, schema, after, before, member)
  }
  const isManager = member.permissions.has('ManageGuild')
  const fields = Object.entries<z.ZodType>(contract.settings.shape)
  const refused = fields.flatMap(([key, schema]): [string, ChangeRefusal][] => {
    const meta = describeField(schema)
    // Nearly everybody who opens a page manages the server: they can only be refused the switch, and posts where they
    // may not write.
    if (isManager && key !== switchKey && meta?.postedIn === undefined) return []
    const values = meta ? otherValues(meta, before[key]) : [anythingElse]
    const reasons = values.flatMap(value => {
      const reason = why(key, schema, value)
      return reason === undefined ? [] : [[String(value), reason] as const]
    })
    const [first] = reasons
    if (!first) return []
    return [[key, reasons.length === values.length ? first[1] : Object.fromEntries(reasons)]]
  })
  return Object.fromEntries(refused)
}
