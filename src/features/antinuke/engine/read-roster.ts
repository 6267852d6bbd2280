import { setTimeout as pause } from 'node:timers/promises'
import { type APIGuildMember, DiscordAPIError, Routes } from 'discord.js'
import { inLane } from '#kernel/discord/lanes.ts'
import { processState, type Services } from '#kernel/feature.ts'
import { isOutage } from '#kit/discord-errors.ts'
import antinuke from '../contract.ts'
import { noteAllMembers } from './membership.ts'
import { noteMember } from './roster.ts'

/** Members in one page, the most that Discord gives. */
const pageSize = 1000

/** Between two servers (ms): when a bot in many of them starts, it has other things to do, too. */
const apartMs = 200

/** Servers whose members are still to be read, one server at a time; not while the bot starts. */
const queueOf = processState(() => ({ waiting: new Set<string>(), running: false, mayRun: false, ended: false }))

async function readMembers(services: Services, guildId: string, ended: () => boolean): Promise<void> {
  let after = '0'
  const ids: bigint[] = []
  const holders = new Map<string, number>()
  while (!ended() && services.client.guilds.cache.has(guildId)) {
    const query = new URLSearchParams({ limit: String(pageSize), after })
    // What Discord's documentation says this route answers.
    const page = (await services.client.rest.get(Routes.guildMembers(guildId), { query })) as APIGuildMember[]
    for (const member of page) {
      noteMember(services, guildId, member)
      ids.push(BigInt(member.user.id))
      for (const role of member.roles) holders.set(role, (holders.get(role) ?? 0) + 1)
    }
    const last = page.at(-1)?.user.id
    if (page.length < pageSize || last === undefined) {
      noteAllMembers(services, guildId, BigUint64Array.from(ids).sort(), holders)
      return
    }
    after = last
  }
}

async function readAll(services: Services): Promise<void> {
  const queue = queueOf(services)
  for (const guildId of queue.waiting) {
    queue.waiting.delete(guildId)
    if (queue.ended || !services.settings.read(guildId, antinuke).enabled) continue
    try {
      await readMembers(services, guildId, () => queue.ended)
    } catch (err) {
      const expected = isOutage(err) || err instanceof DiscordAPIError
      services.log[expected ? 'info' : 'error']({ err, guildId, feature: antinuke.name }, 'the members were not read')
    }
    if (queue.waiting.size > 0) await pause(apartMs, undefined, { ref: false })
  }
}

/**
 * Finds those who can do harm among the members of a server, in the background and after everything else: until they are
 * found, whoever acts is looked up.
 */
export function readRoster(services: Services, guildId: string): void {
  queueOf(services).waiting.add(guildId)
  work(services)
}

/** From now on there is time for it: the bot has started. */
export function startReading(services: Services): void {
  queueOf(services).mayRun = true
  work(services)
}

function work(services: Services): void {
  const queue = queueOf(services)
  if (queue.running || queue.ended || !queue.mayRun || queue.waiting.size === 0) return
  queue.running = true
  void inLane('bulk', async () => {
    while (queue.waiting.size > 0 && !queue.ended) await readAll(services)
    queue.running = false
  })
}

/** Ends reading at shutdown. */
export function stopReading(services: Services): void {
  queueOf(services).ended = true
}
