import { defaultSounds, playSound } from '../../world/expressions/play-sound.ts'
import { createSound, sounds } from '../../world/expressions/sounds.ts'
import { expressionRoutes } from '../expression-routes.ts'
import { actorOf, param, silent } from '../request.ts'
import { json, routes } from '../route.ts'

export default routes([
  { method: 'GET', path: '/soundboard-default-sounds', callers: 'signed-in', handle: () => json(defaultSounds) },
  ...expressionRoutes(sounds, {
    all: '/guilds/:guild_id/soundboard-sounds',
    id: 'sound_id',
    create: (request, guildId) => createSound(request.sandbox, actorOf(request), guildId, request.body),
    listed: items => ({ items }),
  }),
  silent('POST', '/channels/:channel_id/send-soundboard-sound', request => {
    playSound(request.sandbox, request.actorId, param(request, 'channel_id'), request.body)
  }),
])
