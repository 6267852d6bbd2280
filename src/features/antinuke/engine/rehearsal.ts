import { AuditLogEvent, PermissionFlagsBits as P, SnowflakeUtil } from 'discord.js'
import { rehearseDiscord } from '#kernel/discord/rehearsal.ts'
import { processState, type Services } from '#kernel/feature.ts'
import { prepareRenames } from '#kernel/guilds/rename-id.ts'
import antinuke from '../contract.ts'
import { isAnyAttacked } from '../journal/read-soon.ts'
import type { AuditEntry } from './audit-entry.ts'
import { judgeEntry } from './intake.ts'
import { type Powers, powersOf } from './powers.ts'
import { rosterOf } from './roster.ts'
import { explain } from './sightings.ts'

/** Ids that nobody has: the rehearsal is about no real server, and leaves nothing behind. */
export const nobody = { serverId: '0', ownerId: '2', rogueId: '4' }
const [{ serverId, ownerId, rogueId }, selfId, roleId] = [nobody, '1', '3']

/**
 * This many rounds until the process has the machine code; after that, from time to time, as unused code is forgotten.
 */
const first = { rounds: 30, everyMs: 200 }
const laterEveryMs = 60_000

const powers: Powers = {
  guildId: serverId,
  ownerId,
  everyone: 0n,
  roles: new Map([
    [serverId, { id: serverId, position: 0, bits: 0n, own: 0n, managed: false, botId: null }],
    [roleId, { id: roleId, position: 1, bits: P.Administrator, own: P.Administrator, managed: false, botId: null }],
  ]),
  members: new Map(),
  self: { id: selfId, bits: P.Administrator, top: { id: '5', position: 2 } },
}

/** The values of a channel in the entry about its deletion. */
const said = { name: 'general', type: 0, permission_overwrites: [], nsfw: false, rate_limit_per_user: 0, flags: 0 }

/** How many entries were made: no two in a row have their fields in the same order. */
let made = 0

/** Returns the object with its fields in another order each time. */
const turned = <T extends object>(one: T, by: number): object => {
  const fields = Object.entries(one)
  return Object.fromEntries(fields.map((_, place) => fields[(place + by) % fields.length] ?? []))
}

/**
 * The entry of one deleted channel, as it is read from what Discord sends. Code that has seen only one order of fields
 * is compiled for that one, and discarded with the first entry in another order.
 */
export function deletionOf(place: number, now: number, channelId: string): AuditEntry {
  made += 1
  const entry = {
    id: String(SnowflakeUtil.generate({ timestamp: now, increment: BigInt(place) })),
    action_type: AuditLogEvent.ChannelDelete,
    user_id: rogueId,
    target_id: channelId,
    changes: Object.entries(said).map(([key, value], at) =>
      turned({ key, old_value: value, ...(at % 3 === 0 && { new_value: null }) }, made + at),
    ),
    options: null,
    guild_id: serverId,
  }
  return JSON.parse(JSON.stringify(turned(entry, made))) as AuditEntry
}

/** Adds somebody who can destroy the rehearsal's server. */
export function enterRogue(stage: Services): void {
  const roster = rosterOf(stage, serverId)
  roster.powers = powers
  roster.people.set(rogueId, {
    id: rogueId,
    bot: false,
    roles: [roleId],
    had: undefined,
    goneAt: undefined,
    username: null,
  })
}

function takeInEntry(stage: Services, entry: AuditEntry): void {
  judgeEntry(stage, serverId, entry)
  explain(stage, serverId, entry)
}

/**
 * A request that is never answered, so that nothing follows. Each has its own promise: a shared one would keep
 * everything that ever waited for it.
 */
export const silence = () => new Promise<never>(() => undefined)

class Undone extends Error {}

/**
 * Rehearses an attack on a server that does not exist, from its first entry until the request would leave, in a
 * transaction that is rolled back. The first real attack then finds the statements prepared, the code compiled and the
 * pages read. So does the first channel that comes back, whose new id has to be written into every table.
 * @returns how many requests would have left
 */
export function rehearse(services: Services): number {
  const { db, client, memory, now, settings } = services
  prepareRenames(services)
  let requests = 0
  const ask = () => {
    requests += 1
    return silence()
  }
  const stage: Services = {
    ...services,
    // As if the database were closed, so that nothing is written to the timeline afterwards.
    db: Object.create(db, { $client: { value: { open: false } } }) as Services['db'],
    // Nothing that follows the answers is waited for, as there are none.
    background: () => undefined,
    // The parts of a client that are used on the way.
    client: {
      user: client.user,
      guilds: { cache: new Map() },
      rest: { put: ask, patch: ask, delete: ask, get: ask },
    } as unknown as Services['client'],
  }
  enterRogue(stage)
  const { minute } = settings.read(serverId, antinuke).limits.anti_channel
  // With every deleted channel, what may be done in a server is worked out again.
  const real = client.guilds.cache.find(({ available }) => available)
  if (real) powersOf(real)
  try {
    db.transaction(() => {
      for (let place = 0; place < minute; place += 1) takeInEntry(stage, deletionOf(place, now(), String(1000 + place)))
      throw new Undone()
    })
  } catch (error) {
    if (!(error instanceof Undone)) throw error
  } finally {
    memory.forgetGuild(serverId)
  }
  return requests
}

const timerOf = processState((): { next: NodeJS.Timeout | undefined } => ({ next: undefined }))

/** The rounds in this process: code that is compiled is so for every product in it. */
let rounds = 0

/** Rehearses soon and often until the code is fast, and from time to time after that. */
export function startRehearsing(services: Services, isNew = true): void {
  const timer = timerOf(services)
  const work = async () => {
    rehearse(services)
    await rehearseDiscord()
  }
  timer.next = setTimeout(
    () => {
      // A server that is attacked needs the processor.
      if (!isAnyAttacked(services)) {
        work().catch((err: unknown) => {
          services.log.warn({ err, feature: antinuke.name }, 'what stops an attack could not be rehearsed')
        })
        rounds += 1
      }
      startRehearsing(services, false)
    },
    isNew || rounds < first.rounds ? first.everyMs : laterEveryMs,
  ).unref()
}

/** Stops rehearsing at shutdown. */
export const stopRehearsing = (services: Services): void => clearTimeout(timerOf(services).next)
