import { DiscordAPIError, RESTJSONErrorCodes } from 'discord.js'
import { z } from 'zod'
import { jobHandle, type Services } from '#kernel/feature.ts'
import { isOutage, untaken } from '#kit/discord-errors.ts'
import { raise } from '../../alarms/alarm.ts'
import antinuke from '../../contract.ts'
import { incidentOf, markIncident, noteInIncident, type Sentence } from '../../incidents/incidents.ts'
import { stoppedBefore } from '../stopped-people.ts'
import { ownReason, send } from './requests.ts'
import { type Sanction, settleSanction } from './sanctions.ts'
import type { PunishStep } from './steps.ts'

/** Tries again what Discord did not answer. */
export const sanctionTimer = jobHandle(z.object({ id: z.number() }))
const againMs = 5000

const doneWords: Record<PunishStep['do'], string> = {
  ban: 'Banned',
  kick: 'Kicked',
  timeout: 'Timed out',
  strip: 'Took the roles of',
  defuse: 'Took the permissions of the role of',
  'delete-webhook': 'Deleted the webhook',
}
const refusedWords: Record<PunishStep['do'], string> = {
  ban: 'ban',
  kick: 'kick',
  timeout: 'time out',
  strip: 'take the roles of',
  defuse: 'take the permissions of the role of',
  'delete-webhook': 'delete the webhook',
}

/** The reason that Discord's audit log shows. */
const reasonOf = ({ number }: Sanction) => `${ownReason} incident ${number}`

/** Whether they have left or the webhook was deleted: then they do no more harm. */
const isGone = (err: DiscordAPIError) =>
  err.code === RESTJSONErrorCodes.UnknownMember || err.code === RESTJSONErrorCodes.UnknownWebhook

/** Whether somebody said in the meantime that it was no attack: then nothing more is done against anybody. */
const isForgiven = (services: Services, sanction: Sanction): boolean =>
  incidentOf(services, sanction)?.state === 'undone'

/** What the request whose answer was lost may have done, so that it can be taken back. */
function mayHaveDone(services: Services, { guildId, userId, steps: [first] }: Sanction): PunishStep['do'] | null {
  // Somebody who is still here was not kicked.
  if (first?.do === 'kick') return stoppedBefore(services, guildId, userId)?.left === undefined ? null : 'kick'
  return first?.do ?? null
}

/** Says, once, that somebody cannot be stopped yet: whoever reads it may still be able to. */
function tellUnanswered(services: Services, sanction: Sanction): void {
  const { guildId, number, id, userId, steps } = sanction
  const parts: Sentence = [`${untaken} I keep trying to stop `, { user: userId }, '.']
  if (!noteInIncident(services, sanction, { lane: 'stop', parts, entry: `unanswered ${id}` })) return
  const isWebhook = steps.some(step => step.do === 'delete-webhook')
  const what = isWebhook
    ? `delete the webhook ${userId}. If you can, delete it`
    : `stop <@${userId}>. If you can, take their roles away`
  raise(services, guildId, {
    title: 'An attacker is not stopped yet',
    text: `${untaken} I keep trying to ${what}. Incident ${number}.`,
    ownerKey: `incident ${number} unanswered`,
    onlyNow: true,
  })
}

/**
 * Does one step after another until it is enough. The first request has left when this returns: nothing is waited for
 * before it. What Discord does not answer is tried again, also after a restart.
 * @param isAgain whether a request left before and its answer was lost
 * @returns the sanction as it ended, or undefined while it will be tried again
 */
export async function carryOut(services: Services, sanction: Sanction, isAgain = false): Promise<Sanction | undefined> {
  const { guildId, userId } = sanction
  const note = (parts: Sentence) => noteInIncident(services, sanction, { lane: 'stop', parts })
  let { done } = sanction
  for (const [place, step] of sanction.steps.entries()) {
    if ((isAgain || place > 0) && isForgiven(services, sanction)) {
      if (place === 0) done ??= mayHaveDone(services, sanction)
      settleSanction(services, sanction, { state: 'done', done })
      return { ...sanction, done, state: 'done' }
    }
    try {
      const answer = send(services, sanction, step, reasonOf(sanction))
      const requestedAt = services.now()
      await answer.finally(() => markIncident(services, sanction, 'requestedAt', requestedAt))
      done = step.do
      note([`${doneWords[step.do]} `, { user: userId }, '.'])
      if (step.enough) {
        markIncident(services, sanction, 'confirmedAt', services.now())
        settleSanction(services, sanction, { state: 'done', done })
        return { ...sanction, done, state: 'done' }
      }
      settleSanction(services, sanction, { done })
    } catch (err) {
      if (isOutage(err)) {
        const { scheduler, now } = services
        if (isAgain) tellUnanswered(services, sanction)
        scheduler.at(sanctionTimer, {
          at: now() + againMs,
          payload: { id: sanction.id },
          key: String(sanction.id),
          guildId,
        })
        return undefined
      }
      if (!(err instanceof DiscordAPIError)) throw err
      services.log.info({ err, guildId, step: step.do, feature: antinuke.name }, 'a sanction was refused')
      if (isGone(err) && step.do !== 'ban') {
        note([{ user: userId }, ' is gone.'])
        // The first request did it: nobody else removes an attacker within seconds.
        if (isAgain && done === null && (step.do === 'kick' || step.do === 'delete-webhook')) done = step.do
        settleSanction(services, sanction, { state: 'done', done })
        return { ...sanction, done, state: 'done' }
      }
      note([`Discord did not let me ${refusedWords[step.do]} `, { user: userId }, '.'])
    }
  }
  settleSanction(services, sanction, { state: 'refused', done })
  return { ...sanction, done, state: 'refused' }
}
