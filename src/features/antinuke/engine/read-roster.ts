import { setTimeout as pause } from 'node:timers/promises'
import { type APIGuildMember, DiscordAPIError, Routes } from 'discord.js'
import { inLane } from '#kernel/discord/lanes.ts'
import { processState, type Services } from '#kernel/feature.ts'
import { isOutage } from '#kit/discord-errors.ts'
import antinuke from '../contract.ts'
import { prepareLedger } from './ledger.ts'
import { noteAllMembers } from './membership.ts'
import { noteMember } from './roster.ts'

/** The most members that Discord gives in one page. */
const pageSize = 1000

/** The pause between two servers (ms): when a bot that is in many of them starts, it has other things to do, too. */
const apartMs = 200

/** The delays before reading a server again that could not be read (ms); the last one is repeated. */
const againAfterMs = [2000, 5000, 15_000, 60_000, 300_000]

/** How far reading a server has come. */
interface Progress {
  after: string
  ids: bigint[]
  /** How many hold each role. */
  holders: Map<string, number>
  /** Unix ms. */
  begunAt: number
  failures: number
}

/**
 * Servers whose members are still to be read: a page of each in turn, so that none waits for a large one. It does not
 * begin while the bot starts.
 */
const queueOf = processState(() => ({
  waiting: new Map<string, Progress>(),
  running: false,
  mayRun: false,
  ended: false,
}))

const fromStart = ({ now }: Pick<Services, 'now'>, failures = 0): Progress => ({
  after: '0',
  ids: [],
  holders: new Map(),
  begunAt: now(),
  failures,
})

/** Reads the next page. @returns the progress after it; undefined once all members were read */
async function readPage(services: Services, guildId: string, progress: Progress): Promise<Progress | undefined> {
  const { after, ids, holders, begunAt } = progress
  const query = new URLSearchParams({ limit: String(pageSize), after })
  // Discord's documentation says that this route answers with these.
  const page = (await services.client.rest.get(Routes.guildMembers(guildId), { query })) as APIGuildMember[]
  for (const member of page) {
    noteMember(services, guildId, member, 'read')
    ids.push(BigInt(member.user.id))
    for (const role of member.roles) holders.set(role, (holders.get(role) ?? 0) + 1)
  }
  const last = page.at(-1)?.user.id
  if (page.length === pageSize && last !== undefined) return { ...progress, after: last, failures: 0 }
  prepareLedger(services, guildId)
  noteAllMembers(services, guildId, BigUint64Array.from(ids).sort(), { holders, begunAt })
  return undefined
}

/** Reads a server again later, after an outage. */
function readLater(services: Services, guildId: string, failures: number): void {
  const ms = againAfterMs[Math.min(failures, againAfterMs.length - 1)]
  setTimeout(() => add(services, guildId, fromStart(services, failures + 1)), ms).unref()
}

async function readNext(services: Services, guildId: string, progress: Progress): Promise<void> {
  const queue = queueOf(services)
  const { client, settings, log } = services
  if (!client.guilds.cache.has(guildId) || !settings.read(guildId, antinuke).enabled) return
  try {
    const further = await readPage(services, guildId, progress)
    // If it was asked for again in the meantime, it is read from the start.
    if (further && !queue.waiting.has(guildId)) queue.waiting.set(guildId, further)
  } catch (err) {
    const isDown = isOutage(err)
    if (isDown) readLater(services, guildId, progress.failures)
    const expected = isDown || err instanceof DiscordAPIError
    log[expected ? 'info' : 'error']({ err, guildId, feature: antinuke.name }, 'the members were not read')
  }
}

/**
 * Finds the members of a server who can do harm, in the background and after everything else. Until they are found,
 * anybody who acts is looked up.
 */
export function readRoster(services: Services, guildId: string): void {
  add(services, guildId, fromStart(services))
}

function add(services: Services, guildId: string, progress: Progress): void {
  const { waiting } = queueOf(services)
  waiting.delete(guildId)
  waiting.set(guildId, progress)
  work(services)
}

/** Begins to read, once the bot has started. */
export function startReading(services: Services): void {
  queueOf(services).mayRun = true
  work(services)
}

function work(services: Services): void {
  const queue = queueOf(services)
  if (queue.running || queue.ended || !queue.mayRun || queue.waiting.size === 0) return
  queue.running = true
  void inLane('bulk', async () => {
    for (;;) {
      const [next] = queue.waiting
      if (!next || queue.ended) break
      queue.waiting.delete(next[0])
      await readNext(services, ...next)
      if (queue.waiting.size > 0) await pause(apartMs, undefined, { ref: false })
    }
    queue.running = false
  })
}

/** Stops reading at shutdown. */
export function stopReading(services: Services): void {
  queueOf(services).ended = true
}
