import { DiscordAPIError, type DMChannel, type Guild, RESTJSONErrorCodes, SnowflakeUtil, type User } from 'discord.js'
import { isRefusal } from '#kit/discord-errors.ts'
import { UserError } from '#kit/errors.ts'
import { nonceOptions } from '#kit/nonce.ts'
import {
  factsFrom,
  type MemberSnapshot,
  memberSnapshot,
  takeSnapshot,
  templateFacts,
} from '#features/greetings/public.ts'
import { since } from '#kit/clock.ts'
import { job, type Services, state } from '#kernel/feature.ts'
import joindms, { asGreeting } from './contract.ts'
import { noteOutcome, pauseEverywhere, pauseOf } from './pause.ts'
import { begin, deliverSoon, delivery, end, mayAt, next, requeue } from './queue.ts'
import type { QueuedDm } from './table.ts'
import { composeJoinDm } from './template.ts'

/** The messages per run; other jobs share the scheduler. */
const perRun = 5
/**
 * Discord recognizes a repeated nonce for "a few minutes". After this time, we search the channel for the message
 * instead.
 */
const nonceMs = 2 * 60_000
/** Members who joined longer ago than this get no message any more. */
const staleMs = 24 * 3_600_000
/** The most that our clock and Discord's may differ (ms). */
const slackMs = 60_000

/** The member accepts no direct messages, or shares no server with the bot any more. */
const closedCodes = new Set<unknown>([RESTJSONErrorCodes.CannotSendMessagesToThisUser, 50_278])
/** Too many conversations were opened, or the bot was flagged: continuing would make it worse. */
const tooFastCodes = new Set<unknown>([RESTJSONErrorCodes.OpeningDirectMessagesTooFast, 20_026])

/** At most 25 characters; the time distinguishes it from ids of an earlier database. */
const nonceOf = ({ id, joinedAt }: QueuedDm) => `joindm-${id}-${joinedAt.toString(36)}`

async function messageFor(services: Services, guild: Guild, userId: string, person: MemberSnapshot) {
  const own = services.settings.read(guild.id, joindms)
  const { server, inviter } = await templateFacts(services, guild, asGreeting(own), userId, person.members)
  const { content, embeds } = composeJoinDm(own, factsFrom(userId, person), server, inviter)
  return { content, embeds, allowedMentions: { parse: [] } }
}

/** Whether the message is already there: the sending was cut off too long ago for Discord to recognize its nonce. */
async function isThere(channel: DMChannel, content: string, from: number): Promise<boolean> {
  const after = SnowflakeUtil.generate({ timestamp: from - slackMs }).toString()
  const found = await channel.messages.fetch({ after, limit: 50, cache: false })
  return found.some(message => message.author.id === channel.client.user.id && message.content === content)
}

/** @throws if Discord does not answer; the message then stays in the queue */
async function deliverOne(services: Services, guild: Guild, row: QueuedDm): Promise<void> {
  const { client, log, now, settings } = services
  const person = memberSnapshot.safeParse(row.person).data
  if (!settings.read(guild.id, joindms).enabled || !person) return end(services, row, 'skipped')
  // Compared with Discord's clock, which may be ahead of ours.
  if (now() - row.joinedAt > staleMs) return end(services, row, 'gaveUp')
  const message = await messageFor(services, guild, row.userId, person)
  const isOld = row.state === 'sending' && since(row.changedAt, now()) > nonceMs
  if (!isOld && !begin(services, row.id)) return
  try {
    const channel = await client.users.createDM(row.userId)
    if (isOld) {
      if (await isThere(channel, message.content, row.changedAt)) return end(services, row, 'sent')
      if (!begin(services, row.id)) return
    }
    // If it is sent again after a crash, Discord recognizes the nonce and does not show it twice.
    await channel.send({ ...message, nonce: nonceOf(row), enforceNonce: true })
    end(services, row, 'sent')
    noteOutcome(services, guild.id, false)
  } catch (err) {
    if (!isRefusal(err)) {
      requeue(services, row.id)
      throw err
    }
    if (tooFastCodes.has(err.code)) {
      requeue(services, row.id)
      pauseEverywhere(services)
      log.warn({ err, guildId: guild.id, feature: joindms.name }, 'discord found that too many were written to')
      return
    }
    const isClosed = closedCodes.has(err.code)
    if (!isClosed) log.warn({ err, guildId: guild.id, feature: joindms.name }, 'discord refused a join dm')
    end(services, row, isClosed ? 'closed' : 'gaveUp')
    noteOutcome(services, guild.id, isClosed)
  }
}

/** Sends a server's waiting messages, in order and within its budget. */
export const deliver = job({
  handle: delivery,
  promise: () => 'write to everybody who joined',
  async run(services, { guildId }) {
    const guild = services.client.guilds.cache.get(guildId)
    if (!guild) return
    if (!guild.available) {
      deliverSoon(services, guildId, services.now() + 60_000)
      return
    }
    for (let sent = 0; sent < perRun; sent += 1) {
      const row = next(services.db, guildId)
      if (!row) return
      const at = Math.max(pauseOf(services, guildId)?.until ?? 0, mayAt(services, guildId))
      if (at > services.now()) {
        deliverSoon(services, guildId, at)
        return
      }
      await deliverOne(services, guild, row)
    }
    deliverSoon(services, guildId)
  },
})

/** When each member got their last test message, and the key of that request. */
const testsOf = state(() => new Map<string, { at: number; key: string | undefined }>())
const testMs = 10_000

/**
 * Sends the saved message to the member who asks for it.
 * @param key the key of the button press
 * @throws UserError if they accept no direct messages, or have just received one
 */
export async function sendTest(services: Services, guild: Guild, user: User, key: string | undefined): Promise<string> {
  const tests = testsOf(services, guild.id)
  const last = tests.get(user.id)
  const isAgain = key !== undefined && last?.key === key
  if (last && !isAgain && since(last.at, services.now()) < testMs)
    throw new UserError('joindms.again', 'You have just received one. Wait ten seconds.', 429)
  tests.set(user.id, { at: services.now(), key })
  const member = await guild.members.fetch(user.id)
  const message = await messageFor(services, guild, user.id, takeSnapshot(member))
  try {
    await user.send({ ...message, ...nonceOptions(key, services.settings.read(guild.id, joindms)) })
  } catch (error) {
    if (!(error instanceof DiscordAPIError) || !closedCodes.has(error.code)) throw error
    throw new UserError(
      'joindms.closed',
      'Discord does not let me write to you. Allow direct messages in the privacy settings of this server.',
      409,
    )
  }
  return 'Sent to your direct messages.'
}
