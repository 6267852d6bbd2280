import { setTimeout as rest } from 'node:timers/promises'
import { GatewayDispatchEvents as Event } from 'discord-api-types/v10'
import type { Arena, Sent } from './arena.ts'
import type { Stop } from './excess.ts'
import { type Facts, factsOf, kindOf, missing, sum } from './facts.ts'

/** An entry of the audit log that names an attacker. Times are Unix ms. */
interface HostileEntry {
  /** Discord's number for the kind of action. */
  type: number | undefined
  /** The attacker's id. */
  by: string
  /** When Discord sent it. */
  at: number
  /** Undefined to bots that get no events. */
  deliveredAt: number | undefined
}

/** Observes a server from the first hit on. Times are Unix ms. */
export interface Course {
  /**
   * Time (ms) from the punishment until the last entry naming an attacker was delivered; no bot knows all the damage
   * before.
   */
  knownIn(): number
  /** The entries that name an attacker, in the order in which Discord sent them. */
  hostileEntries(): readonly HostileEntry[]
  /** The punishments of all attackers, in the order in which they took effect. */
  stops(): readonly Stop[]
  /** When the first attacker had been removed or had lost their roles. */
  punishedAt(): number | undefined
  /** The request that removed them or took their roles. */
  punishment(): Sent | undefined
  /** Every fact that differed from the state before at some time. */
  lost(): Facts
  /** Whether everything is as it was before the attack. */
  isWhole(): boolean
  untilRestored(share: number, limitMs: number): Promise<void>
  /** Time (ms) from the punishment until half, most and all of the lost facts were there again. */
  restoredIn(lost: number): { half: number | null; most: number | null; all: number | null }
  stop(): void
}

const unixMs = () => performance.timeOrigin + performance.now()
const leastEveryMs = 100
/**
 * Once at most this many facts are missing, a sample is taken after every change, so that changes made after the last
 * fact was restored do not count.
 */
const few = 40

interface About {
  user?: { id: string }
  user_id?: string | null
  action_type?: number
  id?: string
  roles?: readonly string[]
}

export function watchCourse(arena: Arena, before: Facts, apart: ReadonlySet<string>): Course {
  const { sandbox, guildId } = arena
  const { context } = sandbox
  const entries: { id: string; type: number | undefined; by: string; at: number }[] = []
  const stoppedAt = new Map<string, number>()
  const lost: Facts = new Map()
  const samples: { at: number; gone: number }[] = []
  let punishedAt: number | undefined
  let victim: string | undefined
  const ending = new AbortController()

  /** When the simulated world last changed; whatever a sample finds has been so since then. */
  let changedAt = unixMs()
  const lastChange = () =>
    Math.max(
      changedAt,
      sandbox.requests().findLast(({ caller, method }) => caller === 'bot' && method !== 'GET')?.at ?? 0,
    )

  const pass = context.emit
  context.emit = dispatch => {
    const data = dispatch.data as About
    const type = dispatch.type as string
    // Entries report late what was done before.
    if (type !== (Event.GuildAuditLogEntryCreate as string)) changedAt = unixMs()
    if (
      type === (Event.GuildAuditLogEntryCreate as string) &&
      data.user_id &&
      apart.has(data.user_id) &&
      data.user_id !== arena.botId
    )
      entries.push({ id: data.id ?? '', type: data.action_type, by: data.user_id, at: unixMs() })
    const isGone = type === (Event.GuildBanAdd as string) || type === (Event.GuildMemberRemove as string)
    const isStripped = type === (Event.GuildMemberUpdate as string) && data.roles?.length === 0
    if ((isGone || isStripped) && data.user && apart.has(data.user.id)) {
      if (!stoppedAt.has(data.user.id)) stoppedAt.set(data.user.id, unixMs())
      if (data.user.id !== arena.puppet) {
        // Short attacks are restored before the next sample.
        if (punishedAt === undefined) setImmediate(sample)
        punishedAt ??= unixMs()
        victim ??= data.user.id
      }
    }
    pass(dispatch)
    const left = samples.at(-1)?.gone ?? 0
    if (punishedAt !== undefined && left > 0 && left <= few && type !== (Event.GuildAuditLogEntryCreate as string))
      lookSoon()
  }

  let isLooking = false
  function lookSoon(): void {
    if (isLooking) return
    isLooking = true
    setImmediate(() => {
      isLooking = false
      sample()
    })
  }

  const requestAgainst = (userId: string) => arena.sent().find(({ path }) => path.includes(userId))
  const members = () => context.world.guilds.get(guildId)?.members ?? new Map<string, unknown>()

  function sample(): void {
    // People who are no longer members have no roles, and nobody can bring them back.
    const isLost = (fact: string) => kindOf(fact) !== 'holder' || members().has(fact.split('|')[1] ?? '')
    const all = missing(before, factsOf(context.world, guildId, apart))
    const gone: Facts = new Map([...all].filter(([fact]) => isLost(fact)))
    for (const [fact, count] of gone) lost.set(fact, Math.max(count, lost.get(fact) ?? 0))
    samples.push({ at: lastChange(), gone: sum(gone) })
  }
  async function watch(): Promise<void> {
    while (!ending.signal.aborted) {
      const begun = performance.now()
      sample()
      // Sampling shares the process with the sandbox, so it may use a fifth of the time at most.
      await rest(Math.max(leastEveryMs, 4 * (performance.now() - begun)))
    }
  }
  const watching = watch()

  return {
    knownIn() {
      const told = entries.map(({ id, at }) => arena.link.deliveredAt(id) ?? at)
      return punishedAt === undefined ? 0 : Math.max(0, ...told.map(at => at - (punishedAt ?? at)))
    },
    hostileEntries: () => entries.map(({ id, ...entry }) => ({ ...entry, deliveredAt: arena.link.deliveredAt(id) })),
    stops: () =>
      [...stoppedAt].map(([who, at]) => ({
        who,
        token: arena.token(who),
        sentAt: requestAgainst(who)?.sentAt,
        at,
      })),
    punishedAt: () => punishedAt,
    punishment: () => (victim === undefined ? undefined : requestAgainst(victim)),
    lost: () => lost,
    isWhole: () => samples.at(-1)?.gone === 0 && lost.size > 0,
    async untilRestored(share, limitMs) {
      const end = Date.now() + limitMs
      while (Date.now() < end) {
        const { gone = 0 } = samples.at(-1) ?? {}
        if (gone <= sum(lost) * (1 - share)) return
        await rest(20)
      }
    },
    restoredIn(all) {
      const from = punishedAt ?? samples[0]?.at ?? 0
      const worst = samples.findLastIndex(({ gone }) => gone >= Math.max(...samples.map(one => one.gone)))
      const later = samples.slice(worst)
      const reached = (share: number) => {
        const at = later.find(({ gone }) => gone <= all * (1 - share))?.at
        return at === undefined ? null : Math.max(0, at - from)
      }
      return { half: reached(0.5), most: reached(0.95), all: reached(1) }
    },
    stop() {
      ending.abort()
      context.emit = pass
      sample()
      void watching
    },
  }
}
