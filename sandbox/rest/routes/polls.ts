import { z } from 'zod'
import { optional, parseForm, snowflake } from '../../world/form.ts'
import { messagePayload } from '../../world/messages/payload.ts'
import { expirePoll } from '../../world/messages/poll-end.ts'
import { pollVoters, votePoll } from '../../world/messages/poll-votes.ts'
import { param } from '../request.ts'
import { json, routes } from '../route.ts'

const answers = '/channels/:channel_id/polls/:message_id/answers'

const voteForm = z.object({ answer_ids: z.array(z.coerce.number().int()).max(10) })
const pageForm = z.object({ after: optional(snowflake), limit: z.coerce.number().int().min(1).max(100).default(25) })

export default routes([
  {
    method: 'POST',
    path: '/channels/:channel_id/polls/:message_id/expire',
    callers: 'signed-in',
    handle: request => {
      const { sandbox, actorId } = request
      const message = expirePoll(sandbox, actorId, param(request, 'channel_id'), param(request, 'message_id'))
      return json(messagePayload(sandbox, message, actorId))
    },
  },
  {
    method: 'PUT',
    path: `${answers}/@me`,
    callers: 'user',
    handle: request => {
      const { answer_ids } = parseForm(voteForm, request.body)
      const place = [param(request, 'channel_id'), param(request, 'message_id')] as const
      votePoll(request.sandbox, request.actorId, ...place, answer_ids)
      return undefined
    },
  },
  {
    method: 'GET',
    path: `${answers}/:answer_id`,
    callers: 'signed-in',
    handle: request => {
      const page = parseForm(pageForm, request.query)
      const [channel, message, answer] = ['channel_id', 'message_id', 'answer_id'].map(name => param(request, name))
      const users = pollVoters(request.sandbox, request.actorId, [channel ?? '', message ?? '', Number(answer)], page)
      return json({ users })
    },
  },
])
