import { createInvite, deleteInvite } from '../../world/invites/edit.ts'
import { listChannelInvites, listGuildInvites } from '../../world/invites/list.ts'
import { guildOfCode } from '../../world/invites/store.ts'
import { replaceTargets, targetsCsv, targetsJob } from '../../world/invites/targets.ts'
import { inviteView } from '../../world/invites/view.ts'
import { countsOf } from '../../world/guild/view.ts'
import { eventView } from '../../world/scheduled-events/store.ts'
import { joinGuild } from '../../world/members/join.ts'
import { actorOf, isOn, param, silent } from '../request.ts'
import { json, type RestRequest, routes } from '../route.ts'

const codeIn = (request: RestRequest) => param(request, 'code')

export default routes([
  {
    method: 'GET',
    path: '/guilds/:guild_id/invites',
    callers: 'signed-in',
    handle: request => json(listGuildInvites(request.sandbox, request.actorId, param(request, 'guild_id'))),
  },
  {
    method: 'GET',
    path: '/channels/:channel_id/invites',
    callers: 'signed-in',
    handle: request => json(listChannelInvites(request.sandbox, request.actorId, param(request, 'channel_id'))),
  },
  {
    method: 'POST',
    path: '/channels/:channel_id/invites',
    callers: 'signed-in',
    handle: request =>
      json(createInvite(request.sandbox, actorOf(request), param(request, 'channel_id'), request.body, request.files)),
  },
  {
    method: 'GET',
    path: '/invites/:code',
    callers: 'any',
    handle: request => {
      const { state, invite } = guildOfCode(request.sandbox, codeIn(request))
      const counts = isOn(request, 'with_counts') ? countsOf(request.sandbox, state) : {}
      const found = state.scheduledEvents.get(request.query['guild_scheduled_event_id'] ?? '')
      const event = found && { guild_scheduled_event: eventView(request.sandbox, found) }
      return json({ ...inviteView(request.sandbox, state, codeIn(request), invite), ...counts, ...event })
    },
  },
  {
    method: 'DELETE',
    path: '/invites/:code',
    callers: 'signed-in',
    handle: request => json(deleteInvite(request.sandbox, actorOf(request), codeIn(request))),
  },
  {
    method: 'GET',
    path: '/invites/:code/target-users',
    callers: 'signed-in',
    handle: request => ({
      status: 200,
      body: targetsCsv(request.sandbox, request.actorId, codeIn(request)),
      contentType: 'text/csv',
    }),
  },
  silent('PUT', '/invites/:code/target-users', request => {
    replaceTargets(request.sandbox, actorOf(request), codeIn(request), request.files)
  }),
  {
    method: 'GET',
    path: '/invites/:code/target-users/job-status',
    callers: 'signed-in',
    handle: request => json(targetsJob(request.sandbox, request.actorId, codeIn(request))),
  },
  {
    // How a person's client joins. Undocumented, because bots cannot.
    method: 'POST',
    path: '/invites/:code',
    callers: 'user',
    handle: request => {
      const { sandbox, actorId } = request
      const { state, invite } = guildOfCode(sandbox, codeIn(request))
      const view = inviteView(sandbox, state, codeIn(request), invite)
      const isNew = !state.members.has(actorId)
      joinGuild(sandbox, actorId, state.guild.id, codeIn(request))
      return json({ ...view, new_member: isNew })
    },
  },
])
