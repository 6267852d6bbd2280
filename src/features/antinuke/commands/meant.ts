import { z } from 'zod'
import { command, component, type Context, option } from '#kernel/feature.ts'
import { UserError } from '#kit/errors.ts'
import { success } from '#kit/notices.ts'
import { messageLimits } from '#kit/template.ts'
import antinuke from '../contract.ts'
import { rolesTaken } from '../engine/punish/sanctions.ts'
import { meantQuestion, meantWords } from '../in-browser.ts'
import { type Incident, incidentOf } from '../incidents/incidents.ts'
import { declareMeant, openSanctions } from '../incidents/meant.ts'
import { runningFor } from '../recovery/store.ts'
import { demandInTime, patienceMs, question } from './confirmation.ts'

/** Returns an incident that is under way or being put back. @throws UserError */
function goingOn(ctx: Context<typeof antinuke>, number: number): Incident {
  const { guild } = ctx
  const incident = incidentOf(ctx, { guildId: guild.id, number })
  if (!incident) throw new UserError('antinuke.incident', 'There is no incident with this number.')
  if (incident.state === 'undone') throw new UserError('antinuke.undone', 'Everything that could be undone has been.')
  if (incident.state !== 'under-way' && !runningFor(ctx, incident))
    throw new UserError(
      'antinuke.over',
      `Incident ${number} is over, and nothing more is being put back. Its page in the dashboard, or the command \`antinuke undo ${number}\`, undoes what was done against people.`,
    )
  return incident
}

/** The way out when it was no attack, while somebody is being dealt with or what they did is being put back. */
export const meant = command<typeof antinuke>()({
  description: 'Says, after asking, that an incident was not an attack: I stop, and undo what I have done',
  needs: ['antinuke.edit'],
  always: true,
  options: { number: option.integer('the number of the incident', { min: 1 }) },
  examples: ['3'],
  run(ctx, { number }) {
    const sanctions = openSanctions(ctx, goingOn(ctx, number))
    const follows = meantWords(
      sanctions.map(one => ({
        id: one.userId,
        name: `<@${one.userId}>`,
        done: one.done,
        state: one.state,
        roles: rolesTaken(one).length,
      })),
    )
    const lines = [`**Was incident ${number} not an attack?**`, meantQuestion, ...follows.map(line => `• ${line}`)]
    const text = lines.join('\n')
    // Nobody is forgiven without having been shown.
    if (text.length > messageLimits.description)
      throw new UserError(
        'antinuke.too-many',
        `Incident ${number} is about more people than fit into a message. Its page in the dashboard names them all, and you can say it there.`,
      )
    const seen = Math.max(0, ...sanctions.map(({ id }) => id))
    return question(ctx, {
      text,
      label: 'It was not an attack',
      id: meantButton.id({ until: ctx.now() + patienceMs, number, seen }, ctx.member.id),
    })
  },
})

export const meantButton = component(antinuke, 'meant', {
  kind: 'button',
  pressedBy: 'caller',
  needs: ['antinuke.edit'],
  ack: 'update',
  always: true,
  /**
   * `seen` is the id of the last sanction that the question listed: later ones are not forgiven without having been
   * shown.
   */
  data: z.object({ until: z.coerce.number(), number: z.coerce.number().int(), seen: z.coerce.number().int() }),
  async run(ctx, { until, number, seen }) {
    demandInTime(ctx, until)
    const incident = goingOn(ctx, number)
    const told = openSanctions(ctx, incident).filter(({ id }) => id <= seen)
    declareMeant(
      ctx,
      ctx.member.user,
      incident,
      told.map(({ userId }) => userId),
    )
    const words = success(`Incident ${number} was not an attack: I stop, and undo what I have done.`)
    await ctx.answer({ ...words, components: [] })
  },
})
