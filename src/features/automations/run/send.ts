import {
  DiscordAPIError,
  type MessageCreateOptions,
  RESTJSONErrorCodes,
  SnowflakeUtil,
  type TextBasedChannel,
} from 'discord.js'
import { eq } from 'drizzle-orm'
import { since } from '#kit/clock.ts'
import { cannotSee, isHidden } from '#kit/hidden-channel.ts'
import { mayWrite } from '#kit/permissions.ts'
import { cut, messageLimits } from '#kit/template.ts'
import type { Action } from '../design/contract.ts'
import { runs } from '../table.ts'
import { nonceOf } from './nonce.ts'
import { done, failed, hasLeft, moot, type ActionOutcome } from './outcome.ts'
import { isGone, type RunContext } from './run-context.ts'

/**
 * Discord recognizes a repeated nonce for "a few minutes". After this time, we search the channel for the message
 * instead.
 */
const nonceMs = 2 * 60_000
/** Our clock and Discord's may differ by this much. */
const slackMs = 60_000

/** The member accepts no direct messages, or shares no server with the bot any more. */
const closedCodes = new Set<unknown>([RESTJSONErrorCodes.CannotSendMessagesToThisUser, 50_278])

/** A channel in which messages can be sent and read. */
type Place = Extract<TextBasedChannel, { send: unknown }>

const comparedText = (message: { content?: string | null; embeds?: readonly { url?: string | null }[] }) =>
  JSON.stringify([message.content ?? '', message.embeds?.[0]?.url ?? ''])

/** Whether the message is already there: the sending was cut off too long ago for Discord to recognize its nonce. */
async function isAlreadySent(place: Place, wanted: string, from: number): Promise<boolean> {
  const after = SnowflakeUtil.generate({ timestamp: from - slackMs }).toString()
  const found = await place.messages.fetch({ after, limit: 100, cache: false })
  return found.some(
    ({ author, content, embeds }) => author.id === place.client.user.id && comparedText({ content, embeds }) === wanted,
  )
}

/**
 * The filled text of an action, stored once, so that a repeat after a crash sends the same text even if facts have
 * changed.
 */
async function textOf({ services, run, fill }: RunContext, { text }: Action): Promise<string> {
  if (run.pending !== null) return run.pending
  const filled = cut(await fill(text), messageLimits.content)
  services.db.update(runs).set({ pending: filled }).where(eq(runs.id, run.id)).run()
  return filled
}

/** Sends the message of the current step once: on a repeat after a crash, Discord or we recognize it. */
export async function sendOnce(
  { services, run }: RunContext,
  place: Place,
  message: MessageCreateOptions & { embeds?: readonly { url?: string | null }[] },
  /** When an earlier process began this step; null if it begins now. */
  begunBefore: number | null,
): Promise<void> {
  const isOld = begunBefore !== null && since(begunBefore, services.now()) > nonceMs
  if (
    isOld &&
    (await isAlreadySent(
      place,
      comparedText({ content: message.content ?? '', embeds: message.embeds ?? [] }),
      begunBefore,
    ))
  )
    return
  await place.send({ ...message, nonce: nonceOf(run), enforceNonce: true })
}

/** Only the member that the run is about can be pinged, and only if the text mentions them. */
const mentions = ({ run }: RunContext) => ({ parse: [], users: [run.userId], repliedUser: false })

export async function sendTo(context: RunContext, action: Action, begunBefore: number | null): Promise<ActionOutcome> {
  const channel = context.guild.channels.cache.get(action.channel_id ?? '')
  if (!channel?.isTextBased()) return failed('Its channel was deleted.')
  if (isHidden(channel)) return failed(cannotSee)
  if (!mayWrite(channel)) return failed('I may not write in its channel: I need Send Messages there.')
  const content = await textOf(context, action)
  if (content.trim() === '') return moot('There was nothing left to send.')
  await sendOnce(context, channel, { content, allowedMentions: mentions(context) }, begunBefore)
  return done
}

export async function replyTo(context: RunContext, action: Action, begunBefore: number | null): Promise<ActionOutcome> {
  const channel = context.channel()
  if (!channel || context.run.messageId === null) return moot('The message is gone.')
  if (!mayWrite(channel, ['ReadMessageHistory']))
    return failed(`I may not reply in <#${channel.id}>: I need Send Messages and Read Message History there.`)
  const content = await textOf(context, action)
  if (content.trim() === '') return moot('There was nothing left to send.')
  const reply = { messageReference: context.run.messageId, failIfNotExists: false }
  await sendOnce(context, channel, { content, reply, allowedMentions: mentions(context) }, begunBefore)
  return done
}

export async function writeTo(context: RunContext, action: Action, begunBefore: number | null): Promise<ActionOutcome> {
  const member = await context.member()
  if (!member) return moot(hasLeft)
  if (member.user.bot) return moot('Bots cannot receive direct messages.')
  const content = await textOf(context, action)
  if (content.trim() === '') return moot('There was nothing left to send.')
  try {
    const place = await member.createDM()
    await sendOnce(context, place, { content, allowedMentions: { parse: [] } }, begunBefore)
    return done
  } catch (error) {
    if (error instanceof DiscordAPIError && closedCodes.has(error.code))
      return moot('The member accepts no direct messages.')
    if (isGone(error)) return moot('The member is gone.')
    throw error
  }
}
