import type { Guild } from 'discord.js'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { UserError } from '#kit/errors.ts'
import type { Services } from '#kernel/feature.ts'
import { type Case, caseByNumber, type NamedPerson, refreshCases, tidyReason } from './case-store.ts'
import { caseEdits, cases } from '../table.ts'

type Store = Pick<Services, 'db' | 'now' | 'live' | 'scheduler' | 'memory'>

/** @throws UserError if there is no such case */
export function demandCase(services: Store, guildId: string, number: number): Case {
  const found = Number.isSafeInteger(number) ? caseByNumber(services, guildId, number) : undefined
  if (!found) throw new UserError('moderation.no-case', 'There is no case with that number in this server.', 404)
  return found
}

/** The server's id and its owner. */
type GuildOwner = Pick<Guild, 'id' | 'ownerId'>

/** @throws UserError if somebody changes a case about themselves; only the server's owner may do that */
function demandNotAboutSelf({ targetId }: Case, { ownerId }: GuildOwner, by: NamedPerson): void {
  if (targetId === by.id && ownerId !== by.id)
    throw new UserError('moderation.yourself', 'You cannot change a case about yourself.', 403)
}

const at = (guildId: string, number: number) => and(eq(cases.guildId, guildId), eq(cases.number, number))

/**
 * Changes a case's reason and keeps the previous one. @throws UserError if there is no such case, or it is about `by`
 */
export function changeReason(
  services: Store,
  guild: GuildOwner,
  number: number,
  reason: string,
  by: NamedPerson,
): Case {
  const guildId = guild.id
  return services.db.transaction(() => {
    const found = demandCase(services, guildId, number)
    demandNotAboutSelf(found, guild, by)
    refreshCases(services, guildId, [found])
    services.db
      .insert(caseEdits)
      .values({ guildId, number, userId: by.id, userName: by.name, at: services.now(), before: found.reason })
      .run()
    return services.db
      .update(cases)
      .set({ reason: tidyReason(reason) })
      .where(at(guildId, number))
      .returning()
      .get()
  })
}

/**
 * Marks a case as a mistake: it stays in the list but no longer counts. What was done in Discord is not undone.
 * @throws UserError if there is no such case, it is about `by`, or it is already void
 */
export function voidCase(services: Store, guild: GuildOwner, number: number, by: NamedPerson): Case {
  const guildId = guild.id
  demandNotAboutSelf(demandCase(services, guildId, number), guild, by)
  const [voided] = services.db.transaction(() => {
    const changed = services.db
      .update(cases)
      .set({ voidedAt: services.now(), voidedBy: by.id })
      .where(and(at(guildId, number), isNull(cases.voidedAt)))
      .returning()
      .all()
    refreshCases(services, guildId, changed)
    return changed
  })
  if (voided) return voided
  throw new UserError('moderation.void', `Case #${number} is already void.`)
}

/**
 * Deletes the edits of cases about a person who is forgotten. A temporary ban in progress still ends: its timer serves
 * that person.
 */
export function forgetUser({ db }: Pick<Services, 'db'>, userId: string, guildId: string | undefined): void {
  const about = db
    .select({ guildId: cases.guildId, number: cases.number })
    .from(cases)
    .where(and(eq(cases.targetId, userId), guildId === undefined ? undefined : eq(cases.guildId, guildId)))
  db.delete(caseEdits).where(sql`(${caseEdits.guildId}, ${caseEdits.number}) IN ${about}`).run()
}
