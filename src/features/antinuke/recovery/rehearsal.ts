import { setTimeout as rest } from 'node:timers/promises'
import { type Guild, PermissionFlagsBits as P, SnowflakeUtil } from 'discord.js'
import { inLane } from '#kernel/discord/lanes.ts'
import { createMemory, processState, type Services } from '#kernel/feature.ts'
import { scratchOf } from '#kernel/storage/scratch.ts'
import { afterRequests } from '#kit/after-requests.ts'
import { yieldToEventLoop } from '#kit/event-loop.ts'
import antinuke from '../contract.ts'
import { judgeEntry } from '../engine/intake.ts'
import { deletionOf, enterRogue, nobody, silence } from '../engine/rehearsal.ts'
import { settleSanction, sanctionsOf } from '../engine/punish/sanctions.ts'
import { noteConfirmation } from '../engine/stopped-people.ts'
import { openIncidents } from '../incidents/incidents.ts'
import { putNote } from '../journal/notes.ts'
import type { ObjectKind } from '../journal/objects.ts'
import { packets as journal } from '../journal/packets.ts'
import { isAnyAttacked } from '../journal/read-soon.ts'
import { untilWorkDone } from '../journal/pending-work.ts'
import { recordObject } from '../journal/record.ts'
import { sources } from '../journal/write-state.ts'
import { recoverIncident } from './after-attack.ts'
import { idMap } from './id-map.ts'
import { recoverJob } from './recover.ts'

const { serverId, ownerId, rogueId } = nobody
const dayMs = 24 * 3_600_000
/** More than the rehearsal's server has of any kind. */
const mostOfAKind = 100

const idOf = (timestamp: number, place: number): string =>
  String(SnowflakeUtil.generate({ timestamp, increment: BigInt(place) }))

/** One object of every kind that comes back with channels: more of them would run the same code. */
function contents(id: (place: number) => string): (readonly [ObjectKind, string, object])[] {
  const [category = '', rules = '', ...rooms] = Array.from({ length: 8 }, (_, place) => id(place))
  const [own, role, hook, rule] = [serverId, id(20), id(21), id(22)]
  const overwrites = [{ id: role, type: 0, allow: String(P.ViewChannel), deny: '0' }]
  const channel = (own: string, type: number, more: object) =>
    [
      'channel',
      own,
      { id: own, type, name: `room-${own}`, position: 1, permission_overwrites: overwrites, ...more },
    ] as const
  return [
    ['guild', own, { id: own, name: 'Nowhere', owner_id: ownerId, features: [], system_channel_id: rules }],
    ['role', own, { id: own, name: '@everyone', position: 0, permissions: String(P.Administrator) }],
    ['role', role, { id: role, name: 'Staff', position: 1, permissions: '0' }],
    channel(category, 4, {}),
    channel(rules, 0, { parent_id: null, topic: 'Be kind.' }),
    ...rooms.map(room => channel(room, 0, { parent_id: category })),
    ['webhook', hook, { id: hook, type: 1, name: 'News', channel_id: rooms[0], application_id: null }],
    ['rule', rule, { id: rule, name: 'Words', event_type: 1, trigger_type: 1, exempt_channels: [rules] }],
  ]
}

/** The parts of a server that a recovery uses. */
const guildOf = (client: Services['client']): Guild =>
  ({
    id: serverId,
    ownerId,
    available: true,
    client,
    channels: { cache: new Map() },
    roles: { cache: new Map() },
    members: { me: { roles: { cache: new Map() } } },
  }) as unknown as Guild

/** The services with which a recovery is rehearsed. */
type Stage = Services & { end(): void }

/** Builds services with an in-memory database of their own and a client that reaches nobody. */
async function buildStage(services: Services): Promise<Stage> {
  const db = await scratchOf(services.db)
  const cache = new Map<string, Guild>()
  const answer = () => Promise.resolve({})
  let made = 0
  const stage: Stage = {
    ...services,
    db,
    memory: createMemory(),
    // Nothing that follows is waited for, published to pages, or done later.
    background: running => void running.catch(() => undefined),
    live: { ...services.live, publish: () => undefined },
    scheduler: { ...services.scheduler, at: () => 0, cancel: () => false, waits: () => false },
    // The parts of a client that are used on the way.
    client: {
      user: services.client.user,
      guilds: { cache },
      rest: {
        put: silence,
        get: answer,
        patch: answer,
        delete: answer,
        post: () => Promise.resolve({ id: idOf(services.now(), mostOfAKind + (made += 1)) }),
      },
    } as unknown as Services['client'],
    end: () => db.$client.close(),
  }
  cache.set(serverId, guildOf(stage.client))
  return stage
}

/** Plays the deletions, what they lead to, and everything that comes back. @returns how many objects were recreated */
async function play(stage: Stage): Promise<number> {
  const { db, now } = stage
  const things = contents(place => idOf(now() - dayMs, place))
  db.transaction(() => {
    for (const [kind, id, raw] of things) recordObject(stage, serverId, { kind, id }, raw, sources.firstRead)
    for (const part of ['structure', 'webhooks', 'rules'] as const) putNote(stage, serverId, part)
  })
  enterRogue(stage)
  for (const [place, [kind, id, raw]] of things.entries()) {
    if (kind !== 'channel') continue
    // As Discord sends it, as far as the journal reads it.
    journal.CHANNEL_DELETE?.(stage, serverId, raw as never)
    judgeEntry(stage, serverId, deletionOf(place, now(), id))
    await untilWorkDone(stage, serverId)
  }
  // By then, actions that came too late to be judged have been noted: nothing more follows from them.
  await new Promise<void>(resolve => void afterRequests(resolve))
  const [incident] = openIncidents(stage, serverId)
  if (!incident) throw new Error('nobody was stopped')
  for (const one of sanctionsOf(stage, incident)) settleSanction(stage, one, { state: 'done', done: 'ban' })
  noteConfirmation(stage, serverId, rogueId, 'left')
  const begun = recoverIncident(stage, incident)
  if (!begun) throw new Error('nothing was put back')
  // Reading the server again afterwards finds nothing.
  await inLane('repair', () => recoverJob.run(stage, begun, { attempt: 1, guildId: serverId }))
  return idMap(stage, serverId, begun.recoveryId).remade.size
}

/**
 * Attacks a server that does not exist and puts it back, so that the first real recovery finds its code compiled, from
 * the dispatches about what was lost to the last channel getting its new id. Nothing is asked of Discord, and nothing
 * is stored.
 * @param rounds how often
 * @param pause waits between the rounds
 * @returns how many objects were recreated in each round; fewer rounds where a real server is attacked, which needs the
 * processor
 */
export async function rehearseRecovery(
  services: Services,
  rounds = 1,
  pause: () => Promise<unknown> = yieldToEventLoop,
): Promise<number[]> {
  const stage = await buildStage(services)
  const { $client } = stage.db
  const made: number[] = []
  try {
    while (made.length < rounds && services.db.$client.open && !isAnyAttacked(services)) {
      $client.exec('BEGIN')
      made.push(await play(stage))
      $client.exec('ROLLBACK')
      stage.memory.forgetGuild(serverId)
      await pause()
    }
  } finally {
    stage.end()
  }
  return made
}

/**
 * This many rounds until the process has the machine code; after that, from time to time, as unused code is forgotten.
 */
const first = { rounds: 12, everyMs: 200 }
const laterEveryMs = 60_000

const timerOf = processState((): { next: NodeJS.Timeout | undefined; isOver: boolean } => ({
  next: undefined,
  isOver: false,
}))

/** Whether the code is compiled, which it is for every product in this process. */
let isCompiled = false

/**
 * Rehearses soon, a few times, and from time to time after that.
 * @param afterMs the time until the first round: what could not be rehearsed is not tried over and over
 */
export function startRehearsingRecovery(services: Services, afterMs = isCompiled ? laterEveryMs : first.everyMs): void {
  const timer = timerOf(services)
  if (timer.isOver) return
  const rehearse = async () => {
    try {
      const rounds = isCompiled ? 1 : first.rounds
      const made = await rehearseRecovery(services, rounds, () => rest(first.everyMs, undefined, { ref: false }))
      isCompiled ||= made.length === rounds
    } catch (err) {
      if (!timer.isOver)
        services.log.warn({ err, feature: antinuke.name }, 'putting a server back could not be rehearsed')
    }
    startRehearsingRecovery(services, laterEveryMs)
  }
  timer.next = setTimeout(() => void rehearse(), afterMs).unref()
}

/** Stops rehearsing at shutdown. */
export function stopRehearsingRecovery(services: Services): void {
  const timer = timerOf(services)
  timer.isOver = true
  clearTimeout(timer.next)
}
