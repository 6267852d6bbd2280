import { isDeepStrictEqual } from 'node:util'
import type { GuildMember } from 'discord.js'
import { UserError } from '#kit/errors.ts'
import { checkChange, demandMayChange, guildContext } from '../context.ts'
import { demandPremiumFor } from '../entitlements.ts'
import type { Author, Feature, Services } from '../feature.ts'
import { refusalToChange } from '../history/may-restore.ts'
import { insufficient } from '../rights/rights.ts'

type Values = Readonly<Record<string, unknown>>

/** Why settings are not changed, by key. */
export type Refused = ReadonlyMap<string, string>

/** The part of a change that may be made, and why the rest may not. */
export interface Judged {
  accepted: Values
  refused: Refused
}

/**
 * The most rounds of checks: settings that depend on each other are refused one after the other. After this many, all
 * that are left are refused.
 */
const mostRounds = 12

/** Returns a UserError as it is; other errors are thrown. */
function refusalIn(error: unknown): UserError {
  if (error instanceof UserError) return error
  throw error
}

/** The sentences of a refusal by setting: the same for all settings if it names none of them. */
function blamed({ fields, message }: UserError, keys: readonly string[]): [key: string, why: string][] {
  const named = Object.entries(fields ?? {})
    .map(([path, why]): [string, string] => [path.split('.', 1)[0] ?? path, why])
    .filter(([key]) => keys.includes(key))
  return named.length > 0 ? named : keys.map(key => [key, message])
}

const without = (values: Values, refused: Refused): Values =>
  Object.fromEntries(Object.entries(values).filter(([key]) => !refused.has(key)))

/** The values that differ from the present ones. */
export const differing = (before: Values, wanted: Values): Values =>
  Object.fromEntries(Object.entries(wanted).filter(([key, value]) => !isDeepStrictEqual(value, before[key])))

/** Why somebody may not see the settings of a feature; undefined when they may. */
export const unseenBecause = (
  services: Pick<Services, 'access'>,
  member: GuildMember,
  { name }: Feature['contract'],
): UserError | undefined =>
  services.access.has(member, 'view', name) ? undefined : insufficient(services, 'view', name)

/**
 * Checks a change of one feature's settings by everything that saving would check: premium, the rights for each
 * setting, channels and roles, and the feature's own check. Stores nothing and notifies nobody.
 */
export async function judge(
  services: Services,
  member: GuildMember,
  { contract, parts }: Feature,
  wanted: Values,
  author: Author,
): Promise<Judged> {
  const { guild } = member
  // People who may not see the settings do not even learn which of them differ.
  const unseen = unseenBecause(services, member, contract)
  if (unseen) return { accepted: {}, refused: new Map(Object.keys(wanted).map(key => [key, unseen.message])) }
  const ctx = guildContext(services, contract, guild, member)
  const refused = new Map<string, string>()
  let accepted = differing(ctx.own, wanted)
  for (const [key, value] of Object.entries(accepted)) {
    const lacking = refusalToChange(services, member, { contract, parts }, [key])
    if (lacking) refused.set(key, lacking.message)
    try {
      demandPremiumFor(services, contract, guild.id, { before: ctx.own, wanted: { [key]: value } })
    } catch (error) {
      refused.set(key, refusalIn(error).message)
    }
  }
  accepted = without(accepted, refused)
  for (let round = 0; Object.keys(accepted).length > 0; round += 1)
    try {
      await checkChange(ctx, contract, accepted, author, { trial: true })
      demandMayChange(services, contract, accepted, member)
      return { accepted, refused }
    } catch (error) {
      const refusal = refusalIn(error)
      const keys = Object.keys(accepted)
      const faults = round < mostRounds ? blamed(refusal, keys) : keys.map(key => [key, refusal.message] as const)
      for (const [key, why] of faults) refused.set(key, why)
      accepted = without(accepted, refused)
    }
  return { accepted, refused }
}
