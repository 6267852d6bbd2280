import { type InteractionReplyOptions, type InteractionUpdateOptions, MessageFlags } from 'discord.js'
import { failure } from '#kit/notices.ts'
import { patienceMs, untilAcknowledged } from './answer.ts'
import type { Component, Pressed, Presses } from '../declarations/component.ts'
import { modalTexts } from './modal-texts.ts'

export type Press = Presses[keyof Presses]

/** Answers one use of a control. */
export interface PressAnswer extends Pick<Pressed, 'answer'> {
  /** Shows an error only to the person who used the control, with what they typed if it was a modal. */
  refuse(sentence: string): Promise<void>
  /** Called when the handler has ended: the interaction no longer needs to be kept open. */
  end(): void
}

const alone = { flags: MessageFlags.Ephemeral } as const

/** @param ack how the component answers; undefined when the component is unknown */
export function answerPressOf(press: Press, ack: Component['ack'] | undefined): PressAnswer {
  const updates = ack === 'update' && (press.isMessageComponent() || press.isFromMessage())
  const visibility = ack === 'reply' ? {} : alone
  let opened: Promise<unknown> | undefined
  let waiting = false

  const defer = () => {
    waiting = true
    opened = untilAcknowledged(press, 'deferred', updates ? press.deferUpdate() : press.deferReply(visibility))
    return opened
  }
  /** Sends the first answer. From then on nothing is deferred, because Discord accepts only one first answer. */
  const answerFirst = async (answering: Promise<unknown>) => {
    const sending = untilAcknowledged(press, 'replied', answering)
    opened = sending
    // Discord refused this answer, so the interaction is still open for an error message.
    sending.catch(() => {
      opened = undefined
    })
    await sending
  }
  const timer =
    ack === undefined || ack === 'modal'
      ? undefined
      : setTimeout(() => {
          // An error surfaces when the answer itself is sent.
          if (!opened && !press.replied) defer().catch(() => undefined)
        }, patienceMs)

  return {
    end: () => clearTimeout(timer),
    async answer(content) {
      const given = typeof content === 'string' ? { content } : content
      const options = { allowedMentions: { parse: [], repliedUser: false }, ...given }
      if (!opened) {
        await answerFirst(
          updates
            ? press.update(options as InteractionUpdateOptions)
            : press.reply({ ...(options as InteractionReplyOptions), ...visibility }),
        )
        return
      }
      await opened
      waiting = false
      await press.editReply(options)
    },
    async refuse(sentence) {
      const { embeds, files } = modalTexts(press)
      const told = { embeds: [...failure(sentence).embeds, ...embeds], files }
      if (!opened && !press.replied && !press.deferred) {
        await answerFirst(press.reply({ ...told, ...alone }))
        return
      }
      await opened
      if (waiting && !updates && visibility === alone) {
        await press.editReply(told)
        return
      }
      if (waiting && !updates) await press.deleteReply()
      await press.followUp({ ...told, ...alone })
    },
  }
}
