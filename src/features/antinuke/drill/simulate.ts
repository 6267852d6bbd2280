import { AuditLogEvent, SnowflakeUtil } from 'discord.js'
import { actionOf } from '../engine/action.ts'
import { busiest, type Counted, hourMs, insertByTime, minuteMs, weightOf } from '../engine/count.ts'
import { mayDo } from '../engine/danger.ts'
import { decide } from '../engine/decide.ts'
import { type AntinukeSettings, countedStanding } from '../engine/immunity.ts'
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
/** What this process takes from an entry to the request (ms), measured. */
const ownMs = 1
const wait = 0.001

/** The copy of a server that is attacked. */
export interface Ground {
  powers: Powers
  own: AntinukeSettings
  /** What can be destroyed of each kind, by id. */
  targets: Readonly<Record<AttackKind, readonly string[]>>
  /** Unix ms. */
  at: number
}

export interface Attack {
  attacker: Member
  attack: AttackKind
  /** Actions per second. */
  rate: number
  profile: ProfileName
}

/** What became of an attack; times are ms since its first action. */
export interface Course {
  ending: Ending
  attempts: number
  landed: number
  floor: number
  decidedAt: number | null
  stoppedAt: number | null
  gone: number[]
  steps: string[]
}

/** What the engine makes of one action: the same functions in the same order as on a live entry. */
function judge({ powers, own, at }: Ground, { attacker, attack }: Attack) {
  const counted: Counted[] = []
  let used = 0
  return (target: string, landedAt: number): boolean => {
    const when = at + landedAt
    const entry = {
      id: String(SnowflakeUtil.generate({ timestamp: when })),
      action_type: events[attack],
      user_id: attacker.id,
      target_id: target,
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
    const standing = countedStanding(attacker, where, when)
    const weight = weightOf(action, { ownMade: null, newcomer: false, alike: 0 })
    insertByTime(counted, { at: when, weight })
    used += Math.max(weight, 0)
    if (standing.immune) return false
    const sums = { minute: busiest(counted, when - minuteMs, minuteMs), hour: busiest(counted, when - hourMs, hourMs) }
    const most = { minute: Math.max(sums.minute, sumOf(counted)), hour: Math.max(sums.hour, sumOf(counted)) }
    const budget = standing.perHour === null ? undefined : { used, perHour: standing.perHour }
    return decide({ weight, severe: action.severe }, most, own.limits[action.module], budget) !== undefined
  }
}

const sumOf = (counted: readonly Counted[]): number => counted.reduce((sum, { weight }) => sum + weight, 0)

const needed = { channels: 'anti_channel', roles: 'anti_role', bans: 'anti_ban' } as const

/** Why nobody would stop them, whatever they do. */
function unstoppable({ powers, own, at }: Ground, { attacker, attack }: Attack): Ending | undefined {
  const module = needed[attack]
  const standing = countedStanding(attacker, { ownerId: powers.ownerId, selfId: powers.self.id, own, module }, at)
  if (standing.immune) return 'trusted'
  if (!own.modules[module]) return 'not-counted'
  if ((own.modulePunishments[module] ?? own.punishment) === 'NONE') return 'no-punishment'
  return canBeStopped(powers, attacker) ? undefined : 'out-of-reach'
}

/** Lets somebody attack. Deterministic: the same attack on the same ground has the same course. */
export function simulate(ground: Ground, attack: Attack): Course {
  const { powers, own } = ground
  const { attacker, rate, profile } = attack
  const needs = actionOf(
    {
      id: String(SnowflakeUtil.generate({ timestamp: ground.at })),
      action_type: events[attack.attack],
      user_id: attacker.id,
    },
    { guildId: powers.guildId, permissionsOf: () => 0n, everyone: 0n, bypassRole: null },
  )?.needs
  const targets = ground.targets[attack.attack]
  const none = { attempts: targets.length, landed: 0, floor: 0, decidedAt: null, stoppedAt: null, gone: [], steps: [] }
  if (attacker.id !== powers.ownerId && !mayDo(heldBy(powers, attacker), needs ?? 0n))
    return { ending: 'powerless', ...none }
  const { gateway, audit, oneWay } = delaysOf[profile]
  const random = seeded(Number(BigInt(attacker.id) % 1_000_003n) * 31 + rate)
  const acts = targets.map((target, n) => {
    const at = (n * 1000) / rate
    return { target, at, seenAt: at + delay(audit, random) + delay(gateway, random) }
  })
  const never = unstoppable(ground, attack)
  const everything = acts.map(({ at }) => at)
  if (never) return { ...none, ending: never, landed: targets.length, floor: targets.length, gone: everything }
  const isEnough = judge(ground, attack)
  const deciding = acts.toSorted((a, b) => a.seenAt - b.seenAt).find(({ target, at }) => isEnough(target, at))
  if (!deciding) return { ...none, ending: 'harmless', landed: targets.length, floor: targets.length, gone: everything }
  const todo = stepsAgainst(own.modulePunishments[needed[attack.attack]] ?? own.punishment, attacker, powers)
  // What is not enough is awaited before the next is sent.
  const before = todo.findIndex(({ enough }) => enough)
  const arrival = deciding.seenAt + delay(oneWay, random) + before * 2 * oneWay
  const stoppedAt = arrival + ownMs
  const gone = everything.filter(at => at < stoppedAt - wait)
  return {
    ending: 'stopped',
    attempts: targets.length,
    landed: gone.length,
    floor: everything.filter(at => at < arrival - wait).length,
    decidedAt: deciding.seenAt,
    stoppedAt,
    gone,
    steps: todo.map(({ do: what }) => what),
  }
}
