import { setTimeout as pause } from 'node:timers/promises'
import { type Client, DiscordAPIError, type Guild } from 'discord.js'
import type { Settings } from '#contract'
import { UserError } from '#kit/errors.ts'
import type { Services } from '#kernel/feature.ts'
import { attribute } from './attribute.ts'
import { baselineOf, readInvites, type Snapshot, storeBaseline } from './baseline.ts'
import invites from './contract.ts'
import { giveUp, settleJoin, waitingJoins } from './joins.ts'
import { scheduleRanks } from './ranks.ts'
import { isNewMatter } from './warning-limit.ts'

/** How long an event or a count may be on its way when joins and uses do not add up. */
const onItsWayMs = 400
/** Looks at the invites for one round of joins, the first included. */
const looks = 3
/** While Discord does not answer, it is asked again after this, for as long as a join is worth it. */
const againMs = 60_000
const worthMs = 60 * 60_000

/**
 * What is running, per process: everything else is in the database. One look at a guild's invites serves all who joined
 * until its answer came.
 */
export interface Tracker {
  /** Decides how those came who are waiting. Never rejects. */
  decide(services: Services, guild: Guild): Promise<void>
  /** From here on joins may have been missed, until the invites were read again. */
  lostTouch(guildId: string): void
  /** Whether the invites were read since then, so that nothing was missed. */
  isInTouch(guildId: string): boolean
}

const trackers = new WeakMap<Client, Tracker>()

/** The tracker of this client. */
export function trackerOf(client: Client): Tracker {
  const existing = trackers.get(client)
  if (existing) return existing
  const created = createTracker()
  trackers.set(client, created)
  return created
}

function createTracker(): Tracker {
  /** The round of each guild; true when it came to an end, false when the invites could not be read. */
  const running = new Map<string, Promise<boolean>>()
  /** Guilds whose invites were read since the connection to them began. */
  const inTouch = new Set<string>()

  async function round(services: Services, guild: Guild): Promise<void> {
    for (let look = 1; ; look++) {
      const askedAt = services.now()
      const after = await readInvites(guild)
      const gap = !inTouch.has(guild.id)
      if (!judge(services, guild, { after, askedAt, gap, last: look === looks })) {
        await pause(onItsWayMs)
        continue
      }
      inTouch.add(guild.id)
      return
    }
  }

  async function run(services: Services, guild: Guild): Promise<boolean> {
    try {
      await round(services, guild)
      return true
    } catch (error) {
      inTouch.delete(guild.id)
      explainFailure(services, guild, error)
      return false
    } finally {
      running.delete(guild.id)
    }
  }

  return {
    async decide(services, guild) {
      const others = running.get(guild.id)
      if (others) {
        const ended = await others
        if (ended && waitingJoins(services.db, guild.id).length > 0) await this.decide(services, guild)
        return
      }
      const mine = run(services, guild)
      running.set(guild.id, mine)
      await mine
    },
    lostTouch: guildId => void inTouch.delete(guildId),
    isInTouch: guildId => inTouch.has(guildId),
  }
}

/**
 * Compares, and stores who came how together with what the next join is compared with.
 * @returns false when it does not add up yet and this was not the last look
 */
function judge(
  services: Services,
  guild: Guild,
  { after, askedAt, gap, last }: { after: Snapshot[]; askedAt: number; gap: boolean; last: boolean },
): boolean {
  const { db, log, now, settings } = services
  const own: Settings<typeof invites> = settings.read(guild.id, invites)
  const rows = waitingJoins(db, guild.id)
  const joins = rows.map(({ userId, waitingSince }) => ({ userId, since: waitingSince ?? 0 }))
  const countedJoins = joins.filter(({ since }) => since <= askedAt).length
  const before = baselineOf(db, guild.id)?.invites
  const { findings, addsUp } = attribute({ before, after, joins, countedJoins, gap })
  if (!addsUp && !last) return false
  db.transaction(() => {
    for (const [place, row] of rows.entries()) {
      const finding = findings[place]
      if (!finding) continue
      settleJoin(db, row, finding, own.youngDays)
      if (finding.inviterId !== null) scheduleRanks(services, guild.id, finding.inviterId)
      const { via, certainty, code } = finding
      log.debug({ guildId: guild.id, userId: row.userId, via, certainty, code }, 'join attributed')
    }
    storeBaseline(db, guild.id, after, now())
  })
  return true
}

/** What Discord refuses stays unknown; while it does not answer, the joins wait for the next look. */
function explainFailure(services: Services, guild: Guild, err: unknown): void {
  const { db, log, now, scheduler } = services
  const guildId = guild.id
  if (isNewMatter(services.client, `${guildId} invites`)) log.warn({ err, guildId }, 'invites could not be read')
  if (err instanceof UserError || err instanceof DiscordAPIError) {
    giveUp(db, guildId)
    return
  }
  giveUp(db, guildId, now() - worthMs)
  if (waitingJoins(db, guildId).length === 0) return
  scheduler.at({
    feature: invites.name,
    job: 'catchUp',
    at: now() + againMs,
    guildId,
    key: guildId,
    payload: { guildId },
  })
}
