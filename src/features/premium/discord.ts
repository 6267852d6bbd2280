import { and, eq, isNull } from 'drizzle-orm'
import type { Entitlement } from 'discord.js'
import { job, type Services } from '#kernel/feature.ts'
import { periodsChanged } from './periods.ts'
import { premiumPeriods } from './table.ts'

const perPage = 100

type Stored = Pick<Services, 'db' | 'now' | 'memory' | 'scheduler'>

/** Stores an entitlement reported by Discord; those of users do not belong to a server. */
export function noteEntitlement(services: Stored, entitlement: Entitlement): void {
  const { id: entitlementId, guildId, startsTimestamp, endsTimestamp, deleted, consumed } = entitlement
  if (guildId === null) return
  const { db, now } = services
  db.transaction(() => {
    const known = db.select().from(premiumPeriods).where(eq(premiumPeriods.entitlement, entitlementId)).get()
    const endedAt = deleted || consumed ? (known?.endedAt ?? now()) : null
    // If Discord states no start, it has begun.
    const startsAt = startsTimestamp ?? known?.startsAt ?? now()
    if (known?.startsAt === startsAt && known.endsAt === endsTimestamp && known.endedAt === endedAt) return
    const times = { startsAt, endsAt: endsTimestamp, endedAt }
    db.insert(premiumPeriods)
      .values({ guildId, kind: 'discord', entitlement: entitlementId, ...times })
      .onConflictDoUpdate({ target: premiumPeriods.entitlement, set: times })
      .run()
    periodsChanged(services, guildId)
  })
}

/** Handles the end of an entitlement that Discord no longer knows: it was revoked. */
export function endEntitlement(services: Stored, entitlementId: string, guildId: string): void {
  const { db, now } = services
  db.transaction(() => {
    const { changes } = db
      .update(premiumPeriods)
      .set({ endedAt: now() })
      .where(and(eq(premiumPeriods.entitlement, entitlementId), isNull(premiumPeriods.endedAt)))
      .run()
    if (changes > 0) periodsChanged(services, guildId)
  })
}

/** At each start, and when the bot joins a server: catches up on purchases and revocations that were missed. */
export const reconcile = job({
  promise: 'housekeeping',
  async run(services) {
    const { client, db, entitlements } = services
    if (entitlements.mode === 'all') return
    const open = and(eq(premiumPeriods.kind, 'discord'), isNull(premiumPeriods.endedAt))
    // Read before asking Discord, because entitlements that arrive in the meantime are newer than its answer.
    const before = db.select().from(premiumPeriods).where(open).all()
    const found = new Set<string>()
    let after: string | undefined
    for (;;) {
      const page = await client.application.entitlements.fetch({
        limit: perPage,
        excludeEnded: true,
        cache: false,
        ...(after !== undefined && { after }),
      })
      for (const entitlement of page.values()) {
        found.add(entitlement.id)
        if (entitlement.guildId !== null && client.guilds.cache.has(entitlement.guildId))
          noteEntitlement(services, entitlement)
      }
      after = [...page.keys()].toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1)).at(-1)
      if (page.size < perPage || after === undefined) break
    }
    for (const { entitlement, guildId, endsAt } of before)
      if (entitlement !== null && !found.has(entitlement) && (endsAt ?? Infinity) > services.now())
        endEntitlement(services, entitlement, guildId)
  },
})
