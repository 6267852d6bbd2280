import { PermissionFlagsBits as P } from 'discord.js'
import { mayDo, power } from '../engine/danger.ts'
import { countedStanding, type TrustStanding, type Trusts } from '../engine/immunity.ts'
import { heldBy, type Member, type Powers } from '../engine/powers.ts'
import { stepsAgainst } from '../engine/punish/steps.ts'
import { type ModuleKey, modules, type Punishment } from '../modules/contract.ts'
import type { PowerKey } from './contract.ts'
import { anyPower, mayUse } from './powers-held.ts'

/** The facts from which the score is calculated, as plain values. */
export interface Values {
  powers: Powers
  /** Everybody who could do harm, as far as the engine knows, without the owner and the bot. */
  people: readonly Member[]
  settings: Trusts & {
    enabled: boolean
    autoRecovery: boolean
    punishment: Punishment
    modules: Readonly<Record<ModuleKey, boolean>>
    modulePunishments: Readonly<Record<ModuleKey, Punishment | null>>
  }
  /** Whether Discord asks moderators for a second factor. */
  secondFactor: boolean
  /** People whose bypass role does not count, because nobody who may give it gave it to them. */
  withoutBypass: ReadonlySet<string>
  /** Unix ms. */
  at: number
}

/** A fact that costs points. */
export type Cost = { points: number } & (
  | { about: 'right'; permission: NeededRight }
  | { about: 'person'; id: string; bot: boolean; everything: boolean }
  | { about: 'trusted'; id: string; bot: boolean; by: 'whitelist' | 'bypass' }
  | { about: 'everyone' }
  | { about: 'off' }
  | { about: 'module'; module: ModuleKey; off: boolean; people: number }
  | { about: 'recovery' }
  | { about: 'second-factor' }
)

/**
 * The permissions that the bot needs to see an attack, to stop it and to put things back, with the points that each is
 * worth.
 */
const neededRights = {
  ViewAuditLog: 20,
  BanMembers: 8,
  KickMembers: 4,
  ManageRoles: 8,
  ManageChannels: 4,
} as const
export type NeededRight = keyof typeof neededRights
export const rightKeys = Object.keys(neededRights) as NeededRight[]

/** The power that each module watches over. */
const watched: Record<ModuleKey, PowerKey> = {
  anti_ban: 'bans',
  anti_kick: 'kicks',
  anti_member_update: 'roles',
  anti_prune: 'kicks',
  anti_role: 'roles',
  anti_channel: 'channels',
  anti_webhook: 'webhooks',
  anti_integration: 'server',
  anti_emoji: 'server',
  anti_everyone: 'pings',
  anti_guild_update: 'server',
}

/** Whether anything that Discord lets the bot do would end what somebody can do. */
export const canBeStopped = (powers: Powers, member: Member): boolean =>
  stepsAgainst('BAN', member, powers).some(({ enough }) => enough)

/** The people who have power of their own. */
export const powerful = ({ powers, people }: Pick<Values, 'powers' | 'people'>): Member[] =>
  people.filter(one => (heldBy(powers, one) & anyPower & ~powers.everyone) !== 0n)

const standingIn = (
  { powers, settings, withoutBypass, at }: Values,
  { id, roles }: Member,
  module: ModuleKey,
): TrustStanding => {
  const counted = withoutBypass.has(id) ? roles.filter(role => role !== settings.bypassRole) : roles
  const where = { ownerId: powers.ownerId, selfId: powers.self.id, own: settings, module }
  return countedStanding({ id, roles: counted }, where, at)
}

/** The consequence of going beyond a module's limit. */
export type LimitOutcome = 'stopped' | 'out-of-reach' | 'trusted' | 'let-pass'

/** The consequences for somebody, over everything that they could do. */
export function outcomesFor(values: Values, member: Member): Set<LimitOutcome> {
  const { powers, settings } = values
  const held = heldBy(powers, member)
  return new Set(
    modules.flatMap(({ key }): LimitOutcome[] => {
      if (!mayUse(held, watched[key])) return []
      if (standingIn(values, member, key).immune) return ['trusted']
      if (!settings.modules[key] || (settings.modulePunishments[key] ?? settings.punishment) === 'NONE')
        return ['let-pass']
      return [canBeStopped(powers, member) ? 'stopped' : 'out-of-reach']
    }),
  )
}

/** Whether something stops them, and nothing exempts them. */
export function isStoppable(values: Values, member: Member): boolean {
  const outcomes = outcomesFor(values, member)
  return outcomes.has('stopped') && !outcomes.has('trusted')
}

/** The costs of people who are exempt permanently. Extra owners are not among them: they count as owners. */
const trustCosts = (values: Values): Cost[] =>
  powerful(values).flatMap((one): Cost[] => {
    const { id, bot } = one
    const ends = values.settings.allowances.some(given => given.id === id && given.expiresAt !== null)
    const rungs = new Set(
      modules.flatMap(({ key }) => {
        const { rung, immune } = standingIn(values, one, key)
        return immune && mayUse(heldBy(values.powers, one), watched[key]) ? [rung] : []
      }),
    )
    const by = rungs.has('bypass') ? 'bypass' : rungs.has('whitelisted') && !ends ? 'whitelist' : undefined
    return by ? [{ about: 'trusted', id, bot, by, points: 2 }] : []
  })

const reachCosts = ({ powers, people }: Values): Cost[] =>
  powerful({ powers, people })
    .filter(one => !canBeStopped(powers, one))
    .map(({ id, bot, ...one }) => {
      const everything = (heldBy(powers, { id, ...one }) & P.Administrator) !== 0n
      const [asBot, asPerson] = everything ? [14, 10] : [8, 6]
      return { about: 'person', id, bot, everything, points: bot ? asBot : asPerson }
    })

function moduleCosts({ powers, people, settings }: Values): Cost[] {
  return modules.flatMap(({ key }): Cost[] => {
    const isOff = !settings.modules[key]
    const stops = (settings.modulePunishments[key] ?? settings.punishment) !== 'NONE'
    if (!isOff && stops) return []
    const count = powerful({ powers, people }).filter(one => mayUse(heldBy(powers, one), watched[key])).length
    if (count === 0) return []
    return [{ about: 'module', module: key, off: isOff, people: count, points: count > 1 ? 4 : 2 }]
  })
}

/**
 * Returns what costs points, most expensive first. Each line is a fact that can be repaired by itself, and repairing
 * one never makes another one more expensive.
 */
export function costsOf(values: Values): Cost[] {
  const { powers, people, settings, secondFactor } = values
  const lacking = rightKeys.filter(right => !mayDo(powers.self.bits, P[right]))
  const anybody = powerful({ powers, people }).some(({ bot }) => !bot)
  const costs: Cost[] = [
    ...lacking.map((permission): Cost => ({ about: 'right', permission, points: neededRights[permission] })),
    ...reachCosts(values),
    ...trustCosts(values),
    ...((powers.everyone & power) === 0n ? [] : [{ about: 'everyone', points: 20 } as const]),
    ...(settings.enabled ? [] : [{ about: 'off', points: 20 } as const]),
    ...moduleCosts(values),
    ...(settings.autoRecovery ? [] : [{ about: 'recovery', points: 4 } as const]),
    ...(secondFactor || !anybody ? [] : [{ about: 'second-factor', points: 4 } as const]),
  ]
  return costs.toSorted((left, right) => right.points - left.points)
}

/** The score out of 100: what is left after all costs. */
export const scoreOf = (costs: readonly Cost[]): number =>
  Math.max(0, 100 - costs.reduce((sum, { points }) => sum + points, 0))
