import { z } from 'zod'
import { entriesDescribedAs, snowflake } from '#contract'

export const mostExtraOwners = 10
export const mostWhitelisted = 200

/** Access levels, highest first. */
const accessLevels = ['owner', 'extra_owner', 'whitelist', 'none'] as const
export type AccessLevel = (typeof accessLevels)[number]

/** What the caller may do, under the documented names. */
export const userAccess = z.object({
  level: z.enum(accessLevels),
  message: z.string(),
  canManage: z.boolean(),
  canManageExtraOwners: z.boolean(),
  canManageWhitelist: z.boolean(),
  canOnlyView: z.boolean(),
  canEditSettings: z.boolean(),
  canManageModules: z.boolean(),
  canManageBypassRole: z.boolean(),
})
export type UserAccess = z.output<typeof userAccess>

/** Somebody as the documented calls show them: Discord's own fields. */
export const documentedUser = z.object({
  id: snowflake,
  username: z.string().meta({ description: 'Their ID where the account no longer exists or Discord does not say.' }),
  discriminator: z.string().meta({ description: "'0' for everybody except old bots." }),
  avatar: z.string().nullable().meta({ description: "Discord's hash of the picture." }),
})

export const invalidUserId = 'Invalid user ID format. Please enter a valid Discord user ID.'
export const userId = z.string().regex(/^\d{17,19}$/, invalidUserId)

const people = (title: string, { posted, most, twice }: { posted: string; most: number; twice: string }) =>
  entriesDescribedAs(
    z
      .array(userId)
      .max(most, `${title}: at most ${most}.`)
      .refine(ids => new Set(ids).size === ids.length, twice)
      .meta({ title, posted }),
    (id, names) => names.member(id),
  )

export const alreadyExtraOwner = 'User is already an extra owner.'
export const extraOwners = people('Extra owners', {
  posted: 'extraowners',
  most: mostExtraOwners,
  twice: alreadyExtraOwner,
})

export const alreadyWhitelisted = 'User is already in the whitelist.'
export const whitelist = people('Whitelist', { posted: 'whitelist', most: mostWhitelisted, twice: alreadyWhitelisted })

/** Limits of somebody's place on the whitelist, if it has any. */
const allowance = z.object({
  id: userId,
  /** How many counted actions are allowed in an hour; null for any number. */
  perHour: z.int().min(1).max(1000).nullable(),
  /** Unix ms at which the entry ends; null for no end. */
  expiresAt: z.int().positive().nullable(),
})
export type Allowance = z.output<typeof allowance>

export const allowances = entriesDescribedAs(
  z
    .array(allowance)
    .max(mostWhitelisted)
    .refine(list => new Set(list.map(({ id }) => id)).size === list.length, alreadyWhitelisted)
    .meta({ title: 'Limits of whitelisted people' }),
  ({ id, perHour, expiresAt }, names) =>
    [
      names.member(id),
      ...(perHour === null ? [] : [`${perHour} actions an hour`]),
      ...(expiresAt === null ? [] : [`until ${names.date(expiresAt)}`]),
    ].join(', '),
)
