import { setTimeout as pause } from 'node:timers/promises'
import { DiscordAPIError, type Guild } from 'discord.js'
import { z } from 'zod'
import type { Settings } from '#contract'
import { isOutage } from '#kit/discord-errors.ts'
import { UserError } from '#kit/errors.ts'
import { jobHandle, processState, type Services } from '#kernel/feature.ts'
import { attribute } from './attribute.ts'
import { baselineOf, readInvites, type Snapshot, storeBaseline } from './baseline.ts'
import invites from './contract.ts'
import { markUnknown, storeAttribution, waitingJoins } from './joins.ts'
import { scheduleRanks } from './ranks.ts'
import { shouldWarn } from './warning-limit.ts'

/** How long to wait for a late event or count when joins and uses do not match. */
const rereadMs = 400
/** How often the invites are read for one round of joins, including the first time. */
const mostReads = 3
/** While Discord does not answer, we retry at this interval until the join is too old. */
const retryMs = 60_000
const giveUpMs = 60 * 60_000

/**
 * The rounds in progress; everything else is in the database. One read of a guild's invites covers everybody who joined
 * before the answer arrived.
 */
interface JoinResolver {
  /** Attributes the joins that are waiting. Never rejects. */
  resolve(services: Services, guild: Guild): Promise<void>
  /** Marks that joins may have been missed, until the invites are read again. */
  markStale(guildId: string): void
  /** Whether the invites were read since then, so nothing was missed. */
  isCurrent(guildId: string): boolean
}

export const joinResolverOf = processState(createJoinResolver)

/** The job that reads a guild's invites after joins may have been missed. */
export const catchingUp = jobHandle(z.object({ guildId: z.string() }))

function createJoinResolver(): JoinResolver {
  /** The round of each guild; true when it finished, false when the invites could not be read. */
  const running = new Map<string, Promise<boolean>>()
  /** Guilds whose invites have been read since we connected to them. */
  const current = new Set<string>()

  async function round(services: Services, guild: Guild): Promise<void> {
    for (let look = 1; ; look++) {
      const askedAt = services.now()
      const after = await readInvites(guild)
      const joinsMissed = !current.has(guild.id)
      if (!attributeJoins(services, guild, { after, askedAt, joinsMissed, last: look === mostReads })) {
        await pause(rereadMs)
        continue
      }
      current.add(guild.id)
      return
    }
  }

  async function run(services: Services, guild: Guild): Promise<boolean> {
    try {
      await round(services, guild)
      return true
    } catch (error) {
      current.delete(guild.id)
      handleFailure(services, guild, error)
      return false
    } finally {
      running.delete(guild.id)
    }
  }

  return {
    async resolve(services, guild) {
      const others = running.get(guild.id)
      if (others) {
        const ended = await others
        if (ended && waitingJoins(services.db, guild.id).length > 0) await this.resolve(services, guild)
        return
      }
      const mine = run(services, guild)
      running.set(guild.id, mine)
      await mine
    },
    markStale: guildId => void current.delete(guildId),
    isCurrent: guildId => current.has(guildId),
  }
}

/**
 * Compares the counts and stores how each member joined, together with the counts for the next comparison.
 * @returns false when the counts do not match yet and this was not the last attempt
 */
function attributeJoins(
  services: Services,
  guild: Guild,
  { after, askedAt, joinsMissed, last }: { after: Snapshot[]; askedAt: number; joinsMissed: boolean; last: boolean },
): boolean {
  const { db, log, now, settings } = services
  const own: Settings<typeof invites> = settings.read(guild.id, invites)
  const rows = waitingJoins(db, guild.id)
  const joins = rows.map(({ userId, waitingSince }) => ({ userId, since: waitingSince ?? 0 }))
  const countedJoins = joins.filter(({ since }) => since <= askedAt).length
  const before = baselineOf(db, guild.id)?.invites
  const { findings, addsUp } = attribute({ before, after, joins, countedJoins, joinsMissed })
  if (!addsUp && !last) return false
  db.transaction(() => {
    for (const [place, row] of rows.entries()) {
      const finding = findings[place]
      if (!finding) continue
      storeAttribution(db, row, finding, own.youngDays)
      if (finding.inviterId !== null) scheduleRanks(services, guild.id, finding.inviterId)
      const { via, certainty, code } = finding
      log.debug({ guildId: guild.id, userId: row.userId, via, certainty, code }, 'join attributed')
    }
    storeBaseline(db, guild.id, after, now())
  })
  return true
}

/** If Discord refuses, the joins stay unknown; if it does not answer, they wait for the next attempt. */
function handleFailure(services: Services, guild: Guild, err: unknown): void {
  const { db, log, now, scheduler } = services
  const guildId = guild.id
  if (shouldWarn(services, `${guildId} invites`)) log.warn({ err, guildId }, 'invites could not be read')
  if ((err instanceof UserError || err instanceof DiscordAPIError) && !isOutage(err)) {
    markUnknown(db, guildId)
    return
  }
  markUnknown(db, guildId, now() - giveUpMs)
  if (waitingJoins(db, guildId).length === 0) return
  scheduler.at(catchingUp, { at: now() + retryMs, guildId, key: guildId, payload: { guildId } })
}
