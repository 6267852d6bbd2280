import { createHash } from 'node:crypto'
import { z } from 'zod'
import { command, component, type Context, option } from '#kernel/feature.ts'
import { UserError } from '#kit/errors.ts'
import { success } from '#kit/notices.ts'
import { messageLimits } from '#kit/template.ts'
import antinuke from '../contract.ts'
import { rolesTaken, type Sanction } from '../engine/punish/sanctions.ts'
import { undoable, undoPunishment } from '../engine/punish/undo.ts'
import { undoFollows, undoneWords } from '../in-browser.ts'
import { type Incident, incidentOf } from '../incidents/incidents.ts'
import { demandInTime, patienceMs, question } from './confirmation.ts'

type Written = Pick<Context<typeof antinuke>, 'guild' | 'db' | 'memory' | 'now'>

/** Returns what can be taken back in an incident that is over. @throws UserError that says why nothing can */
function openIn(ctx: Written, number: number, userId: string | undefined): { incident: Incident; open: Sanction[] } {
  const incident = incidentOf(ctx, { guildId: ctx.guild.id, number })
  if (!incident) throw new UserError('antinuke.incident', 'There is no incident with this number.')
  if (incident.state === 'under-way')
    throw new UserError('antinuke.under-way', 'The incident is still under way. Wait until it is over.')
  const open = undoable(ctx, incident).filter(one => userId === undefined || one.userId === userId)
  if (open.length > 0) return { incident, open }
  if (incident.state === 'undone') throw new UserError('antinuke.undone', 'Everything that could be undone has been.')
  const whom = userId === undefined ? 'anybody' : `<@${userId}>`
  throw new UserError(
    'antinuke.nothing-done',
    `Nothing was done against ${whom} in incident ${number} that could be undone.`,
  )
}

/** A short fingerprint of the sanctions that a question named: it differs when others are open, or more was done. */
const fingerprintOf = (open: readonly Sanction[]): string =>
  createHash('sha256')
    .update(open.map(({ id, done }) => `${id} ${done}`).join('\n'))
    .digest('base64url')
    .slice(0, 11)

/** Takes back what was done against people in an incident that is over, as its page does. */
export const undo = command<typeof antinuke>()({
  description: 'Undoes, after asking, what was done against people in an incident, or against one of them',
  needs: ['antinuke.edit'],
  always: true,
  options: {
    number: option.integer('the number of the incident', { min: 1 }),
    user: option.user('the person; everybody if left out', { optional: true }),
  },
  examples: ['3', '3 @mara'],
  run(ctx, { number, user }) {
    const { open } = openIn(ctx, number, user?.id)
    const follows = undoFollows(
      open.map(one => ({ name: `<@${one.userId}>`, done: one.done, roles: rolesTaken(one).length })),
    )
    const lines = [`**Undo the punishments in incident ${number}?**`, ...follows.map(line => `• ${line}`)]
    const text = lines.join('\n')
    if (text.length > messageLimits.description)
      throw new UserError(
        'antinuke.too-many',
        `More people were stopped in incident ${number} than fit into a message. Name one of them, or use its page in the dashboard.`,
      )
    return question(ctx, {
      text,
      label: 'Undo punishment',
      id: undoPunishmentButton.id(
        { until: ctx.now() + patienceMs, number, named: fingerprintOf(open), user: user?.id },
        ctx.member.id,
      ),
    })
  },
})

export const undoPunishmentButton = component(antinuke, 'undo-punishment', {
  kind: 'button',
  pressedBy: 'caller',
  needs: ['antinuke.edit'],
  ack: 'update',
  always: true,
  /** `named` is the fingerprint of what the question listed: nothing else is taken back without having been shown. */
  data: z.object({
    until: z.coerce.number(),
    number: z.coerce.number().int(),
    named: z.string(),
    user: z.string().optional(),
  }),
  async run(ctx, { until, number, named, user }) {
    demandInTime(ctx, until)
    const { incident, open } = openIn(ctx, number, user)
    if (fingerprintOf(open) !== named)
      throw new UserError(
        'antinuke.changed',
        'What was done in it has changed in the meantime. Nothing was undone: use the command again.',
      )
    const by = { id: ctx.member.id, name: ctx.member.user.username }
    const undone = await undoPunishment(ctx, incident, by, user)
    const words = undoneWords(undone.map(one => ({ name: `<@${one.userId}>`, how: one.how })))
    await ctx.answer({ ...success(words), components: [] })
  },
})
