import {
  type APIEmbed,
  DiscordAPIError,
  type GuildTextBasedChannel,
  HTTPError,
  type MessageCreateOptions,
  RateLimitError,
  type RawFile,
  RESTJSONErrorCodes as Code,
  Routes,
} from 'discord.js'
import { explain, isFinal, refusal } from '#kit/discord-errors.ts'
import { UserError } from '#kit/errors.ts'
import { colours } from '#kit/notices.ts'
import { formatCount } from '#kit/numbers.ts'
import { mayWrite } from '#kit/permissions.ts'
import { inert } from '#kit/template.ts'
import { guildContext } from '#kernel/context.ts'
import { onOwnInitiative } from '#kernel/discord/initiator.ts'
import { job } from '#kernel/feature.ts'
import { tellUnkept } from '#kernel/notify-unkept.ts'
import tickets from '../contract.ts'
import type { TicketContext } from '../life/duties.ts'
import { ticketOf } from '../life/rows.ts'
import type { Audience } from '../record/recorded-message.ts'
import { shownNumber } from '../opening/name.ts'
import { addressOf, drawTranscript, fileNameOf, messagesFor } from './transcript-pages.ts'
import { deliverHandle } from './make.ts'
import { webhookOf } from './webhook.ts'
import {
  deliveriesOf,
  type TranscriptDelivery,
  lastRoundOf,
  noteDelivery,
  type Transcript,
  transcriptOf,
  undeliveredOf,
} from './rows.ts'

/** The file size that Discord accepts from everybody (bytes); a larger transcript is only linked. */
const largestFile = 8_000_000

/** The reason why something was not sent and will not be tried again. */
const notSent = (sentence: string) => new UserError('tickets.not-sent', sentence, 409)

async function fileOf(ctx: TicketContext, transcript: Transcript, audience: Audience): Promise<RawFile | undefined> {
  const { transcriptFormat } = ctx.own
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of drawTranscript(ctx, transcript, transcriptFormat, { viewer: undefined, audience })) {
    const piece = Buffer.from(part)
    bytes += piece.byteLength
    if (bytes > largestFile) return undefined
    parts.push(piece)
  }
  return { name: fileNameOf(transcript, transcriptFormat), data: Buffer.concat(parts) }
}

function embedOf(
  ctx: TicketContext,
  transcript: Transcript,
  { address, audience, problems }: { address: string; audience: Audience; problems: readonly string[] },
): APIEmbed {
  const ticket = ticketOf(ctx, ctx.guild.id, transcript.ticketId)
  const lines = [
    `Panel: ${inert(transcript.panelTitle)}`,
    transcript.openerId === null ? undefined : `Opened by <@${transcript.openerId}>`,
    ticket?.closedById ? `Closed by <@${ticket.closedById}>` : undefined,
    formatCount(messagesFor(ctx, transcript, audience), 'message'),
    transcript.problem ?? undefined,
    ...problems,
    `[Read it](${address})`,
  ]
  return {
    color: colours.brand,
    title: `Transcript of ticket #${shownNumber(ctx, transcript)}`,
    description: lines.filter(line => line !== undefined).join('\n'),
    timestamp: new Date(transcript.createdAt).toISOString(),
  }
}

const dashboardOf = ({ config }: TicketContext, { guildId, id }: Transcript) =>
  new URL(`/manage/${guildId}/tickets/transcript?id=${id}`, config.http.publicUrl).href

const forTeam = (ctx: TicketContext, transcript: Transcript, problems: readonly string[]) => ({
  address: dashboardOf(ctx, transcript),
  audience: 'team' as const,
  problems,
})

/** Adds a nonce: sent again soon after a crash, the message is not posted twice, and Discord answers with the first. */
const once = ({
  transcriptId,
  to,
  round,
}: TranscriptDelivery): Pick<MessageCreateOptions, 'nonce' | 'enforceNonce' | 'allowedMentions'> => ({
  nonce: `${to[0]}${transcriptId.slice(0, 8)}${round % 1e9}`,
  enforceNonce: true,
  allowedMentions: { parse: [] },
})

async function toWebhook(ctx: TicketContext, transcript: Transcript): Promise<void> {
  // Only these parts of its URL are used: nothing is ever sent anywhere but to Discord.
  const webhook = webhookOf(ctx, ctx.guild.id, ctx.own.webhookUrl)
  if (!webhook) throw notSent('No webhook is set any more.')
  const { id, token, threadId } = webhook
  const file = await fileOf(ctx, transcript, 'team')
  await ctx.client.rest.post(Routes.webhook(id, token), {
    auth: false,
    query: new URLSearchParams({ wait: 'true', ...(threadId !== undefined && { thread_id: threadId }) }),
    body: { embeds: [embedOf(ctx, transcript, forTeam(ctx, transcript, []))], allowed_mentions: { parse: [] } },
    ...(file && { files: [file] }),
  })
}

const openerLeft = 'The opener of the ticket is no longer in this server.'

async function toOpener(ctx: TicketContext, transcript: Transcript, delivery: TranscriptDelivery): Promise<void> {
  const { openerId } = transcript
  const member = openerId === null ? null : await ctx.access.member(ctx.guild, openerId)
  if (!member) throw notSent(openerLeft)
  const file = await fileOf(ctx, transcript, 'opener')
  const address = addressOf(ctx, transcript, 'read')
  const drawn = embedOf(ctx, transcript, { address, audience: 'opener', problems: [] })
  await member.send({
    ...once(delivery),
    embeds: [{ ...drawn, footer: { text: ctx.guild.name } }],
    ...(file && { files: [{ attachment: file.data as Buffer, name: file.name }] }),
  })
}

/** Returns a channel in which transcripts can be posted, or a sentence about why not. */
function writable({ guild }: TicketContext, id: string | null): GuildTextBasedChannel | string {
  const channel = guild.channels.cache.get(id ?? '')
  if (!channel?.isTextBased()) return 'The transcript channel is gone.'
  return mayWrite(channel, ['EmbedLinks', 'AttachFiles']) ? channel : `I cannot post transcripts in <#${channel.id}>.`
}

/** @returns what is wrong with the transcript channel, if that was posted in the ticket log instead */
async function toLog(
  ctx: TicketContext,
  transcript: Transcript,
  delivery: TranscriptDelivery,
): Promise<string | undefined> {
  const { transcriptChannel, logChannel } = ctx.own
  const problems = undeliveredOf(ctx, transcript)
  // Without a transcript channel, only failures are posted in the ticket log.
  if (transcriptChannel === null && problems.length === 0) return undefined
  const post = async (channel: GuildTextBasedChannel, told: readonly string[], isWhole: boolean) => {
    const file = isWhole ? await fileOf(ctx, transcript, 'team') : undefined
    await channel.send({
      ...once(delivery),
      embeds: [embedOf(ctx, transcript, forTeam(ctx, transcript, told))],
      ...(file && { files: [{ attachment: file.data as Buffer, name: file.name }] }),
    })
  }
  const channel = writable(ctx, transcriptChannel ?? logChannel)
  if (typeof channel !== 'string') {
    await post(channel, problems, transcriptChannel !== null)
    return undefined
  }
  const log = transcriptChannel === null ? channel : writable(ctx, logChannel)
  if (typeof log === 'string') throw notSent(channel)
  const problem = `${failed.log} ${channel}`
  await post(log, [...problems, problem], false)
  return problem
}

type Sender = (
  ctx: TicketContext,
  transcript: Transcript,
  delivery: TranscriptDelivery,
) => Promise<string | undefined | void>

const senders: Readonly<Record<TranscriptDelivery['to'], Sender>> = { webhook: toWebhook, opener: toOpener, log: toLog }
const failed: Readonly<Record<TranscriptDelivery['to'], string>> = {
  webhook: 'The webhook did not accept the transcript.',
  opener: 'The transcript could not be sent to the opener of the ticket.',
  log: 'The transcript could not be posted.',
}

function sentenceOf(error: unknown, to: TranscriptDelivery['to']): string | undefined {
  if (!isFinal(error)) return undefined
  if (error instanceof UserError) return `${failed[to]} ${error.message}`
  if (error.code === Code.CannotSendMessagesToThisUser)
    return `${failed[to]} They accept no direct messages from this server.`
  return `${failed[to]} ${explain(error)?.message ?? refusal(error)}`
}

/** Statuses of gateways in front of Discord, after which it is unknown whether the request succeeded. */
const unknownOutcomes: ReadonlySet<number> = new Set([502, 504])

/** Whether Discord certainly did not accept the request: it was not sent, or answered with busy or failed. */
const wasNotTaken = (error: unknown): boolean =>
  (error instanceof HTTPError && !unknownOutcomes.has(error.status)) ||
  error instanceof DiscordAPIError ||
  error instanceof RateLimitError ||
  error instanceof UserError

/** @returns whether the failure of this delivery was posted in the ticket log */
async function send(ctx: TicketContext, transcript: Transcript, delivery: TranscriptDelivery): Promise<boolean> {
  const { to, state } = delivery
  if (state === 'sent' || state === 'not_sent') return to === 'log' && state === 'sent'
  // Discord does not recognize a repeated request to a webhook, so an interrupted one is not repeated.
  if (state === 'sending' && to === 'webhook') {
    const problem = 'I was cut off while sending the transcript to the webhook, so it may be missing there.'
    noteDelivery(ctx, delivery, { state: 'not_sent', problem })
    return false
  }
  noteDelivery(ctx, delivery, { state: 'sending' })
  try {
    const problem = await senders[to](ctx, transcript, delivery)
    noteDelivery(ctx, delivery, problem === undefined ? { state: 'sent' } : { state: 'not_sent', problem })
    return to === 'log'
  } catch (error) {
    const problem = sentenceOf(error, to)
    if (problem === undefined) {
      if (wasNotTaken(error)) noteDelivery(ctx, delivery, { state: 'due' })
      throw error
    }
    noteDelivery(ctx, delivery, { state: 'not_sent', problem })
    ctx.log.warn({ err: error, guildId: ctx.guild.id, transcript: transcript.id, to }, 'a transcript was refused')
    return false
  }
}

/** Notifies the server once about all failed deliveries, except to openers who have left, which nobody can fix. */
function tellUndelivered(ctx: TicketContext, transcript: Transcript): void {
  const problems = undeliveredOf(ctx, transcript).filter(problem => problem !== `${failed.opener} ${openerLeft}`)
  if (problems.length === 0) return
  tellUnkept(ctx, ctx.guild, tickets, {
    promise: `send the transcript of ticket #${shownNumber(ctx, transcript)} everywhere it should go`,
    why: `${problems.join(' ')} [Read it](${dashboardOf(ctx, transcript)}).`,
  })
}

export const deliverTranscript = job({
  handle: deliverHandle,
  lane: 'bulk',
  promise: () => 'send a transcript where this server wants it',
  run: (services, { transcriptId }, { guildId }) =>
    onOwnInitiative(async () => {
      const guild = guildId === null ? undefined : services.client.guilds.cache.get(guildId)
      if (!guild?.available) throw new Error('the server is not available')
      const ctx = guildContext(services, tickets, guild)
      const transcript = transcriptOf(services, guild.id, transcriptId)
      if (!transcript || transcript.expiredAt !== null) return
      const order = ['webhook', 'opener', 'log']
      const due = deliveriesOf(services, transcript).toSorted((a, b) => order.indexOf(a.to) - order.indexOf(b.to))
      const last = lastRoundOf(due)
      let isToldInLog = false
      for (const delivery of due)
        if ((await send(ctx, transcript, delivery)) && delivery.round === last) isToldInLog = true
      if (!isToldInLog) tellUndelivered(ctx, transcript)
    }),
})
