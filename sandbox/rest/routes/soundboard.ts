import { defaultSounds, playSound } from '../../world/expressions/play-sound.ts'
import { createSound, deleteSound, editSound, listSounds, showSound } from '../../world/expressions/sounds.ts'
import { actorOf, param, silent } from '../request.ts'
import { json, type RestRequest, routes } from '../route.ts'

const all = '/guilds/:guild_id/soundboard-sounds'
const one = `${all}/:sound_id`
const guildIn = (request: RestRequest) => param(request, 'guild_id')
const soundIn = (request: RestRequest) => param(request, 'sound_id')

export default routes([
  { method: 'GET', path: '/soundboard-default-sounds', callers: 'signed-in', handle: () => json(defaultSounds) },
  {
    method: 'GET',
    path: all,
    callers: 'signed-in',
    handle: request => json({ items: listSounds(request.sandbox, request.actorId, guildIn(request)) }),
  },
  {
    method: 'POST',
    path: all,
    callers: 'signed-in',
    handle: request => json(createSound(request.sandbox, actorOf(request), guildIn(request), request.body), 201),
  },
  {
    method: 'GET',
    path: one,
    callers: 'signed-in',
    handle: request => json(showSound(request.sandbox, request.actorId, guildIn(request), soundIn(request))),
  },
  {
    method: 'PATCH',
    path: one,
    callers: 'signed-in',
    handle: request => {
      const { sandbox, body } = request
      return json(editSound(sandbox, actorOf(request), guildIn(request), soundIn(request), body))
    },
  },
  silent('DELETE', one, request => {
    deleteSound(request.sandbox, actorOf(request), guildIn(request), soundIn(request))
  }),
  silent('POST', '/channels/:channel_id/send-soundboard-sound', request => {
    playSound(request.sandbox, request.actorId, param(request, 'channel_id'), request.body)
  }),
])
