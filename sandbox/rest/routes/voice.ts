import { z } from 'zod'
import { parseForm, optional, snowflake } from '../../world/form.ts'
import { requireMember, requirePermission } from '../../world/guard.ts'
import { permission } from '../../world/permissions.ts'
import { editVoice, voiceStateFor, voiceView } from '../../world/voice.ts'
import { setVoiceStatus } from '../../world/voice-rooms.ts'
import { actorOf, param, silent } from '../request.ts'
import { json, type RestRequest, type Route, routes } from '../route.ts'

const regions = ['rotterdam', 'us-east', 'singapore'].map((id, place) => ({
  id,
  name: id,
  optimal: place === 0,
  deprecated: false,
  custom: false,
}))

const suppressForm = z.object({ channel_id: optional(snowflake), suppress: optional(z.boolean()) })
const requestForm = suppressForm.extend({ request_to_speak_timestamp: z.string().nullish() })

const one = (userIdOf: (request: RestRequest) => string, last: string): Route => ({
  method: 'GET',
  path: `/guilds/:guild_id/voice-states/${last}`,
  callers: 'signed-in',
  handle: request => {
    const state = requireMember(request.sandbox, request.actorId, param(request, 'guild_id'))
    return json(voiceView(request.sandbox, state, voiceStateFor(state, userIdOf(request))))
  },
})

export default routes([
  silent('PUT', '/channels/:channel_id/voice-status', request => {
    setVoiceStatus(request.sandbox, actorOf(request), param(request, 'channel_id'), request.body)
  }),
  { method: 'GET', path: '/voice/regions', callers: 'signed-in', handle: () => json(regions) },
  { method: 'GET', path: '/guilds/:guild_id/regions', callers: 'signed-in', handle: () => json(regions) },
  one(request => request.actorId, '@me'),
  one(request => param(request, 'user_id'), ':user_id'),
  {
    method: 'PATCH',
    path: '/guilds/:guild_id/voice-states/@me',
    callers: 'signed-in',
    handle: request => {
      const { sandbox, actorId } = request
      const guildId = param(request, 'guild_id')
      const voice = voiceStateFor(requireMember(sandbox, actorId, guildId), actorId)
      const { suppress, request_to_speak_timestamp: asked } = parseForm(requestForm, request.body)
      const channelId = voice.channel_id ?? ''
      if (suppress === false) requirePermission(sandbox, actorId, guildId, permission.MuteMembers, channelId)
      if (asked) requirePermission(sandbox, actorId, guildId, permission.RequestToSpeak, channelId)
      editVoice(sandbox, guildId, actorId, {
        ...(suppress !== undefined && { suppress }),
        ...(asked !== undefined && { request_to_speak_timestamp: asked }),
      })
      return undefined
    },
  },
  {
    method: 'PATCH',
    path: '/guilds/:guild_id/voice-states/:user_id',
    callers: 'signed-in',
    handle: request => {
      const { sandbox, actorId } = request
      const guildId = param(request, 'guild_id')
      const userId = param(request, 'user_id')
      const voice = voiceStateFor(requireMember(sandbox, actorId, guildId), userId)
      requirePermission(sandbox, actorId, guildId, permission.MuteMembers, voice.channel_id ?? '')
      const { suppress } = parseForm(suppressForm, request.body)
      if (suppress !== undefined) editVoice(sandbox, guildId, userId, { suppress, request_to_speak_timestamp: null })
      return undefined
    },
  },
])
