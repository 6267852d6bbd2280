import { z } from 'zod'
import { type Context, job, jobHandle, type SettingsChange } from '#kernel/feature.ts'
import { UserError } from '#kit/errors.ts'
import antinuke, { type AntinukeSettings } from '../contract.ts'
import { type Sanction, sanctionsOf } from '../engine/punish/sanctions.ts'
import { undoSanctions } from '../engine/punish/undo.ts'
import { stopRecovery } from '../recovery/stop-recovery.ts'
import { isWhitelisted } from '../rights/access-level.ts'
import { awaitingSecondPerson } from '../tamper/contract.ts'
import { secondPersonNeeded } from '../tamper/requests.ts'
import { demandSecondPerson } from '../tamper/second-person.ts'
import { closeIncident, type Incident, incidentOf, noteInIncident, type Sentence } from './incidents.ts'

const hourMs = 3_600_000
/** The least time for which nothing is done against the people who meant it (ms). */
export const trustedMs = 24 * hourMs
/** How long to wait before checking again whether Discord has answered a sanction (ms). */
const againMs = 5000

/** The name of this in the history. */
const via = 'this was meant'

type Ctx = Context<typeof antinuke>

const takingBack = jobHandle(
  z.object({
    number: z.number(),
    sanctions: z.array(z.number()),
    by: z.object({ id: z.string(), name: z.string() }),
  }),
)

const isOfWebhook = ({ steps }: Sanction) => steps.some(step => step.do === 'delete-webhook')

/** What was done against people in an incident, or is to be done, and has not been taken back. */
export const openSanctions = (services: Parameters<typeof sanctionsOf>[0], incident: Incident): Sanction[] =>
  sanctionsOf(services, incident).filter(({ state }) => state !== 'undone')

/** The whitelist with people added for at least a day; those who are on it for good keep their place as it is. */
function whitelistWith(own: AntinukeSettings, ids: readonly string[], now: number) {
  // Rounded to the hour, so that saying it twice is one request to the second person.
  const until = Math.ceil((now + trustedMs) / hourMs) * hourMs
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

/**
 * The whitelist with people added, as far as the person asking may change it alone.
 * @throws UserError 409 where a second person has to confirm it: after that, it is said again
 */
function whitelistAllowedBy(ctx: Ctx, people: readonly string[], author: SettingsChange<typeof antinuke>['author']) {
  const { guild, settings } = ctx
  const before = settings.read(guild.id, antinuke)
  const changeTo = (ids: readonly string[]) => {
    const patch = whitelistWith(before, ids, ctx.now())
    return { patch, change: { before, after: settings.preview(guild.id, antinuke, patch), author } }
  }
  const all = changeTo(people)
  if (secondPersonNeeded(ctx, all.change).length === 0) return all.patch
  // If they confirmed a place, it lasts for as long as they confirmed.
  const { patch, change } = changeTo(people.filter(id => !isWhitelisted(before, id, ctx.now())))
  try {
    demandSecondPerson(ctx, change)
  } catch (err) {
    if (!(err instanceof UserError) || err.code !== awaitingSecondPerson) throw err
    throw new UserError(err.code, `${err.message} After that, say it again.`, err.status)
  }
  return patch
}

/** Joins parts: 'a', 'a and b', 'a, b, and c'. */
function inOneSentence(pieces: readonly Sentence[]): Sentence {
  const last = pieces.length > 2 ? ', and ' : ' and '
  return pieces.flatMap(
    (piece, place): Sentence => [...(place === 0 ? [] : [place === pieces.length - 1 ? last : ', ']), ...piece],
  )
}

const named = (ids: readonly string[]): Sentence => inOneSentence(ids.map(user => [{ user }]))

/** Says what is done once somebody said so. @param people those against whom nothing is done for a day */
function whatFollows(sanctions: readonly Sanction[], people: readonly string[]): Sentence {
  // While Discord has not answered, nobody knows whether it was done.
  const isDone = ({ done, state }: Sanction) => done !== null || state === 'pending'
  const punished = people.filter(id => sanctions.some(one => one.userId === id && isDone(one)))
  const them = punished.length === people.length ? ['them'] : named(people)
  const steps: Sentence[] = [
    ...(punished.length > 0 ? [['undo what was done against ', ...named(punished)]] : []),
    ['stop putting the server back'],
    ...(people.length > 0 ? [['let ', ...them, ' be for a day']] : []),
  ]
  return ['I ', ...inOneSentence(steps), '.']
}

/**
 * Records that somebody says that an incident was no attack. What was done against people is taken back, putting the
 * server back stops, and nothing is done against these people for a day. All of that is stored before any of it is
 * done, so that a process that dies finishes it at the next start.
 * @param user the person who says so
 * @param ids the people against whom something was done, as that person has read it
 * @throws UserError 409 where that has changed, or a second person has to confirm it
 */
export function declareMeant(
  ctx: Ctx,
  user: { id: string; username: string },
  incident: Incident,
  ids: readonly string[],
): void {
  const { guild, settings, db } = ctx
  const sanctions = openSanctions(ctx, incident)
  const against = [...new Set(sanctions.map(({ userId }) => userId))]
  if (incident.state === 'undone')
    throw new UserError('antinuke.undone', 'Everything that could be undone has been.', 409)
  if (against.length !== new Set(ids).size || !against.every(id => ids.includes(id)))
    throw new UserError(
      'antinuke.others-stopped',
      'Somebody else has been stopped in the meantime. Nothing was changed: check who it is, then say it again.',
      409,
    )
  const people = [...new Set(sanctions.flatMap(one => (isOfWebhook(one) ? [] : [one.userId])))]
  const author = { userId: user.id, via }
  const patch = whitelistAllowedBy(ctx, people, author)
  const interrupt = db.transaction(() => {
    const parts: Sentence = [{ user: user.id }, ' said that this was meant. ', ...whatFollows(sanctions, people)]
    noteInIncident(ctx, incident, { lane: 'stop', userId: user.id, parts })
    closeIncident(ctx, incident, 'undone')
    const afterwards = stopRecovery(ctx, incident)
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
    // This comes last, so that listeners read what has been stored.
    settings.write(guild.id, antinuke, patch, author)
    return afterwards
  })
  interrupt()
}

export const takeBackMeant = job({
  handle: takingBack,
  lane: 'repair',
  promise: () => 'undo what was done against somebody who meant no harm',
  async run(services, { number, sanctions, by }, { guildId }) {
    const incident = guildId === null ? undefined : incidentOf(services, { guildId, number })
    if (!incident) return
    if (!(await undoSanctions(services, incident, by, sanctions))) return
    services.scheduler.at(takingBack, {
      at: services.now() + againMs,
      guildId: incident.guildId,
      key: `${incident.guildId} ${number}`,
      payload: { number, sanctions, by },
    })
  },
})
