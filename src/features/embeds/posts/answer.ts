import type { ButtonInteraction, GuildMember } from 'discord.js'
import { z } from 'zod'
import { useOffer } from '#kernel/commands/button-offers.ts'
import { component, type ComponentContext } from '#kernel/feature.ts'
import { UserError } from '#kit/errors.ts'
import { componentType, controlsOf } from '#kit/message/components/contract.ts'
import { fillText } from '#kit/message/text/template.ts'
import { commonValues, cut, messageLimits } from '#kit/template.ts'
import { memberFacts, serverFacts } from '#kit/template-facts.ts'
import embeds from '../contract.ts'
import { postOf } from './rows.ts'

const which = z.object({ postId: z.string(), at: z.coerce.number() })
type Pressed = ComponentContext<typeof embeds>

const gone = () => new UserError('embeds.no-answer', 'This does not answer any more.', 404)

/** The control as the message now defines it: it may have been edited since Discord drew it. */
function controlOf(ctx: Pressed, { postId, at }: z.output<typeof which>) {
  const { guild, interaction } = ctx
  const post = postOf(ctx, guild.id, postId)
  // While the message is being sent, its id is not known yet.
  const isItself = post?.messageId === null || post?.messageId === interaction.message?.id
  const { kind, components, layout } = post?.message ?? {}
  const control = controlsOf((kind === 'components' ? layout : components) ?? [])[at]
  if (!isItself || !control) throw gone()
  return control
}

function tell({ guild, member, answer }: Pick<Pressed, 'guild' | 'answer'> & { member: GuildMember }, text: string) {
  const filled = fillText(text, commonValues(memberFacts(member), serverFacts(guild)))
  if (filled.trim() === '') throw gone()
  return answer({ content: cut(filled, messageLimits.content), allowedMentions: { parse: [] } })
}

/** A button of a message shows a text to the member who presses it, or does what another feature offers. */
export const pressAnswer = component(embeds, 'answer', {
  kind: 'button',
  pressedBy: 'anyone',
  needs: [],
  ack: 'ephemeral',
  data: which,
  run(ctx: Pressed & { interaction: ButtonInteraction<'cached'> }, data) {
    const control = controlOf(ctx, data)
    if (control.type !== componentType.button) throw gone()
    if (control.act) return useOffer(ctx, ctx, control.act)
    return tell(ctx, control.answer)
  },
})

/** The same for an option of a select. */
export const chooseAnswer = component(embeds, 'choose', {
  kind: 'select',
  pressedBy: 'anyone',
  needs: [],
  ack: 'ephemeral',
  data: which,
  run(ctx, data) {
    const control = controlOf(ctx, data)
    const [chosen] = ctx.interaction.values
    const option = control.type === componentType.select ? control.options[Number(chosen)] : undefined
    if (!option) throw gone()
    return tell(ctx, option.answer)
  },
})
