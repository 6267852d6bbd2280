import { createStage, deleteStage, editStage, stageOf } from '../../world/stages/edit.ts'
import { actorOf, param, silent } from '../request.ts'
import { json, type RestRequest, routes } from '../route.ts'

const one = '/stage-instances/:channel_id'
const channelIn = (request: RestRequest) => param(request, 'channel_id')

export default routes([
  {
    method: 'POST',
    path: '/stage-instances',
    callers: 'signed-in',
    handle: request => json(createStage(request.sandbox, actorOf(request), request.body)),
  },
  {
    method: 'GET',
    path: one,
    callers: 'signed-in',
    handle: request => json(stageOf(request.sandbox, request.actorId, channelIn(request))),
  },
  {
    method: 'PATCH',
    path: one,
    callers: 'signed-in',
    handle: request => json(editStage(request.sandbox, actorOf(request), channelIn(request), request.body)),
  },
  silent('DELETE', one, request => {
    deleteStage(request.sandbox, actorOf(request), channelIn(request))
  }),
])
