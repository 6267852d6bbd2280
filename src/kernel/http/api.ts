import type { FastifyInstance } from 'fastify'
import type { Contract, Endpoint } from '#contract'
import kernel from '../contract.ts'
import type { Feature, Services } from '../feature.ts'
import type { Asked } from './caller.ts'
import type { LiveStreams } from './answers/live.ts'
import { createDownloads } from './answers/downloads.ts'
import { openStream } from './answers/stream.ts'
import { joinForms, readForms, writeForms } from './forms.ts'
import type { Seal } from './session/seal.ts'
import { kernelRoutes } from './kernel-routes.ts'
import { commandOfEndpoint } from '../commands/endpoint-command.ts'
import { permissionsOf } from '../rights/permissions.ts'
import { type RouteAnswer, endpointAnswer, type Handler, mountRoute, type RouteDescriptor } from './routes.ts'
import type { Throttle } from './throttle.ts'

/** Mounts every endpoint and every form of the kernel and the features. @returns the routes that were mounted */
export function mountApi(
  app: FastifyInstance,
  services: Services,
  options: {
    seal: Seal
    throttle: Throttle
    live: LiveStreams
    signedIn(sessionId: string): boolean
    /** Whether the user has no session left. */
    lastOf(userId: string): boolean
  },
): RouteDescriptor[] {
  const routes: RouteDescriptor[] = []
  const counted = createDownloads()
  const add = (route: RouteDescriptor, answer: RouteAnswer) => {
    mountRoute(app, services, options, route, answer)
    routes.push(route)
  }
  const addEndpoints = (contract: Contract, handlers: object, owner?: Feature) => {
    const byName = new Map<string, Handler>(Object.entries(handlers))
    for (const [name, endpoint] of Object.entries<Endpoint>(contract.endpoints)) {
      const { method, needs, path, bodyLimit } = endpoint
      const asked: [Asked] = [{ need: needs, feature: contract.name, permissions: permissionsOf(endpoint) }]
      const route: RouteDescriptor = {
        feature: contract.name,
        name,
        kind: 'endpoint',
        method,
        path: `/api${path}`,
        needs,
        asked,
        answers: 'answers' in endpoint.reply ? endpoint.reply.answers : 'json',
        takes: endpoint.body && 'takes' in endpoint.body ? 'upload' : 'json',
        ...(bodyLimit !== undefined && { bodyLimit }),
      }
      if (route.answers === 'stream') {
        const stream = { ...options, feature: contract.name, name, asked }
        add(route, (request, caller, reply) => openStream(services, stream, { request, reply, caller }))
        continue
      }
      const handler = byName.get(name)
      if (!handler) throw new Error(`${contract.name}: the endpoint '${name}' has no handler`)
      const answer = endpointAnswer(services, contract, endpoint, handler, owner && commandOfEndpoint(owner, endpoint))
      add(route, route.answers === 'file' ? counted(answer) : answer)
    }
  }

  addEndpoints(kernel, kernelRoutes(services, options))
  for (const owner of services.features) addEndpoints(owner.contract, owner.parts.routes ?? {}, owner)
  for (const address of joinForms(services.features)) {
    const path = `/api${address.path}`
    const feature = address.forms.map(form => form.feature).join('+')
    const named = { feature, name: address.path, path, answers: 'json', takes: 'json' } as const
    add({ ...named, kind: 'form-read', method: 'GET', ...address.reads }, readForms(services, address))
    const judged = address.byBody ? ({ judgedBy: 'body' } as const) : {}
    add({ ...named, kind: 'form-write', method: 'POST', ...address.writes, ...judged }, writeForms(services, address))
  }
  return routes
}
