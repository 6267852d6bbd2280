import { deleteAnyChannel, editAnyChannel, viewChannel } from '../../world/channels/any-channel.ts'
import { createChannel } from '../../world/channels/create.ts'
import { orderChannels } from '../../world/channels/order.ts'
import { deleteOverwrite, putOverwrite } from '../../world/channels/overwrites.ts'
import { listedFor } from '../../world/channels/obfuscation.ts'
import { requireMember } from '../../world/guard.ts'
import { actorOf, param } from '../request.ts'
import { json, type RestRequest, routes } from '../route.ts'

const guildIn = (request: RestRequest) => param(request, 'guild_id')
const channelIn = (request: RestRequest) => param(request, 'channel_id')

export default routes([
  {
    method: 'GET',
    path: '/guilds/:guild_id/channels',
    callers: 'signed-in',
    handle: request => {
      const { sandbox, actorId } = request
      return json(listedFor(sandbox, requireMember(sandbox, actorId, guildIn(request)), actorId))
    },
  },
  {
    method: 'POST',
    path: '/guilds/:guild_id/channels',
    callers: 'signed-in',
    handle: request => json(createChannel(request.sandbox, actorOf(request), guildIn(request), request.body), 201),
  },
  {
    method: 'PATCH',
    path: '/guilds/:guild_id/channels',
    callers: 'signed-in',
    handle: request => {
      orderChannels(request.sandbox, actorOf(request), guildIn(request), request.body)
      return undefined
    },
  },
  {
    method: 'GET',
    path: '/channels/:channel_id',
    callers: 'signed-in',
    handle: request => json(viewChannel(request.sandbox, request.actorId, channelIn(request))),
  },
  {
    method: 'PATCH',
    path: '/channels/:channel_id',
    callers: 'signed-in',
    handle: request => json(editAnyChannel(request.sandbox, actorOf(request), channelIn(request), request.body)),
  },
  {
    method: 'DELETE',
    path: '/channels/:channel_id',
    callers: 'signed-in',
    handle: request => json(deleteAnyChannel(request.sandbox, actorOf(request), channelIn(request))),
  },
  {
    method: 'PUT',
    path: '/channels/:channel_id/permissions/:overwrite_id',
    callers: 'signed-in',
    handle: request => {
      putOverwrite(request.sandbox, actorOf(request), channelIn(request), param(request, 'overwrite_id'), request.body)
      return undefined
    },
  },
  {
    method: 'DELETE',
    path: '/channels/:channel_id/permissions/:overwrite_id',
    callers: 'signed-in',
    handle: request => {
      deleteOverwrite(request.sandbox, actorOf(request), channelIn(request), param(request, 'overwrite_id'))
      return undefined
    },
  },
])
