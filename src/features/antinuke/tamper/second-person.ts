import { type APIButtonComponent, ButtonStyle, ComponentType } from 'discord.js'
import { z } from 'zod'
import { component, type Context, type SettingsChange } from '#kernel/feature.ts'
import { UserError } from '#kit/errors.ts'
import { success } from '#kit/notices.ts'
import { timeTag } from '#kit/template.ts'
import { raise } from '../alarms/alarm.ts'
import antinuke from '../contract.ts'
import { awaitingSecondPerson } from './contract.ts'
import { confirmRequest, keepForSecondPerson, rejectRequest, secondPersonNeeded } from './requests.ts'

type Ctx = Context<typeof antinuke>

/** The buttons in the log channel: anybody who may decide can press one of them. */
export const decideButton = component(antinuke, 'decide', {
  kind: 'button',
  pressedBy: 'anyone',
  needs: ['antinuke.edit'],
  ack: 'ephemeral',
  always: true,
  data: z.object({ id: z.coerce.number().int(), to: z.enum(['confirm', 'reject']) }),
  async run(ctx, { id, to }) {
    if (to === 'reject') rejectRequest(ctx, id, ctx.member.id)
    else await confirmRequest(ctx, id, ctx.member.id)
    await ctx.answer(success(to === 'reject' ? 'Dropped. Nothing was changed.' : 'Confirmed. It is done.'))
  },
})

const button = (style: ButtonStyle.Success | ButtonStyle.Secondary, label: string, custom_id: string) =>
  ({ type: ComponentType.Button, style, label, custom_id }) satisfies APIButtonComponent

/**
 * If the server demands two persons, keeps changes that weaken the protection and asks the others; trial changes are
 * not kept.
 * @throws UserError 409 once it is kept
 */
export function demandSecondPerson(ctx: Ctx, change: SettingsChange<typeof antinuke>): void {
  const { userId } = change.author
  const sentences = userId === null ? [] : secondPersonNeeded(ctx, change)
  if (userId === null || sentences.length === 0) return
  if (change.trial)
    throw new UserError(
      awaitingSecondPerson,
      'In this server, changes that weaken the protection need a second person. Make this change on the AntiNuke page, where they are asked.',
      409,
    )
  const { row, isNew, refusal } = keepForSecondPerson(ctx, userId, change, sentences)
  if (isNew) {
    const url = new URL(`/manage/${ctx.guild.id}/antinuke`, ctx.config.http.publicUrl).href
    raise(ctx, ctx.guild.id, {
      title: 'A second person is needed',
      text: [
        `<@${userId}> wants to change this:`,
        ...sentences.map(one => `• ${one}`),
        `Somebody else, the owner or an extra owner, has to confirm it by ${timeTag(row.expiresAt, 'f')}, or nothing is changed.`,
      ].join('\n'),
      ownerKey: `request ${row.id}`,
      buttons: {
        owner: [{ type: ComponentType.Button, style: ButtonStyle.Link, label: 'Look at it', url }],
        channel: [
          button(ButtonStyle.Success, 'Confirm', decideButton.id({ id: row.id, to: 'confirm' })),
          button(ButtonStyle.Secondary, 'Reject', decideButton.id({ id: row.id, to: 'reject' })),
        ],
      },
    })
  }
  throw refusal
}
