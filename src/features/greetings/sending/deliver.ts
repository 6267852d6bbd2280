import type { Guild } from 'discord.js'
import { job, type Services } from '#kernel/feature.ts'
import { isRefusal } from '#kit/discord-errors.ts'
import greetings, { greetingOf } from '../contract.ts'
import { isAlreadyPosted } from './already-posted.ts'
import { greetingMessage } from './message.ts'
import { memberSnapshot } from './member-snapshot.ts'
import { writableChannel } from './writable-channel.ts'
import { begin, delivery, end, next, requeue } from './queue.ts'
import type { QueuedGreeting } from '../table.ts'

/** The greetings per run: about what a channel accepts in five seconds. After that, other jobs get their turn. */
const perRun = 5

/**
 * Discord recognizes a repeated nonce for "a few minutes". After this time, we search the channel for the greeting
 * instead.
 */
const nonceMs = 2 * 60_000

/** A greeting this old is dropped, for instance after a long outage. */
const staleMs = 24 * 3_600_000

/** At most 25 characters; the timestamp distinguishes it from ids of an earlier database. */
const nonceOf = ({ id, occasion }: QueuedGreeting) => `greet-${id}-${occasion.toString(36)}`

/** Sends one greeting, or skips it. @throws if Discord does not answer; the greeting then stays in the queue */
async function deliverOne(services: Services, guild: Guild, row: QueuedGreeting): Promise<void> {
  const { log, settings, now } = services
  const own = settings.read(guild.id, greetings)
  const greeting = greetingOf(own, row.kind)
  const person = memberSnapshot.safeParse(row.person).data
  const place = writableChannel(guild, greeting.channel)
  const facts = { guildId: guild.id, kind: row.kind, greetingId: row.id }
  const age = now() - row.changedAt
  if (!greeting.enabled || !person || 'problem' in place || age > staleMs) {
    if ('problem' in place) log.info({ ...facts, reason: place.problem }, 'greeting skipped')
    return end(services, row.id, 'skipped')
  }

  const { channel } = place
  const ping = row.kind === 'welcome' && own.welcome_ping
  const message = await greetingMessage(services, {
    guild,
    channel,
    kind: row.kind,
    greeting,
    userId: row.userId,
    person,
    ping,
  })
  if (row.state === 'sending' && age > nonceMs && (await isAlreadyPosted(channel, message, row.changedAt)))
    return end(services, row.id, 'sent')
  if (!begin(services, row.id)) return
  try {
    // If it is sent again after a crash, Discord recognizes the nonce and does not show it twice.
    await channel.send({ ...message, nonce: nonceOf(row), enforceNonce: true })
    end(services, row.id, 'sent')
  } catch (err) {
    if (!isRefusal(err)) {
      requeue(services, row.id)
      throw err
    }
    log.warn({ ...facts, err }, 'greeting refused by discord')
    end(services, row.id, 'skipped')
  }
}

/** Sends a guild's waiting greetings in order, a few per run. The scheduler runs one such job per guild. */
export const deliver = job({
  lane: 'answers',
  handle: delivery,
  promise: () => 'greet everybody who waits for it',
  async run(services, { guildId }) {
    const guild = services.client.guilds.cache.get(guildId)
    if (!guild) return
    const again = (at: number) => services.scheduler.at(delivery, { at, guildId, key: guildId, payload: { guildId } })
    if (!guild.available) {
      again(services.now() + 60_000)
      return
    }
    for (let count = 0; count < perRun; count += 1) {
      const row = next(services.db, guildId)
      if (!row) return
      await deliverOne(services, guild, row)
    }
    again(services.now())
  },
})
