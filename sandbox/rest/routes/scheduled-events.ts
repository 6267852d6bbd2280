import { yes } from '../../world/fields.ts'
import { optional, parseForm } from '../../world/form.ts'
import { requireMember } from '../../world/guard.ts'
import { createEvent, deleteEvent, editEvent } from '../../world/scheduled-events/edit.ts'
import { createException, deleteException, editException } from '../../world/scheduled-events/exceptions.ts'
import { eventView, openEvents, requireEvent } from '../../world/scheduled-events/store.ts'
import { answerEvent, countSubscribers, listSubscribers } from '../../world/scheduled-events/subscribers.ts'
import { z } from 'zod'
import { actorOf, param, silent } from '../request.ts'
import { json, type RestRequest, type Route, routes } from '../route.ts'

const all = '/guilds/:guild_id/scheduled-events'
const one = `${all}/:guild_scheduled_event_id`
const occurrence = `${one}/:guild_scheduled_event_exception_id`
const exception = `${one}/exceptions/:exception_id`

const guildIn = (request: RestRequest) => param(request, 'guild_id')
const eventIn = (request: RestRequest) => param(request, 'guild_scheduled_event_id')
const exceptionIn = (request: RestRequest) => [eventIn(request), param(request, 'exception_id')] as const
const countedForm = z.object({ with_user_count: optional(yes) })

/** The scheduled event, or one occurrence of it. */
const placeIn = (request: RestRequest) => {
  const exceptionId = request.params['guild_scheduled_event_exception_id']
  return { eventId: eventIn(request), ...(exceptionId !== undefined && { exceptionId }) }
}

const subscribers = (path: string): Route => ({
  method: 'GET',
  path: `${path}/users`,
  callers: 'signed-in',
  handle: request => {
    const { sandbox, actorId, query } = request
    return json(listSubscribers(sandbox, actorId, guildIn(request), placeIn(request), query))
  },
})

/** The route with which a person's client says whether they will come. Undocumented, because bots cannot. */
const answer = (method: 'PUT' | 'DELETE', path: string): Route => ({
  method,
  path: `${path}/users/@me`,
  callers: 'user',
  handle: request => {
    answerEvent(request.sandbox, request.actorId, guildIn(request), placeIn(request), method === 'PUT')
    return undefined
  },
})

export default routes([
  {
    method: 'GET',
    path: all,
    callers: 'signed-in',
    handle: request => {
      const { sandbox, actorId } = request
      const { with_user_count: counted } = parseForm(countedForm, request.query)
      const state = requireMember(sandbox, actorId, guildIn(request))
      return json(openEvents(sandbox, state, actorId).map(found => eventView(sandbox, found, counted)))
    },
  },
  {
    method: 'POST',
    path: all,
    callers: 'signed-in',
    handle: request => json(createEvent(request.sandbox, actorOf(request), guildIn(request), request.body)),
  },
  {
    method: 'GET',
    path: one,
    callers: 'signed-in',
    handle: request => {
      const { sandbox, actorId } = request
      const { with_user_count: counted } = parseForm(countedForm, request.query)
      return json(eventView(sandbox, requireEvent(sandbox, actorId, guildIn(request), eventIn(request)).found, counted))
    },
  },
  {
    method: 'PATCH',
    path: one,
    callers: 'signed-in',
    handle: request => {
      const { sandbox, body } = request
      return json(editEvent(sandbox, actorOf(request), guildIn(request), eventIn(request), body))
    },
  },
  silent('DELETE', one, request => {
    deleteEvent(request.sandbox, actorOf(request), guildIn(request), eventIn(request))
  }),
  {
    method: 'POST',
    path: `${one}/exceptions`,
    callers: 'signed-in',
    handle: request => {
      const { sandbox, body } = request
      return json(createException(sandbox, actorOf(request), guildIn(request), eventIn(request), body))
    },
  },
  {
    method: 'PATCH',
    path: exception,
    callers: 'signed-in',
    handle: request => {
      const { sandbox, body } = request
      return json(editException(sandbox, actorOf(request), guildIn(request), exceptionIn(request), body))
    },
  },
  silent('DELETE', exception, request => {
    deleteException(request.sandbox, actorOf(request), guildIn(request), exceptionIn(request))
  }),
  {
    method: 'GET',
    path: `${one}/users/counts`,
    callers: 'signed-in',
    handle: request => {
      const { sandbox, actorId, query } = request
      return json(countSubscribers(sandbox, actorId, guildIn(request), eventIn(request), query))
    },
  },
  subscribers(one),
  subscribers(occurrence),
  answer('PUT', one),
  answer('DELETE', one),
  answer('PUT', occurrence),
  answer('DELETE', occurrence),
])
