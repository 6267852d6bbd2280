import type { GuildMember } from 'discord.js'
import type { Context } from '#kernel/feature.ts'
import { UserError } from '#kit/errors.ts'
import { componentType, controlsOf } from '#kit/message/components/contract.ts'
import type { MessageDraft } from '#kit/message/contract.ts'
import { type Problem, problemsOf } from '#kit/message/limits/contract.ts'
import { fillMessage, serverValues } from '#kit/message/text/template.ts'
import { commonValues } from '#kit/template.ts'
import { memberFacts, serverFacts } from '#kit/template-facts.ts'
import type embeds from '../contract.ts'
import { withStoredSizes } from '../files/files.ts'
import { type Sender, senderProblems } from '../sender/contract.ts'
import { chooseAnswer, pressAnswer } from './answer.ts'
import { placeProblems } from './target-channel.ts'

type Ctx = Context<typeof embeds> & { member: GuildMember }

/** With its placeholders filled, as it is sent. */
export const filled = ({ guild, member }: Pick<Ctx, 'guild' | 'member'>, message: MessageDraft): MessageDraft =>
  fillMessage(message, serverValues(commonValues(memberFacts(member), serverFacts(guild))))

/** Every reason why a message cannot be sent there now: those that the page shows, and the server refuses it for. */
export function allProblems(
  ctx: Ctx,
  channelId: string | null,
  { sender, message }: { sender: Sender; message: MessageDraft },
): Problem[] {
  const attachments = withStoredSizes(ctx, message.attachments)
  return [
    ...placeProblems(ctx, channelId, { sender, message }),
    ...senderProblems(sender),
    ...problemsOf(filled(ctx, { ...message, attachments })),
  ]
}

/** @throws UserError with each reason by its place in the message */
export function demandNone(problems: readonly Problem[]): void {
  const [first, ...more] = problems
  if (!first) return
  const others =
    more.length === 0 ? '' : ` There ${more.length === 1 ? 'is one more problem' : `are ${more.length} more problems`}.`
  const fields = Object.fromEntries(problems.map(({ path, place, sentence }) => [path, `${place}: ${sentence}`]))
  throw new UserError('embeds.cannot-send', `${first.place}: ${first.sentence}${others}`, 400, fields)
}

/** The custom ids of a message's controls. */
export function controlIds(postId: string, { kind, components, layout }: MessageDraft): (at: number) => string {
  const controls = controlsOf(kind === 'components' ? layout : components)
  return at =>
    controls[at]?.type === componentType.select ? chooseAnswer.id({ postId, at }) : pressAnswer.id({ postId, at })
}
