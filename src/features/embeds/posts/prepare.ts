import type { GuildMember } from 'discord.js'
import { offersTo } from '#kernel/commands/button-offers.ts'
import type { Context } from '#kernel/feature.ts'
import { UserError } from '#kit/errors.ts'
import { componentType, controlsOf, linkStyle, walkComponents } from '#kit/message/components/contract.ts'
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

/** The message with its placeholders filled in, ready to send. */
export const filled = ({ guild, member }: Pick<Ctx, 'guild' | 'member'>, message: MessageDraft): MessageDraft =>
  fillMessage(message, serverValues(commonValues(memberFacts(member), serverFacts(guild))))

/** Buttons whose action no longer exists, or may not be offered by this member. */
function actProblems(ctx: Ctx, { kind, components, layout }: MessageDraft): Problem[] {
  const path = kind === 'components' ? 'layout' : 'components'
  const buttons = [...walkComponents(kind === 'components' ? layout : components, path)].flatMap(
    ({ component, path: here }) => (component.type === componentType.button ? [{ button: component, path: here }] : []),
  )
  const set = buttons.filter(({ button }) => button.style !== linkStyle && button.act !== null)
  if (set.length === 0) return []
  const offers = offersTo(ctx, ctx.guild, ctx.member)
  return set.flatMap(({ button: { act }, path: here }) => {
    const choices = offers.find(({ key }) => key === act?.offer)?.choices ?? []
    if (choices.some(({ id }) => id === act?.id)) return []
    const place = `Button ${buttons.findIndex(one => one.path === here) + 1}`
    return [{ path: `${here}.act`, place, sentence: 'What it does is gone, or not yours to offer. Choose again.' }]
  })
}

/** Every reason why a message cannot be sent there now: the page shows them, and the server refuses because of them. */
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
    ...actProblems(ctx, message),
  ]
}

/** @throws UserError with every reason, by its path in the message */
export function demandNone(problems: readonly Problem[]): void {
  const [first, ...more] = problems
  if (!first) return
  const others =
    more.length === 0 ? '' : ` There ${more.length === 1 ? 'is one more problem' : `are ${more.length} more problems`}.`
  const fields = Object.fromEntries(problems.map(({ path, place, sentence }) => [path, `${place}: ${sentence}`]))
  throw new UserError('embeds.cannot-send', `${first.place}: ${first.sentence}${others}`, 400, fields)
}

/** Returns a function that gives the custom id of each control. */
export function controlIds(postId: string, { kind, components, layout }: MessageDraft): (at: number) => string {
  const controls = controlsOf(kind === 'components' ? layout : components)
  return at =>
    controls[at]?.type === componentType.select ? chooseAnswer.id({ postId, at }) : pressAnswer.id({ postId, at })
}
