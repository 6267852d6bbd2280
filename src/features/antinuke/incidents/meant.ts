import { z } from 'zod'
import { type Context, job, jobHandle } from '#kernel/feature.ts'
import { UserError } from '#kit/errors.ts'
import antinuke, { type AntinukeSettings } from '../contract.ts'
import { type Sanction, sanctionsOf } from '../engine/punish/sanctions.ts'
import { undoSanctions } from '../engine/punish/undo.ts'
import { stopRecovery } from '../recovery/stop-recovery.ts'
import { isWhitelisted } from '../rights/access-level.ts'
import { demandSecondPerson } from '../tamper/second-person.ts'
import { closeIncident, type Incident, incidentOf, noteInIncident, type Sentence } from './incidents.ts'

/** For so long nothing is done against whoever meant it (ms). */
export const trustedMs = 24 * 3_600_000
/** How long after Discord has not answered to a sanction it is looked whether it has (ms). */
const againMs = 5000

/** How it is named in the history. */
const via = 'this was meant'

const takingBack = jobHandle(
  z.object({
    number: z.number(),
    sanctions: z.array(z.number()),
    by: z.object({ id: z.string(), name: z.string() }),
  }),
)

const isOfWebhook = ({ steps }: Sanction) => steps.some(step => step.do === 'delete-webhook')

/** Against whom something was done in an incident, and what has not been taken back. */
const openSanctions = (services: Parameters<typeof sanctionsOf>[0], incident: Incident): Sanction[] =>
  sanctionsOf(services, incident).filter(({ state }) => state !== 'undone')

/** The lists with people on them until a moment at least; whoever has a place for good keeps it as it is. */
function trusting(own: AntinukeSettings, ids: readonly string[], now: number) {
  const until = now + trustedMs
  const entries = ids.flatMap(id => {
    const known = isWhitelisted(own, id, now) ? own.allowances.find(one => one.id === id) : undefined
    if (isWhitelisted(own, id, now) && (known?.expiresAt ?? null) === null) return []
    return [{ id, perHour: known?.perHour ?? null, expiresAt: Math.max(until, known?.expiresAt ?? 0) }]
  })
  const changed = new Set(entries.map(({ id }) => id))
  return {
    whitelist: [...own.whitelist.filter(id => !changed.has(id)), ...changed],
    allowances: [...own.allowances.filter(({ id }) => !changed.has(id)), ...entries],
  }
}

const named = (ids: readonly string[]): Sentence =>
  ids.flatMap((user, place): Sentence => [place === 0 ? '' : place === ids.length - 1 ? ' and ' : ', ', { user }])

/**
 * Somebody says that an incident was no attack: what was done against people is taken back, what is being put back ends,
 * and nothing is done against them for a day. All of it is written down before any of it is done, so that a process which
 * dies ends it when it starts again.
 * @param ids against whom something was done, as whoever asks for it has read it
 * @throws UserError 409 where that has changed, or a second person is asked for
 */
export function declareMeant(
  ctx: Context<typeof antinuke> & { user: { id: string; username: string } },
  incident: Incident,
  ids: readonly string[],
): void {
  const { guild, settings, db, user } = ctx
  const sanctions = openSanctions(ctx, incident)
  const against = [...new Set(sanctions.map(({ userId }) => userId))]
  if (incident.state === 'undone')
    throw new UserError('antinuke.undone', 'Everything that could be taken back is.', 409)
  if (against.length !== new Set(ids).size || !against.every(id => ids.includes(id)))
    throw new UserError(
      'antinuke.others-stopped',
      'Somebody else has been stopped meanwhile. Nothing was changed: look at who it is, and say it again.',
      409,
    )
  const people = [...new Set(sanctions.flatMap(one => (isOfWebhook(one) ? [] : [one.userId])))]
  const author = { userId: user.id, via }
  const before = settings.read(guild.id, antinuke)
  const patch = trusting(before, people, ctx.now())
  const after = settings.preview(guild.id, antinuke, patch)
  demandSecondPerson(ctx, { before, after, author })
  const goOn = db.transaction(() => {
    const says: Sentence = [{ user: user.id }, ' said that this was meant. ']
    const parts: Sentence =
      people.length === 0
        ? [...says, 'I stop putting the server back.']
        : [
            ...says,
            'I take back what was done against ',
            ...named(people),
            ', stop putting the server back, and let them be for a day.',
          ]
    noteInIncident(ctx, incident, { lane: 'stop', userId: user.id, parts })
    closeIncident(ctx, incident, 'undone')
    const others = stopRecovery(ctx, incident)
    if (sanctions.length > 0)
      ctx.scheduler.at(takingBack, {
        at: ctx.now(),
        guildId: guild.id,
        key: `${guild.id} ${incident.number}`,
        payload: {
          number: incident.number,
          sanctions: sanctions.map(({ id }) => id),
          by: { id: user.id, name: user.username },
        },
      })
    // Last: whoever hears of it hears of what is stored.
    settings.write(guild.id, antinuke, patch, author)
    return others
  })
  goOn()
}

export const takeBackMeant = job({
  handle: takingBack,
  lane: 'repair',
  promise: () => 'take back what was done against somebody who meant no harm',
  async run(services, { number, sanctions, by }, { guildId }) {
    const incident = guildId === null ? undefined : incidentOf(services, { guildId, number })
    if (!incident) return
    await undoSanctions(services, incident, by, sanctions)
    const isPending = sanctionsOf(services, incident).some(one => sanctions.includes(one.id) && one.state === 'pending')
    if (!isPending) return
    services.scheduler.at(takingBack, {
      at: services.now() + againMs,
      guildId: incident.guildId,
      key: `${incident.guildId} ${number}`,
      payload: { number, sanctions, by },
    })
  },
})
