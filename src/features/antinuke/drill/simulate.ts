import { AuditLogEvent, SnowflakeUtil } from 'discord.js'
import { actionOf } from '../engine/action.ts'
import { busiest, type Counted, hourMs, insertByTime, minuteMs, weightOf } from '../engine/count.ts'
import { mayDo } from '../engine/danger.ts'
import { decide } from '../engine/decide.ts'
import type { AntinukeSettings } from '../contract.ts'
import { countedStanding } from '../engine/immunity.ts'
import { heldBy, type Member, type Powers } from '../engine/powers.ts'
import { stepsAgainst } from '../engine/punish/steps.ts'
import { canBeStopped } from '../posture/score.ts'
import type { AttackKind, Ending, ProfileName } from './contract.ts'
import { delay, delaysOf, seeded } from './delays.ts'

const events = {
  channels: AuditLogEvent.ChannelDelete,
  roles: AuditLogEvent.RoleDelete,
  bans: AuditLogEvent.MemberBanAdd,
} as const
/** The time from an entry to the request in this process (ms), measured. */
const ownMs = 1
const wait = 0.001

/** The kinds of targets. */
export type TargetKind = keyof typeof events
const targetKinds = Object.keys(events) as TargetKind[]

export interface DrillTarget {
  kind: TargetKind
  id: string
}

/** The copy of a server that is attacked. */
export interface Ground {
  powers: Powers
  own: AntinukeSettings
  /** People whose bypass role does not count, because nobody who may give it gave it to them. */
  withoutBypass: ReadonlySet<string>
  /** The ids of the targets, by kind. */
  targets: Readonly<Record<TargetKind, readonly string[]>>
  /** Unix ms. */
  at: number
}

export interface DrilledAttack {
  attacker: Member
  attack: AttackKind
  /** Actions per second. */
  rate: number
  profile: ProfileName
}

/** The course of an attack; times are ms since its first action. */
export interface Course {
  ending: Ending
  /** The targets in the order in which they are attacked: the first `landed` of them are gone. */
  targets: readonly DrillTarget[]
  attempts: number
  landed: number
  floor: number
  decidedAt: number | null
  stoppedAt: number | null
  gone: number[]
  steps: string[]
}

const modulesOf = { channels: 'anti_channel', roles: 'anti_role', bans: 'anti_ban' } as const

const withRightfulRoles = ({ own, withoutBypass }: Ground, { id, roles }: Member) => ({
  id,
  roles: withoutBypass.has(id) ? roles.filter(role => role !== own.bypassRole) : roles,
})

/** Judges one action as the engine does: with the same functions in the same order as for a live entry. */
function judge(ground: Ground, attacker: Member) {
  const { powers, own, at } = ground
  const countedIn = new Map<TargetKind, Counted[]>()
  let used = 0
  return (target: DrillTarget, landedAt: number): boolean => {
    const when = at + landedAt
    const entry = {
      id: String(SnowflakeUtil.generate({ timestamp: when })),
      action_type: events[target.kind],
      user_id: attacker.id,
      target_id: target.id,
    }
    const permissionsOf = (id: string) => powers.roles.get(id)?.bits ?? 0n
    const action = actionOf(entry, {
      guildId: powers.guildId,
      permissionsOf,
      everyone: powers.roles.get(powers.guildId)?.own ?? 0n,
      bypassRole: own.bypassRole,
    })
    if (!action || !own.modules[action.module]) return false
    const where = { ownerId: powers.ownerId, selfId: powers.self.id, own, module: action.module }
    const standing = countedStanding(withRightfulRoles(ground, attacker), where, when)
    const weight = weightOf(action, { isOwn: false, newcomer: false, alike: 0, bot: false })
    const counted = countedIn.get(target.kind) ?? []
    countedIn.set(target.kind, counted)
    insertByTime(counted, { at: when, weight })
    used += Math.max(weight, 0)
    if (standing.immune) return false
    const sums = { minute: busiest(counted, when, minuteMs), hour: busiest(counted, when, hourMs) }
    const budget = standing.perHour === null ? undefined : { used, perHour: standing.perHour }
    return decide({ weight, severe: action.severe }, sums, own.limits[action.module], budget) !== undefined
  }
}

/** Why nobody would stop them, however much of this they do; undefined where somebody would. */
function unstoppable(ground: Ground, attacker: Member, kind: TargetKind): Ending | undefined {
  const { powers, own, at } = ground
  const module = modulesOf[kind]
  const standing = countedStanding(
    withRightfulRoles(ground, attacker),
    { ownerId: powers.ownerId, selfId: powers.self.id, own, module },
    at,
  )
  if (standing.immune) return 'trusted'
  if (!own.modules[module]) return 'not-counted'
  if (punishmentFor(own, kind) === 'NONE') return 'no-punishment'
  return canBeStopped(powers, attacker) ? undefined : 'out-of-reach'
}

const punishmentFor = (own: AntinukeSettings, kind: TargetKind) =>
  own.modulePunishments[modulesOf[kind]] ?? own.punishment

/** The permissions that a kind of action needs, according to the engine. */
const neededFor = ({ powers, at }: Ground, kind: TargetKind, { id }: Member): bigint =>
  actionOf(
    { id: String(SnowflakeUtil.generate({ timestamp: at })), action_type: events[kind], user_id: id },
    { guildId: powers.guildId, permissionsOf: () => 0n, everyone: 0n, bypassRole: null },
  )?.needs ?? 0n

/** The targets in the order in which they are attacked; several kinds take turns. */
function targetsOf({ targets }: Pick<Ground, 'targets'>, kinds: readonly TargetKind[]): DrillTarget[] {
  const most = Math.max(0, ...kinds.map(kind => targets[kind].length))
  return Array.from({ length: most }, (_, place) =>
    kinds.flatMap((kind): DrillTarget[] => {
      const id = targets[kind][place]
      return id === undefined ? [] : [{ kind, id }]
    }),
  ).flat()
}

/** Simulates an attack. Deterministic: the same attack on the same ground has the same course. */
export function simulate(ground: Ground, { attack, attacker, rate, profile }: DrilledAttack): Course {
  const { powers, own } = ground
  const wanted = attack === 'all' ? targetKinds : [attack]
  const held = heldBy(powers, attacker)
  const kinds = wanted.filter(kind => mayDo(held, neededFor(ground, kind, attacker)))
  const targets = targetsOf(ground, kinds.length > 0 ? kinds : wanted)
  const none = {
    targets,
    attempts: targets.length,
    landed: 0,
    floor: 0,
    decidedAt: null,
    stoppedAt: null,
    gone: [],
    steps: [],
  }
  if (kinds.length === 0) return { ending: 'powerless', ...none }
  const { gateway, audit, oneWay } = delaysOf[profile]
  const random = seeded(Number(BigInt(attacker.id) % 1_000_003n) * 31 + rate)
  const acts = targets.map((target, n) => {
    const at = (n * 1000) / rate
    return { target, at, seenAt: at + delay(audit, random) + delay(gateway, random) }
  })
  const everything = acts.map(({ at }) => at)
  const unhindered = { ...none, landed: targets.length, floor: targets.length, gone: everything }
  const never = new Map(kinds.map(kind => [kind, unstoppable(ground, attacker, kind)]))
  const [first] = [...never.values()]
  if (first && [...never.values()].every(Boolean)) return { ending: first, ...unhindered }
  const isEnough = judge(ground, attacker)
  const deciding = acts
    .toSorted((a, b) => a.seenAt - b.seenAt)
    .find(({ target, at }) => isEnough(target, at) && !never.get(target.kind))
  if (!deciding) return { ending: 'harmless', ...unhindered }
  const todo = stepsAgainst(punishmentFor(own, deciding.target.kind), attacker, powers)
  // Each step that is not enough is awaited before the next one is sent.
  const before = todo.findIndex(({ enough }) => enough)
  const arrival = deciding.seenAt + delay(oneWay, random) + before * 2 * oneWay
  const stoppedAt = arrival + ownMs
  const gone = everything.filter(at => at < stoppedAt - wait)
  return {
    ending: 'stopped',
    targets,
    attempts: targets.length,
    landed: gone.length,
    floor: everything.filter(at => at < arrival - wait).length,
    decidedAt: deciding.seenAt,
    stoppedAt,
    gone,
    steps: todo.map(({ do: what }) => what),
  }
}
