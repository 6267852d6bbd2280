import { DiscordAPIError, RateLimitError, RESTJSONErrorCodes, Routes, SnowflakeUtil } from 'discord.js'
import type { Services } from '#kernel/feature.ts'
import { inAnyOrder, type Recall, waitingAtMost, waitOf } from '#kernel/discord/lanes.ts'
import { isOutage } from '#kit/discord-errors.ts'
import type { ObjectState } from '../journal/objects.ts'
import { objectState } from '../journal/object-state.ts'
import { latest } from '../journal/state-at.ts'
import { channelPositions, putBack } from './restore-order.ts'
import { placeOf } from './plan-channels.ts'
import { sortedRoles } from './plan-roles.ts'
import { NoChannel, NoFile, type RequestPlace, type Request, requestFor } from './requests.ts'
import { type Act, idsIn, numberIn } from './steps.ts'
import { list, record } from './raw.ts'

/** The result of a step. */
export type StepOutcome =
  | { is: 'done'; newId?: string; answer?: unknown }
  /** Nothing was sent: Discord will take it after this time (ms). */
  | { is: 'too-early'; inMs: number }
  | { is: 'refused'; status: number; reason: string }

/** A longer wait is not spent in the queue, but on other steps (ms). */
const patienceMs = 1000

async function send({ client }: Services, { method, route, body, form }: Request, reason?: string): Promise<unknown> {
  const { rest } = client
  const own = reason === undefined ? {} : { reason }
  const options = form
    ? {
        ...own,
        body: form.fields,
        appendToFormData: true,
        files: [{ key: 'file', name: form.file.name, data: form.file.data, contentType: form.file.type }],
      }
    : { ...own, ...(body !== undefined && { body }) }
  if (method === 'GET') return rest.get(route)
  if (method === 'DELETE') return rest.delete(route, options)
  if (method === 'POST') return rest.post(route, options)
  return method === 'PUT' ? rest.put(route, options) : rest.patch(route, options)
}

const states = (kind: 'role' | 'channel', value: unknown): Map<string, ObjectState> =>
  new Map(list(value).map(raw => [String(raw['id']), objectState(kind, raw)]))

/**
 * Does what a step says. Doing it twice has the same result, except that a creation creates a second object.
 * @param recall takes the request back if it has not left: then the outcome is 'too-early'
 * @throws what an outage throws: then the step may or may not have been done
 */
export async function perform(
  services: Services,
  act: Act,
  place: RequestPlace,
  reason: string,
  recall?: Recall,
): Promise<StepOutcome> {
  try {
    return await waitingAtMost(patienceMs, () => inAnyOrder(() => attempt(services, act, place, reason)), recall)
  } catch (error) {
    if (error instanceof RateLimitError) return { is: 'too-early', inMs: waitOf(error) }
    if (error instanceof NoFile) return { is: 'refused', status: 0, reason: 'Its file was not kept.' }
    if (error instanceof NoChannel)
      return { is: 'refused', status: 0, reason: 'The channel that it belongs to could not be recreated.' }
    if (!(error instanceof DiscordAPIError) || isOutage(error)) throw error
    if (error.status === 404 && (act.do === 'delete' || act.do === 'unban')) return { is: 'done' }
    if (error.code === RESTJSONErrorCodes.TargetUserIsNotConnectedToVoice)
      return {
        is: 'refused',
        status: error.status,
        reason: 'They are not in a voice channel. A moderator can take it back once they join one.',
      }
    return {
      is: 'refused',
      status: error.status,
      reason: `Discord refused: ${error.message.replaceAll(/\s+/g, ' ').slice(0, 300)}`,
    }
  }
}

const released = {
  'end-timeout': { communication_disabled_until: null },
  unmute: { mute: false },
  undeafen: { deaf: false },
}

/** The outcome for something whose deletion Discord has reported: it need not be asked about. */
const gone: StepOutcome = { is: 'refused', status: 404, reason: 'It has been deleted in the meantime.' }
const isDeleted = (first: string, { guild, ids }: RequestPlace): boolean =>
  !guild.channels.cache.has(ids.now(first)) && !ids.isFresh(ids.now(first))

async function attempt(services: Services, act: Act, place: RequestPlace, reason: string): Promise<StepOutcome> {
  const { guild, ids } = place
  const ask = (request: Request) => send(services, request, reason)
  switch (act.do) {
    case 'delete':
    case 'edit':
    case 'create': {
      if (act.do === 'edit' && act.kind === 'channel' && isDeleted(act.id, place)) return gone
      const request = await requestFor(act, place)
      const isEmpty = act.do === 'edit' && Object.keys(record(request.body)).length === 0
      const answer = isEmpty ? undefined : await ask(request)
      if (act.do !== 'create') return { is: 'done', answer }
      const made = record(answer)
      return { is: 'done', newId: String(act.adopt ?? made['sound_id'] ?? made['webhook_id'] ?? made['id']), answer }
    }
    case 'order-roles':
      return orderRoles(act, place, ask)
    case 'order-channels': {
      const channels = states('channel', await ask({ method: 'GET', route: Routes.guildChannels(guild.id) }))
      const places = [...channels].map(([id, state]) => placeOf(id, state))
      const wanted = channelPositions(places, new Map(Object.entries(act.good)), new Set(act.moved), ids.before)
      if (wanted.length > 0) await ask({ method: 'PATCH', route: Routes.guildChannels(guild.id), body: wanted })
      return { is: 'done' }
    }
    case 'member':
      return editMember(services, act, place, ask)
    case 'unban':
      await ask({ method: 'DELETE', route: Routes.guildBan(guild.id, act.id) })
      return { is: 'done' }
    case 'ban':
      await ask({ method: 'PUT', route: Routes.guildBan(guild.id, act.id), body: {} })
      return { is: 'done' }
    case 'end-timeout':
    case 'unmute':
    case 'undeafen':
      await ask({ method: 'PATCH', route: Routes.guildMember(guild.id, act.id), body: released[act.do] })
  }
  return { is: 'done' }
}

type Ask = (request: Request) => Promise<unknown>

/** How long Discord may take to report a role that was made (ms). */
const unheardMs = 60_000

/**
 * Changes a member's roles and name. Roles that they were given in the meantime stay, and deleted roles are left out.
 */
async function editMember(
  services: Services,
  act: Extract<Act, { do: 'member' }>,
  { guild, ids }: RequestPlace,
  ask: Ask,
): Promise<StepOutcome> {
  const route = Routes.guildMember(guild.id, act.id)
  const body: Record<string, unknown> = 'nick' in act ? { nick: act.nick } : {}
  if (act.give.length + act.take.length > 0) {
    const before = idsIn(record(await ask({ method: 'GET', route }))['roles'])
    const take = new Set(act.take.map(ids.now))
    const isThere = (id: string) => guild.roles.cache.has(id) || ids.isFresh(id)
    // Discord's answers may be ahead of its events: a role that was made just now is not gone.
    const isNew = (id: string) =>
      services.now() - SnowflakeUtil.timestampFrom(id) < unheardMs && latest(services, guild.id, 'role', id) !== null
    const mayStay = (id: string) => isThere(id) || isNew(id)
    const kept = [...before.filter(mayStay), ...act.give.map(ids.now).filter(isThere)]
    const after = [...new Set(kept)].filter(id => !take.has(id))
    const same = after.length === before.length && after.every(id => before.includes(id))
    if (!same) body['roles'] = after
  }
  if (Object.keys(body).length > 0) await ask({ method: 'PATCH', route, body })
  return { is: 'done' }
}

/** Renumbering may take a request of its own, which moves no role. */
const attempts = 3

/** Orders all roles below the bot's own, counted from 1: Discord renumbers them with the first one that moves. */
async function orderRoles(
  act: Extract<Act, { do: 'order-roles' }>,
  { guild, ids }: RequestPlace,
  ask: Ask,
): Promise<StepOutcome> {
  const route = Routes.guildRoles(guild.id)
  const own = new Set(guild.members.me?.roles.cache.keys() ?? [])
  for (let left = attempts; left > 0; left--) {
    const roles = states('role', await ask({ method: 'GET', route }))
    const top = Math.max(0, ...[...roles].flatMap(([id, state]) => (own.has(id) ? [numberIn(state['position'])] : [])))
    const below = new Map([...roles].filter(([id, state]) => id !== guild.id && numberIn(state['position']) < top))
    const now = sortedRoles(below)
    const wanted = putBack(now.map(ids.before), act.good, new Set(act.moved)).map(ids.now)
    const isRight =
      wanted.every((id, index) => id === now[index]) &&
      new Set([...below.values()].map(one => one['position'])).size === below.size
    if (isRight || wanted.length === 0) return { is: 'done' }
    const isRoomy = wanted.length < top
    const body = isRoomy
      ? wanted.map((id, index) => ({ id, position: index + 1 }))
      : wanted.slice(0, 1).map(id => ({ id, position: 1 }))
    await ask({ method: 'PATCH', route, body })
    if (isRoomy) return { is: 'done' }
  }
  return { is: 'refused', status: 0, reason: 'Discord numbers the positions of roles in an unexpected way.' }
}
