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
import { cut, longest } from '#kit/template.ts'
import type { Action } from '../design/contract.ts'
import { runs } from '../table.ts'
import { nonceOf } from './nonce.ts'
import { done, failed, hasLeft, moot, type ActionOutcome } from './outcome.ts'
import { isGone, type Scene } from './run-context.ts'

/** How long Discord recognises a nonce is "a few minutes". Older than this, it is looked for instead. */
const nonceMs = 2 * 60_000
/** Our clock and Discord's may differ by this much. */
const slackMs = 60_000

/** Who takes no direct messages, or shares no server with the bot any more. */
const closedCodes = new Set<unknown>([RESTJSONErrorCodes.CannotSendMessagesToThisUser, 50_278])

/** A place that takes messages, and shows those that stand there. */
type Place = Extract<TextBasedChannel, { send: unknown }>

const comparedText = (message: { content?: string | null; embeds?: readonly { url?: string | null }[] }) =>
  JSON.stringify([message.content ?? '', message.embeds?.[0]?.url ?? ''])

/** Whether it stands there already: sending was cut off too long ago for Discord to know the nonce. */
async function stands(place: Place, wanted: string, from: number): Promise<boolean> {
  const after = SnowflakeUtil.generate({ timestamp: from - slackMs }).toString()
  const found = await place.messages.fetch({ after, limit: 100, cache: false })
  return found.some(
    ({ author, content, embeds }) => author.id === place.client.user.id && comparedText({ content, embeds }) === wanted,
  )
}

/** The text of an action, filled once: what is sent again after a crash is the same, whatever has changed meanwhile. */
async function textOf({ services, run, fill }: Scene, { text }: Action): Promise<string> {
  if (run.pending !== null) return run.pending
  const filled = cut(await fill(text), longest.content)
  services.db.update(runs).set({ pending: filled }).where(eq(runs.id, run.id)).run()
  return filled
}

/** Sends a message for the step that is under way, once: sent again after a crash, Discord or we know it. */
export async function sendOnce(
  { services, run }: Scene,
  place: Place,
  message: MessageCreateOptions & { embeds?: readonly { url?: string | null }[] },
  /** When this step was begun by an earlier process; null where it is begun now. */
  begunBefore: number | null,
): Promise<void> {
  const isOld = begunBefore !== null && since(begunBefore, services.now()) > nonceMs
  if (
    isOld &&
    (await stands(place, comparedText({ content: message.content ?? '', embeds: message.embeds ?? [] }), begunBefore))
  )
    return
  await place.send({ ...message, nonce: nonceOf(run), enforceNonce: true })
}

/** Nobody but whom it is about is ever pinged, and they only where the text names them. */
const mentions = ({ run }: Scene) => ({ parse: [], users: [run.userId], repliedUser: false })

export async function sendTo(scene: Scene, action: Action, begunBefore: number | null): Promise<ActionOutcome> {
  const channel = scene.guild.channels.cache.get(action.channel_id ?? '')
  if (!channel?.isTextBased()) return failed('Its channel was deleted.')
  if (isHidden(channel)) return failed(cannotSee)
  if (!mayWrite(channel)) return failed('I may not write in its channel: I need Send Messages there.')
  const content = await textOf(scene, action)
  if (content.trim() === '') return moot('There was nothing left to send.')
  await sendOnce(scene, channel, { content, allowedMentions: mentions(scene) }, begunBefore)
  return done
}

export async function replyTo(scene: Scene, action: Action, begunBefore: number | null): Promise<ActionOutcome> {
  const channel = scene.channel()
  if (!channel || scene.run.messageId === null) return moot('The message is gone.')
  if (!mayWrite(channel, ['ReadMessageHistory']))
    return failed(`I may not reply in <#${channel.id}>: I need Send Messages and Read Message History there.`)
  const content = await textOf(scene, action)
  if (content.trim() === '') return moot('There was nothing left to send.')
  const reply = { messageReference: scene.run.messageId, failIfNotExists: false }
  await sendOnce(scene, channel, { content, reply, allowedMentions: mentions(scene) }, begunBefore)
  return done
}

export async function writeTo(scene: Scene, action: Action, begunBefore: number | null): Promise<ActionOutcome> {
  const member = await scene.member()
  if (!member) return moot(hasLeft)
  if (member.user.bot) return moot('Bots take no direct messages.')
  const content = await textOf(scene, action)
  if (content.trim() === '') return moot('There was nothing left to send.')
  try {
    const place = await member.createDM()
    await sendOnce(scene, place, { content, allowedMentions: { parse: [] } }, begunBefore)
    return done
  } catch (error) {
    if (error instanceof DiscordAPIError && closedCodes.has(error.code))
      return moot('The member takes no direct messages.')
    if (isGone(error)) return moot('The member is gone.')
    throw error
  }
}
