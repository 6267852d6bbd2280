import { answer, described } from '../../world/interactions/callback.ts'
import { startInteraction } from '../../world/interactions/start.ts'
import { messagePayload } from '../../world/messages/payload.ts'
import { isOn, param } from '../request.ts'
import { json, routes } from '../route.ts'

export default routes([
  {
    // What people's clients call for commands, presses, choices and modals.
    method: 'POST',
    path: '/interactions',
    callers: 'user',
    handle: ({ sandbox, actorId, body, files }) => {
      startInteraction(sandbox, actorId, body, files)
      return undefined
    },
  },
  {
    method: 'POST',
    path: '/interactions/:interaction_id/:interaction_token/callback',
    callers: 'any',
    handle: request => {
      const { sandbox, body, files } = request
      const token = param(request, 'interaction_token')
      const given = answer(sandbox, param(request, 'interaction_id'), token, body, files)
      if (!isOn(request, 'with_response')) return undefined
      const viewer = sandbox.world.applications.get(given.interaction.applicationId)?.botUserId ?? ''
      return json(described({ ...given, message: given.message && messagePayload(sandbox, given.message, viewer) }))
    },
  },
])
