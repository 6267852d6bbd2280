import { z } from 'zod'
import { optional, parseForm } from '../../world/form.ts'
import { channelOf } from '../../world/lookup.ts'
import { requireMembersIntent } from '../../world/members/list.ts'
import { messagePayload } from '../../world/messages/payload.ts'
import { startPost, startThread, startThreadOn } from '../../world/threads/create.ts'
import {
  type ArchivedPage,
  activeThreads,
  archivedThreads,
  threadMember,
  threadMembers,
} from '../../world/threads/list.ts'
import { addToThread, joinThread, leaveThread, removeFromThread } from '../../world/threads/membership.ts'
import { ChannelType } from 'discord-api-types/v10'
import { actorOf, isOn, param, silent } from '../request.ts'
import { json, type RestRequest, type Route, routes } from '../route.ts'

const channelIn = (request: RestRequest) => param(request, 'channel_id')
const members = '/channels/:channel_id/thread-members'
const posts = new Set([ChannelType.GuildForum, ChannelType.GuildMedia])

const pageForm = z.object({
  before: optional(z.string()),
  limit: z.coerce.number().int().min(2).max(100).default(50),
})

const archived = (path: string, kind: ArchivedPage['kind']): Route => ({
  method: 'GET',
  path,
  callers: 'signed-in',
  handle: request => {
    const page = parseForm(pageForm, request.query)
    return json(archivedThreads(request.sandbox, request.actorId, channelIn(request), { kind, ...page }))
  },
})

export default routes([
  {
    method: 'POST',
    path: '/channels/:channel_id/messages/:message_id/threads',
    callers: 'signed-in',
    handle: request => {
      const messageId = param(request, 'message_id')
      const thread = startThreadOn(request.sandbox, actorOf(request), channelIn(request), messageId, request.body)
      return json(withMember(thread, request.actorId), 201)
    },
  },
  {
    // Forums take posts, other channels threads without a message.
    method: 'POST',
    path: '/channels/:channel_id/threads',
    callers: 'signed-in',
    handle: request => {
      const { sandbox, body, files } = request
      const { channel } = channelOf(sandbox.world, channelIn(request))
      if (!posts.has(channel.type))
        return json(withMember(startThread(sandbox, actorOf(request), channel.id, body), request.actorId), 201)
      const { thread, message } = startPost(sandbox, actorOf(request), channel.id, body, files)
      const first = messagePayload(sandbox, message, request.actorId)
      return json({ ...withMember(thread, request.actorId), message: first }, 201)
    },
  },
  silent('PUT', `${members}/@me`, request => joinThread(request.sandbox, request.actorId, channelIn(request))),
  silent('DELETE', `${members}/@me`, request => leaveThread(request.sandbox, request.actorId, channelIn(request))),
  silent('PUT', `${members}/:user_id`, request =>
    addToThread(request.sandbox, request.actorId, channelIn(request), param(request, 'user_id')),
  ),
  silent('DELETE', `${members}/:user_id`, request =>
    removeFromThread(request.sandbox, request.actorId, channelIn(request), param(request, 'user_id')),
  ),
  {
    method: 'GET',
    path: members,
    callers: 'signed-in',
    handle: request => {
      requireMembersIntent(request.sandbox, request.caller)
      return json(threadMembers(request.sandbox, request.actorId, channelIn(request), isOn(request, 'with_member')))
    },
  },
  {
    method: 'GET',
    path: `${members}/:user_id`,
    callers: 'signed-in',
    handle: request => {
      const named = param(request, 'user_id')
      const userId = named === '@me' ? request.actorId : named
      const withMember = isOn(request, 'with_member')
      return json(threadMember(request.sandbox, request.actorId, channelIn(request), userId, withMember))
    },
  },
  {
    method: 'GET',
    path: '/guilds/:guild_id/threads/active',
    callers: 'signed-in',
    handle: request => json(activeThreads(request.sandbox, request.actorId, param(request, 'guild_id'))),
  },
  archived('/channels/:channel_id/threads/archived/public', 'public'),
  archived('/channels/:channel_id/threads/archived/private', 'private'),
  archived('/channels/:channel_id/users/@me/threads/archived/private', 'joined'),
])

/** A new thread is shown with its creator's membership. */
function withMember({ channel, threadMembers }: ReturnType<typeof startThread>, userId: string) {
  const member = threadMembers.get(userId)
  return { ...channel, ...(member && { member }) }
}
