import { DiscordAPIError, RESTJSONErrorCodes } from 'discord.js'
import type { Context, ServerCall } from '#kernel/feature.ts'
import { isRefusal } from '#kit/discord-errors.ts'
import { UserError } from '#kit/errors.ts'
import type { MessageDraft } from '#kit/message/contract.ts'
import { messageAsJson } from '#kit/message/json/writing/contract.ts'
import { problemsOf } from '#kit/message/limits/contract.ts'
import { safeEcho } from '#kit/template.ts'
import type customcommands from '../contract.ts'
import { type CommandDesign, usageOf } from '../design/contract.ts'
import { commandNamed, countUse, type StoredCommand } from '../rows.ts'
import { demandAllowed } from './allowed.ts'
import { factsOf } from './facts.ts'
import { pingsOf } from './pings.ts'
import { changeRoles } from './roles.ts'
import { filledAnswer, withOrigin } from './template.ts'
import { beginCooldowns, isAnswerLeft, spendAnswer, spendDirectMessage, spendRefusal } from './usage-limits.ts'
import { missingWords, wordsIn } from './words.ts'

type Ctx = Context<typeof customcommands>
type Content = Exclude<Parameters<ServerCall['post']>[0], string>

/** @throws UserError with the usage if a required word is missing */
function readWords(design: CommandDesign, command: string, typed: string): (string | undefined)[] {
  const words = wordsIn(typed, design.arguments)
  const [missing] = missingWords(words, design.arguments)
  if (missing === undefined) return words
  throw new UserError('customcommands.usage', `Missing: ${missing}. Type \`${command} ${usageOf(design)}\`.`)
}

const oneOf = (answers: readonly MessageDraft[]): MessageDraft | undefined =>
  answers[Math.floor(Math.random() * answers.length)]

/** @throws UserError if nothing is left of the answer, or it is longer than Discord accepts */
function demandFits(draft: MessageDraft, command: string): void {
  const [problem] = problemsOf(draft)
  if (!problem) return
  const isEmpty = draft.content.trim() === '' && draft.embeds.length === 0
  throw new UserError(
    'customcommands.unfit',
    isEmpty
      ? `\`${command}\` has no answer to that. Type something after it.`
      : `With what you typed, the answer to \`${command}\` is longer than Discord allows. Type less.`,
  )
}

/** @throws UserError if the member accepts no direct messages */
async function writeTo({ member }: ServerCall, content: Content): Promise<void> {
  try {
    await member.send(content)
  } catch (error) {
    if (!(error instanceof DiscordAPIError) || error.code !== RESTJSONErrorCodes.CannotSendMessagesToThisUser)
      throw error
    throw new UserError(
      'customcommands.closed',
      'I cannot write to you: your direct messages are closed. Allow them for this server, and try again.',
    )
  }
}

async function send(ctx: Ctx, { sends, deletes_call: isDeleted }: CommandDesign, call: ServerCall, content: Content) {
  if (sends === 'dm') {
    spendDirectMessage(ctx)
    await writeTo(call, content)
    return
  }
  // A reply to a message that is about to be deleted would look lost.
  if (sends === 'reply' && !isDeleted) await call.reply(content)
  else await call.post(content)
}

/** Deletes the message that called the command, if we may; the doctor reports if we may not. */
async function deleteCall({ log, guild }: Ctx, { message }: ServerCall): Promise<void> {
  if (!message.deletable) return
  try {
    await message.delete()
  } catch (err) {
    if (!isRefusal(err)) throw err
    log.debug({ err, guildId: guild.id }, 'the message that called a custom command was not deleted')
  }
}

interface Admitted {
  /** The words typed after the name. */
  words: (string | undefined)[]
  /** Cancels the cooldowns that have begun. */
  takeBack(): void
}

/** The cheap checks, made before anything is filled in. @throws UserError if the caller gets no answer */
function admit(ctx: Ctx, command: StoredCommand, call: ServerCall): Admitted {
  const { design } = command
  const { member, channel, prefix } = call
  demandAllowed(design, call, `${prefix}${safeEcho(command.name)}`)
  const words = readWords(design, `${prefix}${design.name}`, call.rest.trim())
  return { words, takeBack: beginCooldowns(ctx, command, { userId: member.id, channelId: channel.id }) }
}

async function perform(ctx: Ctx, command: StoredCommand, call: ServerCall, words: Admitted['words']): Promise<void> {
  const { design } = command
  const { member, channel, prefix } = call
  const shown = `${prefix}${design.name}`
  const typed = call.rest.trim()
  const answer = oneOf(design.answers)
  if (!answer) return
  const facts = factsOf(member, channel, {
    command: shown,
    uses: command.uses + 1,
    typed,
    words,
    arguments: design.arguments,
  })
  const filled = filledAnswer(answer, facts)
  demandFits(filled, shown)
  const sent = design.sends === 'dm' ? withOrigin(filled, facts.server) : filled
  await changeRoles(ctx, member, design)
  const { content, embeds } = messageAsJson(sent) as Pick<Content, 'content' | 'embeds'>
  const allowedMentions = await pingsOf(ctx, command, answer, member.id)
  await send(ctx, design, call, { ...(content && { content }), ...(embeds && { embeds }), allowedMentions })
}

/**
 * @returns undefined if the caller gets neither an answer nor a refusal, because too many were refused in this minute
 */
function admitted(ctx: Ctx, command: StoredCommand, call: ServerCall): Admitted | undefined {
  try {
    return admit(ctx, command, call)
  } catch (error) {
    // Refusals do not use up the answers of members who may use the command.
    if (spendRefusal(ctx)) throw error
    return undefined
  }
}

/**
 * Answers a member who typed one of the server's own commands.
 * @returns whether the command was used
 * @throws UserError to show to the member
 */
export async function answerCall(ctx: Ctx, call: ServerCall): Promise<boolean> {
  const command = commandNamed(ctx, ctx.guild.id, call.word)
  if (!command?.design.on || !isAnswerLeft(ctx)) return false
  const found = admitted(ctx, command, call)
  if (!found) return false
  spendAnswer(ctx)
  try {
    await perform(ctx, command, call, found.words)
  } catch (error) {
    // Cooldowns begin only with a successful use.
    found.takeBack()
    throw error
  }
  countUse(ctx, ctx.guild.id, command.id, ctx.now())
  if (command.design.deletes_call) await deleteCall(ctx, call)
  return true
}
