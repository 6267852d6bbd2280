import { z } from 'zod'
import { contract, field, listedAs, snowflake } from '#contract'
import { limitsSchema, modules, moduleSwitches, overrides, punishments } from './modules/contract.ts'

export const mostExtraOwners = 10
export const mostWhitelisted = 200

const people = (title: string, most: number) =>
  listedAs(
    z
      .array(snowflake)
      .max(most, `${title}: at most ${most}.`)
      .refine(ids => new Set(ids).size === ids.length, `${title}: somebody is listed twice.`)
      .meta({ title }),
    (id, names) => names.member(id),
  )

/** What the whitelist allows somebody, where that is not everything for good. */
const allowance = z.object({
  id: snowflake,
  /** How many actions that count are let through in an hour; null for any number. */
  perHour: z.int().min(1).max(1000).nullable(),
  /** Unix ms at which the entry ends; null for no end. */
  expiresAt: z.int().positive().nullable(),
})
export type Allowance = z.output<typeof allowance>

/** What the bypass role lets its holders do without being counted. */
const bypass = (label: string) => field.toggle(label).default(false)
const bypassPermissions = z
  .object({
    can_ban: bypass('Ban members'),
    can_kick: bypass('Kick members'),
    can_manage_roles: bypass('Manage roles'),
    can_manage_channels: bypass('Manage channels'),
    can_manage_webhooks: bypass('Manage webhooks'),
  })
  .meta({ title: 'Bypass permissions' })
export type BypassPermission = keyof z.output<typeof bypassPermissions>

/** Settings, under the names of the documented calls where those have one. */
export const settings = z.object({
  enabled: field.toggle('AntiNuke').default(false),
  punishment: field
    .choice('Punishment', punishments, {
      help: 'What happens to whoever is stopped, where a module says nothing else.',
    })
    .default('BAN'),
  modules: moduleSwitches.prefault({}),
  modulePunishments: overrides.prefault({}),
  limits: limitsSchema.prefault({}),
  bypassRole: field.role('Bypass role').nullable().default(null),
  bypassPermissions: bypassPermissions.prefault({}),
  extraOwners: people('Extra owners', mostExtraOwners).default([]),
  whitelist: people('Whitelist', mostWhitelisted).default([]),
  allowances: listedAs(
    z.array(allowance).max(mostWhitelisted).meta({ title: 'Limits of whitelisted people' }),
    ({ id, perHour, expiresAt }, names) =>
      [
        names.member(id),
        ...(perHour === null ? [] : [`${perHour} actions an hour`]),
        ...(expiresAt === null ? [] : [`until ${names.date(expiresAt)}`]),
      ].join(', '),
  ).default([]),
  logChannel: field
    .channel('Log channel', { posts: true, help: 'Incidents and alarms are posted here.' })
    .nullable()
    .default(null),
  autoRecovery: field
    .toggle('Auto recovery', { help: 'What an attack destroyed is put back at once, as far as Discord allows it.' })
    .default(true),
})

export default contract('antinuke', {
  title: 'Anti-nuke',
  summary: 'Stops destructive actions and restores what was lost.',
  words: [...modules.map(({ label }) => label), 'raid', 'protection', 'security', 'backup', 'nuke'],
  icon: 'shield',
  docs: 'Anti-Nuke Protection',
  settings,
})
